/** Shares, durations, rates, money, metrics and comparisons of the tolls. Fifty-eighth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const online = (road: string, what: t.Statistic) => m.gauge('gantry-edge', 'gantries_online', what, 'motorway', road)
const open = (road: string, what: t.Statistic) => m.gauge('trip-builder', 'trips.open', what, 'motorway', road)
const plates = (camera: string, what: t.Statistic) =>
  m.gauge('plate-vision', 'vision.plates.per_minute', what, 'camera', camera)
const sessions = (one: string, what: t.Statistic) => m.gauge('driver-api', 'app_sessions', what, 'platform', one)
const backlog = (one: string, what: t.Statistic) =>
  m.gauge('partner-clearing', 'clearing.backlog', what, 'partner', one)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process_working_set_bytes', what)
const uncharged = (what: t.Statistic) => m.gauge('accounts', 'uncharged_passages', what)
const perName =
  (names: readonly string[], measure: (one: string) => t.Measure, tolerance: number): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      names.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [measure(one)]), tolerance }]),
    ),
  })
const affected = m.motorway('A7', 'A9')

export const TOLLS_NUMBERS_58 = [
  ask(
    'ratio',
    'what percent of trips gets dropped since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(m.assembling)),
  ),
  ask(
    'ratio',
    'failure rate of the trips page in the app last twenty minutes',
    t.percent(t.last(20), t.share(m.tripsPage)),
  ),
  ask(
    'ratio',
    'how much of the card top ups is declined like in percent',
    t.percent(t.anytime, t.share(m.paying, m.status(402))),
  ),
  ask(
    'ratio',
    'share of passages read by plate instead of the tag',
    t.percent(
      t.anytime,
      t.share(m.passing, t.has('read.method', 'plate')),
      t.logShare(m.recorded, t.has('method', 'plate')),
    ),
  ),
  ask(
    'ratio',
    'on a7 and a9 together what percentage of trips fails since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(t.all(m.assembling, affected))),
  ),

  ask('percentile', 'p ninety five of the app last half hour', t.millis(t.last(30), t.took(m.app, 0.95))),
  ask(
    'percentile',
    'plate reading whats the median how long it takes',
    t.millis(t.anytime, t.took(m.reading, 0.5), t.took(m.vision, 0.5)),
  ),
  ask('percentile', 'p ninety for quotes since {@release}', t.millis(t.since('release'), t.took(m.quoting, 0.9))),

  ask(
    'mean-max',
    'how long does a top up take on average',
    t.millis(t.anytime, t.took(m.paying, 'mean'), t.took(t.all(m.paying, m.status(201)), 'mean')),
  ),
  ask(
    'mean-max',
    'whats the longest any app request took in the last hour',
    t.millis(t.last(60), t.took(m.app, 'max')),
  ),
  ask('mean-max', 'biggest fine we issued today', t.value(t.anytime, t.stated(m.FINE, 'max'))),
  ask(
    'mean-max',
    'how fast was the fastest one through a gantry',
    t.value(t.anytime, m.statedUnder(m.gantries, 'speed_kmh', 'max'), m.statedUnder(m.recorded, 'speed_kmh', 'max')),
  ),
  ask('mean-max', 'how many kilometers does the longest trip have', t.value(t.anytime, t.stated(m.KM, 'max'))),
  ask(
    'slowest',
    'whats the slowest thing we got',
    t.words({ saysFirst: [['plate-vision', 'plates\\.images']], neverFirst: ['log records'] }),
  ),
  ask('slowest', 'slowest app endpoint', t.words({ saysFirst: [['/app/topups']] })),
  ask(
    'slowest',
    'show me the slowest top up trace how long was it',
    t.millis(t.anytime, t.took(m.paying, 'max'), t.took(m.appTopups, 'max')),
  ),

  ask('rate', 'passages per minute last ten minutes', t.perS(t.last(10), ...m.PASSED.map(t.perSecond))),
  ask(
    'rate',
    'how many trips a minute are we losing since {@onset}',
    t.perS(t.since('onset'), ...m.DROPPED.map(t.perSecond)),
  ),

  ask(
    'sum',
    'hey how much money came in with top ups today',
    t.value(t.anytime, ...m.money(m.statedUnder(m.booked, 'cents', 'sum'))),
  ),
  ask(
    'sum',
    'what did we charge in total last twenty minutes',
    t.within(0.02, t.value(t.last(20), ...m.money(m.statedUnder(m.charged, 'cents', 'sum')))),
  ),
  ask(
    'sum',
    'how many passages are stuck in those held batches all together',
    t.value(t.anytime, m.statedUnder(m.held, 'passages', 'sum')),
  ),
  ask(
    'sum',
    'sum charged on the a3 so far',
    t.value(t.anytime, ...m.money(m.statedUnder(t.all(m.charged, t.has('motorway', 'A3')), 'cents', 'sum'))),
  ),

  ask('metric', 'how many gantries are online on the a7 right now', t.value(t.anytime, online('A7', 'last'))),
  ask(
    'metric',
    'how many gantries online all motorways together i need it for the call',
    t.within(0.025, t.value(t.anytime, m.together(m.ROADS.map((one) => online(one, 'last'))))),
  ),
  ask(
    'metric',
    'plates per minute on camera c 03 at the moment',
    t.within(0.01, t.value(t.anytime, plates('C-03', 'last'))),
  ),
  ask('metric', 'uncharged passages now', t.within(0.02, t.value(t.anytime, uncharged('last')))),
  ask('metric', 'dead letter depth max', t.value(t.anytime, m.gauge('trip-builder', 'dead_letter_depth', 'max'))),
  ask('metric', 'open trips on a9 right now', t.within(0.02, t.value(t.anytime, open('A9', 'last')))),
  ask(
    'metric',
    'whats the most memory the tariff service used',
    t.within(0.01, t.bytes(t.anytime, memory('tariff-svc', 'max'))),
  ),
  ask(
    'metric',
    'jvm memory of trip builder 2 highest',
    t.within(0.01, t.bytes(t.anytime, m.podGauge('jvm.memory.used', 'max', 'trip-builder-2'))),
  ),
  ask(
    'metric',
    'how many people are on the app with android rn',
    t.within(0.01, t.value(t.anytime, sessions('android', 'last'))),
  ),
  ask('metric', 'backlog of nordpass how big is it', t.within(0.03, t.value(t.anytime, backlog('nordpass', 'last')))),
  ask(
    'metric-group',
    'average plates per minute for each camera',
    perName(m.CAMERAS, (one) => plates(one, 'mean'), 0.02),
  ),
  ask(
    'metric-group',
    'open trips by motorway now',
    perName(m.ROADS, (one) => open(one, 'last'), 0.02),
  ),
  ask(
    'top',
    'which camera reads the most plates a minute',
    t.words({ saysFirst: [['C-03']], neverFirst: ['\\bC-0[124]\\b.*C-03'] }),
  ),

  ask(
    'compare',
    'median quote time before and after 3.4.0',
    t.compared('ms', t.took(m.quoting, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'accounts charged last fifteen minutes vs the fifteen minutes before {@onset}',
    t.compared('count', t.logs(m.charged), t.last(15), t.during(['onset', -15], ['onset', 0])),
  ),
  ask(
    'compare',
    'a7 or a9 who lost more trips and how many each',
    t.groups(
      'count',
      t.anytime,
      m.each(['A7', 'A9'], (one) => t.failures(t.all(m.assembling, m.motorway(one)))),
    ),
  ),
  ask('trend', 'are the open trips on the a7 going up', t.verdict('yes', 'up')),
  ask('trend', 'is the dead letter queue still growing or did it stop', t.verdict('yes', 'up')),
  ask('trend', 'memory on tariff svc creeping up huh', t.verdict('yes', 'up')),
  ask('trend', 'are we losing sessions on web', t.verdict('yes', 'down')),
  ask('trend', 'open trips on a1 rising too', t.verdict('no', 'up')),
  ask('trend', 'did quotes get slower after the release', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'uncharged passages anything weird with that number',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),

  ask(
    'several',
    'app p fifty and p ninety five please',
    t.both(t.anytime, ['ms', t.took(m.app, 0.5)], ['ms', t.took(m.app, 0.95)]),
  ),
  ask(
    'several',
    'two numbers how many cards declined and how many three d secure abandoned',
    t.both(t.anytime, ['count', t.logs(m.declined)], ['count', t.logs(m.abandoned)]),
  ),
  ask(
    'several',
    'uh since {@onset} how many trips dropped and how many assembled',
    t.both(t.since('onset'), ['count', t.logs(m.dropped)], ['count', t.logs(m.assembled)]),
  ),

  ...talk(
    'percent',
    ask(
      'follow-up',
      'what percent of the app trips page fails since {@onset+1}',
      t.percent(t.since('onset', 1), t.share(m.tripsPage)),
    ),
    ask(
      'follow-up',
      'and only for the a7',
      t.percent(t.since('onset', 1), t.share(t.all(m.tripsPage, m.motorway('A7')))),
    ),
    ask('follow-up', 'a1', t.words({ saysFirst: [['(?<![\\d.,])0\\b', '\\bnone\\b', '\\bno\\b']] })),
  ),
  ...talk(
    'memory',
    ask('follow-up', 'memory of the driver api max', t.within(0.01, t.bytes(t.anytime, memory('driver-api', 'max')))),
    ask('follow-up', 'and accounts', t.within(0.01, t.bytes(t.anytime, memory('accounts', 'max')))),
    ask('follow-up', 'average instead', t.within(0.01, t.bytes(t.anytime, memory('accounts', 'mean')))),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 topup pay', t.millis(t.anytime, t.took(m.topup, 0.95))),
    ask('follow-up', 'last thirty minutes only', t.millis(t.last(30), t.took(m.topup, 0.95))),
    ask(
      'follow-up',
      'and the kiosk',
      t.within(0.08, t.millis(t.last(30), t.took(t.all(m.paying, m.channel('kiosk')), 0.95))),
    ),
  ),
]
