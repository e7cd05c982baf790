/** Questions to the container terminal: states, causes, single things, what cannot be answered. Thirty-seventh round. */
import { logsOf, requestsOf } from '../../truth.ts'
import { PORT_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PORT_COUNTS_37 } from './port-counts.ts'
import { PORT_NUMBERS_37 } from './port-numbers.ts'
import * as m from './rows.ts'

const SEATS = ['licen[cs]e', '\\bseats?\\b', 'solver', 'STACKOPT', 'what-if']
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const HARMLESS = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnot\\b', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
  neverFirst: ['^\\W*yes\\b'],
})

const PORT_STATES_37 = [
  ask('state', 'are trucks getting in again?', t.verdict('no', 'good')),
  ask('state', 'everything back to normal at the terminal? just yes or no', t.verdict('no', 'good')),
  ask('state', 'does yard-planner still fail', t.verdict('yes', 'bad')),
  ask('state', 'do we still have trouble as of this minute', t.verdict('yes', 'bad')),
  ask('state', 'Does announcing a truck work at present?', t.verdict('no', 'good')),
  ask('state', 'do loads onto vessels go through at the moment', t.verdict('yes', 'good')),
  ask('health', 'tariff-billing alright?', t.healthy),
  ask('health', 'hows customs-link doing, is it ok', t.healthy),
  ask('health', 'reefer-watch fine?', t.healthy),
  ask('health', 'is crane-dispatch healthy at the moment?', t.healthy),
  ask('health', 'is gate-control in good shape', t.trouble()),
  ask('health', 'why has customs-link gone down?', t.denied('customs-link')),
  ask('health', 'why did tariff-billing start failing', t.denied('tariff-billing')),
  ask(
    'health',
    'has ocr-lanes crashed?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'did(?: not|n.t)', 'has(?: not|n.t)', 'no (?:sign|crash|evidence|restart)', 'healthy'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('cause', 'whats wrong at the gates', t.because(PORT_INCIDENT, 'mechanism')),
  ask('cause', 'why do the barriers stay closed?', t.because(PORT_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Hauliers keep calling, they cannot announce trucks. Any idea why?',
    t.because(PORT_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'root cause pls', t.because(PORT_INCIDENT, 'mechanism')),
  ask('cause', 'what happend here at {@onset}', t.because(PORT_INCIDENT)),
  ask('cause', 'why are discharges postponed', t.because(PORT_INCIDENT, 'mechanism')),
  ask('cause', 'truck-portal gives 502s, reason?', t.because(PORT_INCIDENT)),
  ask('cause', 'the queue before the gate grows and grows, what is going on there', t.because(PORT_INCIDENT)),
  ask('cause', 'why no yard position for laden boxes', t.because(PORT_INCIDENT, 'mechanism')),
  ask('cause', 'are the customs holds to blame for it?', t.verdict('no', 'bad')),
  ask(
    'cause',
    'solver, postgres or the network - which one is it',
    t.words({
      says: [['yard-planner']],
      saysFirst: [SEATS],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the |a )?(?:postgres|database|network)\\b'],
    }),
  ),
  ask('since', 'since when are no trucks admitted properly', t.began()),
  ask('since', 'at what time did the yard positions begin to fail?', t.began()),
  ask('since', 'first 503 from yard-planner was when?', ({ world }) =>
    at(requestsOf(world, t.all(m.planner, t.failed))[0]?.startMs, 40),
  ),
  ask('how-long', 'for how many minutes have the gates been stuck', t.lasted()),
  ask('impact', 'how bad are things', m.damage),
  ask(
    'impact',
    'who suffers from this?',
    t.words({ says: [['truck-portal', 'gate-control', 'vessel-ops', 'haulier', 'gate-in', 'appointments']] }),
  ),
  ask(
    'impact',
    'how many hauliers ran into a 502?',
    t.count(t.anytime, t.differentOf(t.all(m.portal, t.failed), 'haulier.id')),
  ),
  ask(
    'impact',
    'name every service hit by the yard trouble',
    t.words({ names: ['yard-planner', 'gate-control', 'truck-portal', 'vessel-ops'] }),
  ),
  ask('impact', 'is POST /gate-out affected too?', t.verdict('no', 'bad')),
  ask('impact', 'does it hit hauliers who only look for slots (GET /api/slots)?', t.verdict('no', 'bad')),
  ask('impact', 'is vessel-ops affected', t.verdict('yes', 'bad')),
  ask('deploy', 'any rollout in the last hour', t.words({ says: [['tariff-billing'], ['8\\.4\\.0']] })),
  ask('deploy', 'could tariff-billing 8.4.0 be the reason for the gate problem?', t.verdict('no', 'bad')),
  ask('deploy', 'when did 8.4.0 go live', t.began('release', 120)),
  ask('deploy', 'did anyone deploy yard-planner today', t.verdict('no', 'bad')),
  ask('version', 'which version does crane-dispatch run', t.words({ saysFirst: [['2\\.11\\.6']] })),
  ask('version', 'tariff-billing version before the release?', t.words({ says: [['8\\.3\\.2']] })),
  ask(
    'version',
    'versions of all services',
    t.words({ says: [['8\\.4\\.0'], ['5\\.14\\.0'], ['7\\.0\\.4'], ['1\\.9\\.3'], ['2\\.11\\.6']] }),
  ),
  ask('restart', 'what time did crane-dispatch restart?', t.began('restart', 120)),
  ask('restart', 'did yard-planner restart in the last hour', t.verdict('no', 'bad')),
  ask('next-step', 'ok what do i do about it', t.words({ says: [['yard-planner'], SEATS] })),
  ask('next-step', 'Where exactly should I look first?', t.words({ says: [['yard-planner'], SEATS] })),
  ask('dependency', 'who uses yard-planner', t.words({ names: ['truck-portal', 'gate-control', 'vessel-ops'] })),
  ask(
    'dependency',
    'gate-control depends on which services?',
    t.words({ names: ['customs-link', 'yard-planner', 'crane-dispatch', 'tariff-billing'] }),
  ),
  ask('dependency', 'does vessel-ops call customs-link?', t.verdict('no', 'fact')),
  ask('dependency', 'callers of tariff-billing', t.words({ names: ['truck-portal', 'gate-control'] })),
  ask(
    'timeline',
    'give me the course of events tonight',
    t.words({
      says: [['yard-planner'], ['gate-control', 'truck-portal', 'vessel-ops'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'did any of our services go quiet?', t.words({ says: [['edi-courier']], neverFirst: ['^\\W*no\\b'] })),
  ask('silence', 'is edi-courier still writing anything', t.verdict('no', 'good')),
  ask('silence', 'edi-courier: last line at?', ({ world }) =>
    at(logsOf(world, (log) => log.service === 'edi-courier').at(-1)?.timeMs, 60),
  ),
  ask('silence', 'is ocr-lanes alive', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'why did {failedAppointment} fail',
    t.words({ says: [['yard-planner', '50[23]', 'licen[cs]e', 'position']] }),
  ),
  ask('lookup', '{appointment}', t.words({ says: [['truck announced']] })),
  ask('lookup', 'container {heldBox}, what is holding it up?', t.words({ says: [['\\bholds?\\b']] })),
  ask('lookup', 'trace {failedTrace}, where does it break?', t.words({ says: [['yard-planner']] })),
  ask(
    'lookup',
    'which services did {goodTrace} pass',
    t.words({ names: ['truck-portal', 'tariff-billing', 'customs-link', 'yard-planner'] }),
  ),
  ask('lookup', 'crane job {job}?', t.words({ says: [['takes'], ['(?:QC|RTG)-\\d']] })),
  ask('lookup', 'who was charged with {invoice}, which carrier', ({ world }) => {
    const line = world.logs.find((log) => log.attributes['invoice'] === world.names['invoice'])
    return { says: [[String(line?.attributes['carrier'])]] }
  }),
  ask(
    'meaning',
    "whats 'licence checkout refused' supposed to mean",
    t.words({ says: [['yard-planner'], ['licen[cs]e', 'seats?', 'solver']] }),
  ),
  ask('meaning', 'which service writes "hold in force"', t.words({ saysFirst: [['customs-link']] })),
  ask('meaning', 'who took the solver seats?', t.words({ says: [['what-if', 'lindqvist', 'winter-berths']] })),
  ask('paste', '{seatLine}\nhow often did we get that', t.count(t.anytime, t.logs(m.noSeat))),
  ask('paste', '{barrierLine}\nwhat is behind this?', t.because(PORT_INCIDENT)),
  ask('paste', '{windLine}\nis that why nothing moves at the gates?', HARMLESS),
  ask('list', 'list all the services you know', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'metrics of yard-planner?',
    t.words({ names: ['solver_seats_used', 'yard_block_fill_ratio', 'process_resident_memory_bytes'] }),
  ),
  ask('list', 'which error messages does vessel-ops write', t.words({ says: [['discharge postponed']] })),
  ask(
    'list',
    'endpoints of truck-portal',
    t.words({ says: [['/api/slots'], ['/api/appointments'], ['/api/containers'], ['/api/invoices']] }),
  ),
  ask('list', 'which lanes does the gate have', t.words({ names: ['G1', 'G2', 'G3', 'G4', 'G5'] })),
  ask('list', 'what hosts are there', t.words({ names: ['tos-app-01', 'tos-app-02', 'gate-srv-1', 'quay-srv-1'] })),
  ask('single-record', 'newest error from gate-control', t.words({ says: [['barrier stays closed']] })),
  ask('single-record', 'last time the PIN was wrong?', ({ world }) => at(world.logs.findLast(m.wrongPin)?.timeMs, 20)),
  ask('bare-name', 'vessel-ops', t.words({ saysFirst: [['vessel-ops']] })),
  ask('bare-name', 'customs-link?', t.words({ saysFirst: [['customs-link']] })),
]

const PORT_REST_37 = [
  ask('unknown', 'errors of berth-optimizer today', t.declined('unknown', 'berth')),
  ask('unknown', 'is mongodb slow again', t.declined('unknown', 'mongo')),
  ask('unknown', 'how many 504 did truck-portal return', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'find appointment AP-19999', t.declined('no_data')),
  ask('unknown-attribute', 'gate-ins per driver nationality', t.declined('no_data')),
  ask(
    'unknown',
    'jobs of crane QC-9',
    t.words({
      says: [['(?<![\\d.,])0\\b', '\\bno\\b', '\\bnot\\b', 'unknown', 'nothing', 'n.t (?:find|know)']],
      neverFirst: ['\\*\\*[1-9]'],
    }),
  ),
  ask('order', 'restart yard-planner now', t.declined('read_only')),
  ask('order', 'kill that what-if session please', t.declined('read_only')),
  ask('order', 'open the barrier of lane G3', t.declined('read_only')),
  ask('talk', 'hello there', t.declined('small_talk')),
  ask('talk', 'perfect, thank you so very much', t.declined('small_talk')),
  ask('off-topic', 'what does a tugboat cost?', t.declined('off_topic')),
  ask('off-topic', 'tell me a joke about ships', t.declined('off_topic')),
  ask('ask-back', 'and how many were there before?', t.declined('ask_back')),
  ask('language', 'Warum bleiben die Schranken zu?', t.because(PORT_INCIDENT)),
  ask(
    'language',
    'wie viele Fehler hatte yard-planner in den letzten 10 Minuten?',
    t.count(t.last(10), ...t.errors(m.planner)),
  ),
  ask('language', 'Seit wann klemmt es?', t.began()),
  ask('language', '¿qué servicio está fallando?', t.because(PORT_INCIDENT)),
  ask('language', '¿cuántos camiones entraron en la última hora?', t.count(t.last(60), ...m.ADMITTED)),
  ask('language', 'quelle est la version de vessel-ops ?', t.words({ says: [['4\\.4\\.1']] })),

  ...talk(
    'night',
    ask('follow-up', 'something is off with gate-in, what is it?', t.because(PORT_INCIDENT)),
    ask('follow-up', 'from when on', t.began()),
    ask('follow-up', 'and the reason?', t.words({ says: [SEATS] })),
    ask('follow-up', 'over by now?', t.verdict('no', 'good')),
  ),
  ...talk(
    'blame',
    ask('follow-up', 'did crane-dispatch restart today?', t.verdict('yes', 'bad')),
    ask('follow-up', 'is that what broke the gates?', t.verdict('no', 'bad')),
    ask('follow-up', 'so what did?', t.because(PORT_INCIDENT)),
  ),
  ask('several', 'what is failing, since when, and which services feel it?', (asked) => ({
    ...t.because(PORT_INCIDENT, 'time')(asked),
    names: ['gate-control', 'truck-portal'],
  })),
  ask('several', 'which version has tariff-billing now and when was it released?', ({ world }) => ({
    says: [['8\\.4\\.0']],
    ...at(world.marks['release'], 120),
  })),
]

export const PORT_37 = [...PORT_STATES_37, ...PORT_REST_37, ...PORT_COUNTS_37, ...PORT_NUMBERS_37]
