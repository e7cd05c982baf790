/** Shares, durations, rates, tanks, pressures and comparisons of the water utility. Forty-ninth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const tank = (name: string, what: t.Statistic) =>
  t.metric('pump-scada', 'tank.level', what, (point) => point.attributes['tank'] === name)
const pressure = (name: string, what: t.Statistic) =>
  t.metric('pump-scada', 'network.pressure', what, (point) => point.attributes['supply.district'] === name)
const flow = (name: string, what: t.Statistic) =>
  t.metric('pump-scada', 'pump.flow', what, (point) => point.attributes['pump.id'] === name)
const broken = t.during(['onset', 1], ['recovery', 0])

export const WATERWORKS_NUMBERS_49 = [
  ask('ratio', 'pipe-registry error rate between {@onset+1} and {@recovery}', t.percent(broken, t.share(m.registry))),
  ask(
    'ratio',
    'failure rate of GET /outages on mywater-web since {@onset}?',
    t.percent(t.since('onset'), t.share(m.on(m.web, '/outages'))),
  ),
  ask(
    'ratio',
    'what share of bills was estimated',
    t.percent(
      t.anytime,
      (world, window) => (100 * t.logs(m.estimated)(world, window)) / t.logs(m.issued)(world, window),
    ),
  ),
  ask(
    'ratio',
    'percent of payments with a 402',
    t.percent(
      t.anytime,
      t.share(m.on(m.web, '/my/payments'), m.status(402)),
      t.share(m.on(m.edge, '/my/payments'), m.status(402)),
    ),
  ),
  ask(
    'ratio',
    'how much of mywater-web traffic comes from the app? in %',
    t.percent(t.anytime, t.share(m.web, m.channel('app'))),
  ),
  ask('ratio', 'field-orders failure rate, last 8 minutes', t.percent(t.last(8), t.share(m.field))),
  ask('ratio', 'error rate of leak-sentry {@onset+1}-{@recovery}', t.percent(broken, t.share(m.sentry))),

  ask('percentile', 'p95 of POST /quotes?', t.millis(t.anytime, t.took(m.quoting, 0.95))),
  ask('percentile', 'p99 mywater-web last half hour', t.millis(t.last(30), t.took(m.web, 0.99))),
  ask('percentile', 'median of pipe-registry before {@onset}', t.millis(t.before('onset'), t.took(m.registry, 0.5))),
  ask(
    'percentile',
    'p90 for POST /my/payments on mywater-web',
    t.millis(t.anytime, t.took(m.on(m.web, '/my/payments'), 0.9)),
  ),
  ask(
    'percentile',
    'p95 of quotes on the industry tariff',
    t.millis(t.anytime, t.took(t.all(m.quoting, m.kindOfTariff('industry')), 0.95)),
  ),
  ask('mean-max', 'how long does bill-press need per job on average', t.millis(t.anytime, t.took(m.press, 'mean'))),
  ask('mean-max', 'worst latency at aqua-edge in the past 45 min?', t.millis(t.last(45), t.took(m.edge, 'max'))),
  ask('mean-max', 'mean time of reading-intake per message', t.millis(t.anytime, t.took(m.intake, 'mean'))),

  ask('rate', 'requests per second hitting aqua-edge', t.perS(t.anytime, t.perSecond(t.requests(m.edge)))),
  ask(
    'rate',
    'readings per minute, last 20min',
    t.perS(t.last(20), t.perSecond(t.requests(m.intake)), t.perSecond(t.logs(m.stored))),
  ),
  ask(
    'rate',
    'how many bills a minute does the run make',
    t.perS(t.anytime, t.perSecond(t.logs(m.issued)), t.perSecond(t.requests(m.press))),
  ),
  ask(
    'rate',
    'pipe-registry errors per minute while it was broken, {@onset+1} to {@recovery}',
    t.perS(broken, ...t.errors(m.registry).map(t.perSecond)),
  ),

  ask('sum', 'sum of cents booked as payments', t.count(t.anytime, m.sumOf(m.booked, 'cents'))),
  ask(
    'sum',
    'total litres stored in the last 15 minutes?',
    t.within(0.02, t.count(t.last(15), m.sumOf(m.stored, 'litres'))),
  ),
  ask('sum', 'whats the highest cents on a bill', t.value(t.anytime, m.maxOf(m.issued, 'cents'))),
  ask('sum', 'average minutes of a closed job', t.within(0.02, t.value(t.anytime, m.meanOf(m.closed, 'minutes')))),

  ask('metric', 'level of the northfield tank now?', t.within(0.02, t.value(t.anytime, tank('northfield', 'last')))),
  ask('metric', 'lowest tank.level of dockside', t.value(t.anytime, tank('dockside', 'min'))),
  ask('metric', 'pressure in hillside right now', t.within(0.06, t.value(t.anytime, pressure('hillside', 'last')))),
  ask(
    'metric',
    'min network.pressure of harbour since {@onset}',
    t.within(0.01, t.value(t.since('onset'), pressure('harbour', 'min'))),
  ),
  ask('metric', 'avg pump.flow of P1-north', t.within(0.01, t.value(t.anytime, flow('P1-north', 'mean')))),
  ask(
    'metric',
    'How many work orders are open at the moment?',
    t.within(0.03, t.value(t.anytime, t.metric('field-orders', 'work_orders.open', 'last'))),
  ),
  ask(
    'metric',
    'longest bill.jobs queue',
    t.value(t.anytime, t.metric('bill-press', 'rabbitmq.queue.messages', 'max')),
  ),
  ask('metric', 'memory of tariff-engine: max?', t.within(0.01, t.bytes(t.anytime, memory('tariff-engine', 'max')))),
  ask(
    'metric',
    'mean cpu of mywater-web',
    t.within(
      0.02,
      t.value(
        t.anytime,
        t.metric('mywater-web', 'process.cpu.utilization', 'mean'),
        t.scaled(t.metric('mywater-web', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'leak.alarms.unplaced summed up since {@onset-1}',
    t.within(
      0.02,
      t.count(t.since('onset', -1), t.metric('leak-sentry', 'leak.alarms.unplaced', 'sum'), t.logs(m.unplaced)),
    ),
  ),
  ask(
    'metric',
    'mean pressure per district',
    t.groups(
      'any',
      t.anytime,
      m.each(m.DISTRICTS, (one) => pressure(one, 'mean')),
    ),
  ),
  ask('metric', 'tank levels, all of them', t.words({ names: ['northfield', 'castle-hill', 'dockside'] })),

  ask(
    'trend',
    'is the northfield tank going down?',
    t.words({
      says: [['^\\W*yes\\b', 'fall', 'fell', 'drop', 'down', 'declin', 'decreas', 'lower']],
      neverFirst: ['^\\W*no\\b', '\\b(?:rising|rose|stable|flat|steady)\\b'],
    }),
  ),
  ask(
    'trend',
    'castle-hill tank: rising, falling or flat',
    t.words({
      saysFirst: [
        [
          'flat',
          'stable',
          'steady',
          'unchanged',
          'constant',
          'about the same',
          'no (?:clear )?(?:trend|change)',
          'neither',
          'level\\b',
          'hardly',
        ],
      ],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'trend',
    'are the pipe-registry errors getting fewer?',
    t.words({
      says: [
        [
          '^\\W*yes\\b',
          'fewer',
          'fall',
          'fell',
          'down',
          'drop',
          'declin',
          'decreas',
          'stopped',
          'none',
          'no (?:more )?error',
        ],
      ],
      neverFirst: ['^\\W*no,', 'rising'],
    }),
  ),
  ask(
    'compare',
    'p95 of tariff-engine before vs after {@release}',
    t.compared('ms', t.took(m.tariff, 0.95), t.before('release'), t.since('release')),
  ),
  ask('compare', 'work orders created {@onset-10} to {@onset} against {@onset+5} to {@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.CREATED),
      t.numberOf(asked, 'count', t.during(['onset', 5], ['onset', 15]), m.CREATED),
    ],
  })),
  ask(
    'compare',
    'requests of aqua-edge, last 10 min versus half an hour ago',
    t.compared('count', t.requests(m.edge), t.last(10), t.earlier(10, 30)),
  ),
  ask(
    'compare',
    'did tariff-engine get slower with 3.15.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'longer', 'from \\d']],
      neverFirst: ['^\\W*no\\b', 'root cause'],
    }),
  ),
  ask(
    'compare',
    'industry quotes slower than household ones?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'industry']],
      neverFirst: ['^\\W*no\\b', 'household (?:is|was|are) (?:\\w+ )?slower'],
    }),
  ),
  ask(
    'several',
    'p50 and p99 of aqua-edge please',
    t.both(t.anytime, ['ms', t.took(m.edge, 0.5)], ['ms', t.took(m.edge, 0.99)]),
  ),
  ask('several', 'how many letters and how many sms did notice-post handle?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.letters)]),
      t.numberOf(asked, 'count', t.anytime, [t.logs(m.texted)]),
    ],
  })),
  ask(
    'group',
    'p95 of quotes per tariff',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.TARIFFS, (one) => t.took(t.all(m.quoting, m.kindOfTariff(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate of pipe-registry in each district between {@onset+1} and {@recovery}',
    t.groups(
      'percent',
      broken,
      m.each(['north', 'harbour'], (one) => t.share(t.all(m.registry, m.district(one)))),
    ),
  ),

  ...talk(
    'quotes',
    ask('follow-up', 'average latency of tariff-engine', t.millis(t.anytime, t.took(m.tariff, 'mean'))),
    ask('follow-up', 'and p99?', t.millis(t.anytime, t.took(m.tariff, 0.99))),
    ask('follow-up', 'same number for bill-press', t.millis(t.anytime, t.took(m.press, 0.99))),
  ),
  ...talk(
    'mains',
    ask(
      'follow-up',
      'mean network.pressure in old-town',
      t.within(0.005, t.value(t.anytime, pressure('old-town', 'mean'))),
    ),
    ask('follow-up', 'and in north?', t.within(0.005, t.value(t.anytime, pressure('north', 'mean')))),
    ask('follow-up', 'the minimum?', t.within(0.005, t.value(t.anytime, pressure('north', 'min')))),
  ),
]
