/** Questions to the moving vans: states, causes, single things, what cannot be answered. Forty-seventh round. */
import { type Asked, clockMs } from '../../catalog/define.ts'
import { requestsOf } from '../../truth.ts'
import { VANS_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'
import { VANS_COUNTS_47 } from './vans-counts.ts'
import { VANS_NUMBERS_47 } from './vans-numbers.ts'

const QUORUM = [...VANS_INCIDENT.mechanism]
const NO = t.words({
  saysFirst: [
    [
      '^\\W*no\\b',
      'did(?: not|n.t)',
      '\\bnot\\b',
      'no (?:sign|crash|evidence|trace|restart|release|deploy)',
      'unchanged',
      'same version',
    ],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
const moment = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
/** The clock times at which it may be said to have ended. */
const untilTimes = ({ world }: Asked) =>
  [-2, -1, 0, 1, 2].map((minutes) => new Date(clockMs(world, 'recovery', minutes)).toISOString().slice(11, 16))
const during = t.lasted('onset', 'recovery')

export const VANS_47 = [
  ask('state', 'can customers book vans again?', t.verdict('yes', 'good')),
  ask('state', 'is the depot-stock mess over', t.verdict('yes', 'good')),
  ask('state', 'still getting 502s on bookings right now?', t.verdict('no', 'bad')),
  ask(
    'state',
    'Can I tell the call centre that furniture rentals work at the moment? yes/no',
    t.verdict('yes', 'good'),
  ),
  ask('state', 'is depot-stock ok by now?', t.verdict('yes', 'good')),
  ask('health', 'deposit-desk fine?', t.healthy),
  ask('health', 'hows driver-roster doing, ok or not', t.healthy),
  ask('health', 'is routing-desk throwing errors?', t.noTrouble),
  ask('health', 'why did furni-rent crash tonight', t.denied('furni-rent')),
  ask(
    'health',
    'why is deposit-desk refusing everything?',
    t.words({
      saysFirst: [
        ['deposit-desk'],
        [
          '\\bnot\\b',
          'n.t\\b',
          '\\bno\\b',
          '\\bonly\\b',
          'healthy',
          'normal',
          'unchanged',
          '(?<![\\d.,])(?:0|29|30) (?:of|refused|failed)',
        ],
      ],
      neverFirst: ['^\\W*(?:probable |likely )?root cause\\b', 'root cause: .?deposit-desk'],
    }),
  ),
  ask('health', 'did driver-roster fall over', NO),
  ask('cause', 'why couldnt people book a van', t.because(VANS_INCIDENT, 'mechanism')),
  ask('cause', 'what happend to the bookings around {@onset}', t.because(VANS_INCIDENT)),
  ask('cause', 'furni-rent gave 502, whose fault?', t.because(VANS_INCIDENT)),
  ask('cause', 'root cause of tonights trouble pls', t.because(VANS_INCIDENT, 'mechanism')),
  ask('cause', 'Just got paged about frontdoor. What is behind it?', t.because(VANS_INCIDENT)),
  ask('cause', 'why was depot-stock failing', t.words({ says: [QUORUM] })),
  ask(
    'cause',
    'bad release of routing-desk or something with etcd?',
    t.words({
      saysFirst: [['etcd', 'leader', 'quorum', 'depot-stock']],
      neverFirst: ['^\\W*(?:it is |yes,? )?(?:the |a )?(?:bad )?release\\b'],
    }),
  ),
  ask(
    'cause',
    'what does the restart of sms-courier have to do with the failed bookings?',
    t.words({
      saysFirst: [['nothing', 'not', 'no\\b', 'unrelated', 'before', 'depot-stock']],
      neverFirst: ['^\\W*yes\\b', 'root cause: .?sms'],
    }),
  ),
  ask('since', 'when did depot-stock begin to fail', t.began()),
  ask('since', 'time of the first 502 at frontdoor?', ({ world }) =>
    moment(requestsOf(world, t.all(m.door, t.failed))[0]?.startMs, 40),
  ),
  ask('since', 'when were bookings back to normal?', t.began('recovery')),
  ask('since', 'last failed van booking was at what time', ({ world }) =>
    moment(requestsOf(world, t.all(m.placing, t.failed)).at(-1)?.startMs, 60),
  ),
  ask('how-long', 'how long were bookings broken', during),
  ask('impact', 'how bad was it for customers', m.damage),
  ask(
    'impact',
    'number of customers who ran into a 502',
    t.count(t.anytime, t.differentOf(t.all(m.door, m.status(502)), 'customer.id')),
  ),
  ask(
    'impact',
    'which services suffered from depot-stock',
    t.words({ names: ['van-booking', 'furni-rent', 'frontdoor'] }),
  ),
  ask('impact', 'which warehouses could not reserve anything?', t.words({ says: [['altona'], ['spandau']] })),
  ask(
    'impact',
    'did any sepa deposit fail?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not', '(?<![\\d.,])0\\b', 'none', 'no failed']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'impact',
    'which route on frontdoor was hit the most',
    t.words({ first: { name: '/van-bookings', among: ['/van-bookings', '/rentals'] } }),
  ),
  ask('next-step', 'where should i look first for the booking trouble', t.words({ says: [['depot-stock'], QUORUM] })),
  ask('next-step', 'what do we do so this does not come back', t.words({ says: [['depot-stock'], QUORUM] })),
  ask(
    'timeline',
    'give me the story of the night, in order',
    t.words({
      says: [['depot-stock'], ['van-booking', 'furni-rent', 'frontdoor'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'timeline',
    'what did depot-stock say about etcd?',
    t.words({ says: [['no leader', 'quorum', 'unreachable', 'election', 'rejoined', 'stopped']] }),
  ),

  ask('version', 'what went live tonight', t.words({ says: [['routing-desk'], ['3\\.5\\.0']] })),
  ask('version', 'version of depot-stock in prod?', t.words({ says: [['5\\.6\\.1']] })),
  ask('version', 'was depot-stock deployed around {@onset}', NO),
  ask('version', 'when was routing-desk 3.5.0 rolled out', t.began('release', 90)),
  ask('version', 'what ran on routing-desk before 3.5.0', t.words({ says: [['3\\.4\\.2']] })),
  ask('restart', 'who restarted?', t.words({ says: [['sms-courier']] })),
  ask('restart', 'did van-booking restart in the last hour', NO),
  ask('dependency', 'who talks to depot-stock?', t.words({ names: ['van-booking', 'furni-rent'] })),
  ask(
    'dependency',
    'what does van-booking call',
    t.words({ names: ['depot-stock', 'routing-desk', 'driver-roster', 'deposit-desk'] }),
  ),
  ask('dependency', 'does furni-rent need driver-roster?', NO),
  ask('dependency', 'which service talks to mysql', t.words({ names: ['furni-rent'] })),
  ask('silence', 'which service went quiet', t.words({ saysFirst: [['fleet-tracker']] })),
  ask('silence', 'since when do we get nothing from fleet-tracker?', t.began('silent', 90)),
  ask('silence', 'do van positions still come in', t.verdict('no', 'good')),
  ask('silence', 'is sms-courier still alive?', t.verdict('yes', 'good')),
  ask('lookup', 'what became of {lostBooking}', t.words({ says: [['not booked', 'fail', '50[23]', 'no leader']] })),
  ask(
    'lookup',
    '{goodBooking} - did that go through?',
    t.words({ says: [['van booked', 'booked', '201']], neverFirst: ['^\\W*no\\b'] }),
  ),
  ask(
    'lookup',
    'customer says {refusedBooking} was thrown out, why',
    t.words({ says: [['refused', 'deposit missing']] }),
  ),
  ask('lookup', 'trace {lostTrace}: where does it break?', t.words({ says: [['depot-stock']] })),
  ask(
    'lookup',
    'which services are in {goodTrace}',
    t.words({ names: ['frontdoor', 'van-booking', 'depot-stock', 'deposit-desk'] }),
  ),
  ask('lookup', 'all lines for {lostRental} please', t.words({ says: [['not rented']] })),
  ask('meaning', 'what is "etcdserver: no leader" supposed to mean', t.words({ says: [['depot-stock'], QUORUM] })),
  ask('meaning', 'which service writes "asking subcontractor"?', t.words({ saysFirst: [['driver-roster']] })),
  ask('paste', '{leaderLine}\n\nhow often did we get this', t.count(t.anytime, t.logs(m.noLeader))),
  ask('paste', '{lostLine}\nwhat caused it', t.because(VANS_INCIDENT)),
  ask(
    'paste',
    '{driverLine}\nnormal or part of the incident?',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'unrelated']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('list', 'what services do the movers have', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'names of the metrics depot-stock reports', t.words({ names: ['etcd.members.healthy', 'vans.parked'] })),
  ask('list', 'what are the warehouses called', t.words({ names: m.WAREHOUSES })),
  ask('list', 'which van sizes can be booked?', t.words({ names: m.SIZES })),
  ask(
    'list',
    'error messages of furni-rent and van-booking',
    t.words({ says: [['furniture not rented'], ['van not booked']] }),
  ),
  ask('single-record', 'newest error line of depot-stock', t.words({ says: [['no leader']] })),
  ask('single-record', 'when was the latest refused card', ({ world }) =>
    moment(world.logs.findLast(m.refused)?.timeMs, 20),
  ),
  ask(
    'single-record',
    'slowest trace since {@onset}?',
    t.words({ says: [['frontdoor', '/van-bookings', '/rentals', 'van-booking']] }),
  ),
  ask('bare-name', 'depot-stock', t.words({ saysFirst: [['depot-stock']] })),
  ask('bare-name', 'driver roster', t.words({ saysFirst: [['driver-roster']] })),

  ask('unknown', 'errors of piano-movers', t.declined('unknown', 'piano')),
  ask('unknown', 'is mongodb slow for van-booking?', t.declined('unknown', 'mongodb')),
  ask('unknown', 'how many 429 did frontdoor answer', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'what happened to booking VB-999123', t.declined('no_data')),
  ask('unknown-attribute', 'failed bookings by insurance package', t.declined('no_data')),
  ask('order', 'please restart etcd member north-3', t.declined('read_only')),
  ask('order', 'cancel booking {goodBooking}', t.declined('read_only')),
  ask('order', 'scale depot-stock to 5 pods', t.declined('read_only')),
  ask('talk', 'hey there, night shift here', t.declined('small_talk')),
  ask('talk', 'great help, cheers mate', t.declined('small_talk')),
  ask('off-topic', 'how do I carry a wardrobe down five floors?', t.declined('off_topic')),
  ask('ask-back', 'and what about the other two there?', t.declined('ask_back')),
  ask('language', 'Warum konnte man keine Transporter buchen?', t.because(VANS_INCIDENT)),
  ask('language', 'Wie viele Kautionen wurden abgelehnt?', t.count(t.anytime, ...m.REFUSED)),
  ask('language', '¿sigue fallando depot-stock?', t.verdict('no', 'bad')),
  ask('language', 'quel service est à l’origine des 502 cette nuit ?', t.because(VANS_INCIDENT)),

  ...talk(
    'night',
    ask('follow-up', 'something was off with the bookings tonight, what was it', t.because(VANS_INCIDENT)),
    ask('follow-up', 'from when to when?', (asked) => ({ ...t.began()(asked), says: [untilTimes(asked)] })),
    ask('follow-up', 'how come', t.words({ says: [QUORUM] })),
    ask('follow-up', 'ok now again?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'tracker',
    ask('follow-up', 'is fleet-tracker sending', t.verdict('no', 'good')),
    ask('follow-up', 'when was its last line', ({ world }) => moment(world.logs.findLast(m.tracker)?.timeMs, 60)),
  ),
  ask('several', 'what failed, when did it start and when was it back to normal?', (asked) => ({
    ...t.because(VANS_INCIDENT, 'time')(asked),
    says: [untilTimes(asked)],
  })),
  ask(
    'several',
    'was there a release tonight? and did it cause the 502s?',
    t.words({ says: [['routing-desk'], ['\\bnot?\\b', 'n.t\\b', 'unrelated', 'depot-stock', 'etcd']] }),
  ),
  ...VANS_COUNTS_47,
  ...VANS_NUMBERS_47,
]
