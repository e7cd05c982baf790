/** Questions to the water utility: states, causes, single things, what cannot be answered. Forty-ninth round. */
import { requestsOf } from '../../truth.ts'
import { WATERWORKS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { WATERWORKS_COUNTS_49 } from './waterworks-counts.ts'
import { WATERWORKS_NUMBERS_49 } from './waterworks-numbers.ts'

const SRID = WATERWORKS_INCIDENT.mechanism
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
const ended = t.began('recovery')

export const WATERWORKS_49 = [
  ask('state', 'can leaks be reported again?', t.verdict('yes', 'good')),
  ask('state', 'is pipe-registry still throwing errors', t.verdict('no', 'bad')),
  ask('state', 'whole thing calm now? y/n', t.verdict('yes', 'good')),
  ask('state', 'Does the outage map work at the moment?', t.verdict('yes', 'good')),
  ask('state', 'do we still lose alarms', t.verdict('no', 'bad')),
  ask('health', 'how is reading-intake doing, ok?', t.healthy),
  ask('health', 'bill-press fine?', t.healthy),
  ask('health', 'is tariff-engine failing since its release', t.noTrouble),
  ask('health', 'why did reading-intake fall over?', t.denied('reading-intake')),
  ask('health', 'what killed bill-press', t.denied('bill-press')),
  ask('cause', 'what went bust in the water system?', t.because(WATERWORKS_INCIDENT, 'mechanism')),
  ask('cause', 'why couldnt customers report leaks', t.because(WATERWORKS_INCIDENT, 'mechanism')),
  ask('cause', 'crews got hardly any new jobs in north for half an hour, how come', t.because(WATERWORKS_INCIDENT)),
  ask('cause', 'why was the outage map unavailable?', t.because(WATERWORKS_INCIDENT, 'mechanism')),
  ask('cause', 'mywater-web gave 502s, whose fault', t.because(WATERWORKS_INCIDENT)),
  ask('cause', 'why were leak alarms not placed', t.because(WATERWORKS_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'anything odd in pipe-registry right before {@onset+1}?',
    t.words({
      says: [['map import', 'MI-318', 'SRID', 'spatial_ref_sys', 'import']],
    }),
  ),
  ask('since', 'when did pipe-registry start to fail', t.began()),
  ask('since', 'the lost leak reports: from when on?', t.began('onset', 200)),
  ask('since', 'first 502 of aqua-edge, what time was that', ({ world }) =>
    at(requestsOf(world, t.all(m.edge, t.failed))[0]?.startMs, 40),
  ),
  ask('since', 'when was pipe-registry back to normal?', ended),
  ask('since', 'last SRID error seen when', ({ world }) => at(world.logs.findLast(m.srid)?.timeMs, 20)),
  ask('how-long', 'how long were work orders failing', t.lasted('onset', 'recovery')),
  ask('impact', 'how much damage did the registry trouble do?', m.damage),
  ask(
    'impact',
    'how many customers ran into a 502',
    t.count(t.anytime, t.differentOf(t.all(m.web, m.status(502)), 'customer.id')),
  ),
  ask(
    'impact',
    'services hit by the pipe-registry failure?',
    t.words({
      names: ['pipe-registry', 'field-orders', 'leak-sentry', 'mywater-web'],
    }),
  ),
  ask('impact', 'was hillside hit too', t.verdict('no', 'bad')),
  ask('impact', 'did harbour suffer?', t.verdict('yes', 'bad')),
  ask('impact', 'did payments suffer from it', t.verdict('no', 'bad')),
  ask(
    'impact',
    'which districts had failures?',
    t.words({
      names: ['north', 'harbour'],
      neverFirst: ['(?<!\\b(?:no|none|not|without)\\b[^.]{0,40})\\b(?:hillside|old-town)\\b(?!\\W{0,6}(?:0\\b|no))'],
    }),
  ),
  ask('deploy', 'what has been rolled out lately', t.words({ says: [['tariff-engine'], ['3\\.15\\.0']] })),
  ask('deploy', 'was it the tariff-engine deploy that broke leak reports?', t.verdict('no', 'bad')),
  ask('deploy', '3.15.0 went live when?', t.began('release', 120)),
  ask('deploy', 'new version of field-orders today?', t.verdict('no', 'bad')),
  ask('version', 'what version does leak-sentry run', t.words({ saysFirst: [['0\\.18\\.3']] })),
  ask('version', 'version of tariff-engine before the deploy?', t.words({ says: [['3\\.14\\.2']] })),
  ask('restart', 'has pump-scada been restarted', t.verdict('yes', 'bad')),
  ask('restart', 'pump-scada restart, at what time?', t.began('restart', 90)),
  ask('restart', 'did the pump-scada restart cause the 502s', t.verdict('no', 'bad')),
  ask('next-step', 'where would you look first for this one?', t.words({ says: [['pipe-registry'], SRID] })),
  ask('dependency', 'who uses pipe-registry', t.words({ names: ['mywater-web', 'field-orders', 'leak-sentry'] })),
  ask('dependency', 'what does bill-press call?', t.words({ names: ['tariff-engine'] })),
  ask('dependency', 'who consumes the leak.alarms queue?', t.words({ saysFirst: [['field-orders']] })),
  ask('dependency', 'does mywater-web talk to leak-sentry directly?', t.verdict('no', 'fact')),
  ask(
    'timeline',
    'sequence of events in the registry mess pls',
    t.words({
      says: [['pipe-registry'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'silence',
    'has some service stopped talking?',
    t.words({ saysFirst: [['notice-post']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask('silence', 'notice-post: when did we hear from it last', t.began('silence', 60)),
  ask('silence', 'is pump-scada still reporting', t.verdict('yes', 'good')),
  ask(
    'lookup',
    'leak report {failedReport} - what happened to it',
    t.words({ says: [['lost', '502', 'pipe-registry']] }),
  ),
  ask('lookup', '{order}', t.words({ says: [['work order created']] })),
  ask('lookup', 'why is there no {failedOrder}?', t.words({ says: [['not created', 'pipe-registry', 'SRID']] })),
  ask('lookup', 'what is up with meter {parkedMeter}', t.words({ says: [['implausible', 'parked']] })),
  ask('lookup', 'which service broke trace {failedTrace}?', t.words({ saysFirst: [['pipe-registry']] })),
  ask(
    'lookup',
    'path of trace {goodTrace}',
    t.words({
      names: ['aqua-edge', 'mywater-web', 'field-orders', 'pipe-registry'],
    }),
  ),
  ask('meaning', 'whats "SRID 28992 missing from spatial_ref_sys" about', t.words({ says: [['pipe-registry'], SRID] })),
  ask('meaning', 'which service says "drop explained by hydrant flushing"', t.words({ saysFirst: [['leak-sentry']] })),
  ask('paste', '{sridLine}\nseen this how many times?', t.count(t.anytime, t.logs(m.srid))),
  ask('paste', '{orderLine}\nwhat is behind that', t.because(WATERWORKS_INCIDENT)),
  ask(
    'paste',
    '{pumpLine}\nharmless or part of the incident?',
    t.words({
      saysFirst: [['harmless', 'no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'which tanks are there', t.words({ names: ['northfield', 'castle-hill', 'dockside'] })),
  ask('list', 'name the supply districts', t.words({ names: m.DISTRICTS })),
  ask(
    'list',
    'what metrics come from pump-scada?',
    t.words({
      names: ['tank.level', 'network.pressure', 'pump.flow'],
    }),
  ),
  ask('list', 'all routes of mywater-web', t.words({ names: m.PORTAL })),
  ask(
    'list',
    'kinds of warnings in mywater-web?',
    t.words({
      says: [['declined'], ['refused', 'below the previous'], ['session expired']],
    }),
  ),
  ask('single-record', 'newest error line of field-orders', t.words({ says: [['work order not created']] })),
  ask('single-record', 'when did a card get declined most recently', ({ world }) =>
    at(world.logs.findLast(m.declined)?.timeMs, 20),
  ),
  ask(
    'slowest',
    'three slowest traces through aqua-edge',
    t.words({
      says: [['/my/payments', '\\b[0-9a-f]{8,32}\\b']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'anomaly',
    'does work_orders.open look strange?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'low', 'decreas', 'unusual', 'below', 'down', 'from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'any jump in the harbour pressure',
    t.words({
      saysFirst: [['\\bno\\b', 'not', 'none', 'steady', 'stable', 'normal', 'usual', 'nothing', 'flat', 'unchanged']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('bare-name', 'leak-sentry', t.words({ saysFirst: [['leak-sentry']] })),

  ask('unknown', 'errors of sewer-monitor', t.declined('unknown', 'sewer')),
  ask('unknown', 'how is chlorine-dosing?', t.declined('unknown', 'chlorine')),
  ask('unknown', 'work order WO-999123, status?', t.declined('no_data')),
  ask('unknown', 'how many 504 at aqua-edge', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown-attribute', 'failed leak reports by house number', t.declined('no_data')),
  ask('order', 'switch pump P2-north off', t.declined('read_only')),
  ask('order', 'please re-run billing run BR-2207', t.declined('read_only')),
  ask('talk', 'evening! nice to have you on shift', t.declined('small_talk')),
  ask('talk', 'brilliant, cheers', t.declined('small_talk')),
  ask('off-topic', 'how do i descale my kettle', t.declined('off_topic')),
  ask('ask-back', 'and the other district?', t.declined('ask_back')),
  ask('language', 'Warum wurden keine Arbeitsaufträge angelegt?', t.because(WATERWORKS_INCIDENT)),
  ask(
    'language',
    'Wie viele Warnungen hat pump-scada geschrieben?',
    t.count(t.anytime, t.logs(t.all(m.scada, t.level('WARN')))),
  ),
  ask(
    'language',
    '¿cuántas facturas emitió bill-press en los últimos 30 minutos?',
    t.count(t.last(30), t.logs(m.issued), t.requests(m.press)),
  ),
  ask('language', 'depuis quand pipe-registry a-t-il des erreurs ?', t.began()),

  ...talk(
    'incident',
    ask('follow-up', 'what failed at the waterworks', t.because(WATERWORKS_INCIDENT)),
    ask('follow-up', 'from when', t.began()),
    ask('follow-up', 'until when?', ended),
    ask('follow-up', 'and the reason', t.words({ says: [SRID] })),
  ),
  ...talk(
    'silent',
    ask('follow-up', 'is notice-post alive?', t.verdict('no', 'good')),
    ask('follow-up', 'since when is it quiet', t.began('silence', 60)),
  ),
  ask('several', 'root cause, start, and is it fixed?', (asked) => ({
    ...t.because(WATERWORKS_INCIDENT, 'time')(asked),
    says: [
      [
        'yes',
        'fixed',
        'over',
        'ended',
        'recover',
        'no longer',
        'back to',
        'stopped',
        'last(?:ed)? (?:until|to)',
        'resolved',
        'until \\d',
      ],
    ],
  })),
  ...WATERWORKS_COUNTS_49,
  ...WATERWORKS_NUMBERS_49,
]
