/** Shares, durations, rates, money, levels, pressures and comparisons of the water supplier. Sixty-third round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const exact = (tolerance: number, ...measures: t.Measure[]) => t.within(tolerance, t.value(t.anytime, ...measures))
const eachValue =
  (names: readonly string[], measure: (name: string) => t.Measure, tolerance: number): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      names.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [measure(one)]), tolerance }]),
    ),
  })

export const WATERSUPPLY_NUMBERS_63 = [
  ask('ratio', 'what percentage of the writes failed since {@onset}', t.percent(t.since('onset'), t.share(m.writing))),
  ask('ratio', 'error rate of readings-db in the last 10 minutes?', t.percent(t.last(10), t.share(m.database))),
  ask(
    'ratio',
    'what share of the dashboard requests failed in the last 30 minutes',
    t.percent(t.last(30), t.share(m.showing)),
  ),
  ask(
    'ratio',
    'how many percent of the samples were refused?',
    t.percent(t.anytime, t.share(m.sampling, m.status(422))),
  ),
  ask('percentile', 'p95 of POST /samples in the last 30 minutes', t.millis(t.last(30), t.took(m.sampling, 0.95))),
  ask('percentile', 'p95 of control-room before {@onset}', t.millis(t.before('onset'), t.took(m.room, 0.95))),
  ask('percentile', 'median duration of valve commands in pump-control', t.millis(t.anytime, t.took(m.valving, 0.5))),
  ask(
    'mean-max',
    'how long does a poll take on average before {@onset}',
    t.millis(t.before('onset'), t.took(m.polling, 'mean')),
  ),
  ask('mean-max', 'what was the longest poll today?', t.millis(t.anytime, t.took(m.polling, 'max'))),
  ask('mean-max', 'what was the biggest bill we sent', t.value(t.anytime, m.overOf(m.billSent, 'eur', 'max'))),
  ask('mean-max', 'average cost of a closed order', exact(0.01, m.overOf(m.closed, 'cost_eur', 'mean'))),
  ask(
    'mean-max',
    'biggest suspected leak in litres per second?',
    exact(0.005, t.stated(/^leak suspected in zone \S+, ([\d.]+) l\/s/, 'max')),
  ),
  ask(
    'slowest',
    'which endpoint takes the longest at the moment',
    t.words({ saysFirst: [['/valves', 'poll station']] }),
  ),
  ask(
    'rate',
    'how many polls per minute before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.polling))),
  ),
  ask(
    'rate',
    'how many customer reports per minute do we get?',
    t.perS(t.anytime, t.perSecond(t.requests(m.reporting)), t.perSecond(t.logs(m.taken))),
  ),
  ask(
    'sum',
    'how many euros did we bill in the last 30 minutes',
    t.value(t.last(30), m.overOf(m.billSent, 'eur', 'sum'), m.overOf(m.billing, 'eur', 'sum')),
  ),
  ask(
    'sum',
    'total cost of all repairs today',
    t.value(t.anytime, m.overOf(m.repaired, 'cost_eur', 'sum'), m.overOf(m.closed, 'cost_eur', 'sum')),
  ),
  ask(
    'sum',
    'how much did the orders with no leak found cost us?',
    t.value(t.anytime, m.overOf(m.noLeak, 'cost_eur', 'sum')),
  ),
  ask('metric', 'what is the level of castle now', exact(0.015, m.level('castle', 'last'))),
  ask('metric', 'what is the lowest pressure in old-town', exact(0.005, m.pressure('old-town', 'min'))),
  ask(
    'metric',
    'average flow in the harbour',
    exact(0.015, m.flow('harbour', 'mean'), t.scaled(m.flow('harbour', 'mean'), 1 / 3600)),
  ),
  ask('metric', 'how many pumps are running at hilltop right now?', exact(0.005, m.running('hilltop', 'last'))),
  ask('metric', 'how far behind is the gateway now', exact(0.03, m.lag('last'), t.scaled(m.lag('last'), 1000))),
  ask('metric', 'how many readings are buffered in the gateway right now?', exact(0.03, m.buffered('last'))),
  ask('metric', 'how many files does readings-db have open', exact(0.002, m.handles('last'))),
  ask(
    'metric',
    'how many crews are free now?',
    t.words({ saysFirst: [['(?<![\\d.,:])0(?![\\d:]|[.,]\\d)', '\\bno(?:ne)?\\b', 'zero']] }),
  ),
  ask(
    'metric',
    'how much memory does readings-db use',
    t.within(0.02, t.bytes(t.anytime, m.memory('readings-db', 'last'))),
  ),
  ask(
    'metric-group',
    'current level of each reservoir',
    eachValue(['castle', 'meadow', 'oakwood'], (one) => m.level(one, 'last'), 0.015),
  ),
  ask(
    'metric-group',
    'average pressure per zone',
    eachValue(m.ZONES, (one) => m.pressure(one, 'mean'), 0.01),
  ),
  ask('top', 'which zone has the highest pressure?', t.words({ first: { name: 'harbour', among: m.ZONES } })),
  ask(
    'top',
    'which reservoir is lowest now',
    t.words({ first: { name: 'castle', among: ['castle', 'meadow', 'oakwood'] } }),
  ),
  ask(
    'compare',
    'how many leaks were reported in the 30 minutes before {@onset} and in the 30 minutes after?',
    t.compared('count', t.logs(m.leak), t.during(['onset', -30], ['onset', 0]), t.during(['onset', 0], ['onset', 30])),
  ),
  ask(
    'compare',
    'p95 of POST /samples before and after release 2.8.0',
    t.compared('ms', t.took(m.sampling, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'who has more refused writes, hilltop or quarry?',
    t.words({ saysFirst: [['hilltop']], neverFirst: ['^\\W*quarry\\b'] }),
  ),
  ask(
    'compare',
    'error rate of control-room before and after {@onset}',
    t.compared('percent', t.share(m.room), t.before('onset'), t.since('onset')),
  ),
  ask('trend', 'is the level of castle falling?', t.verdict('yes', 'down')),
  ask('trend', 'is the gateway lag still growing', t.verdict('yes', 'up')),
  ask('trend', 'is the pressure in the harbour dropping?', t.verdict('no', 'down')),
  ask('trend', 'did the number of leaks go up after {@onset}', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything unusual in process_open_fds',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does crews.free look normal?',
    t.words({
      says: [['fall|fell|falling|drop|lower|decreas|\\bdown\\b|below|unusual|to 0|zero|from \\d|not normal']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95 and p99 of meter-billing',
    t.both(t.anytime, ['ms', t.took(m.billing, 0.5)], ['ms', t.took(m.billing, 0.95)], ['ms', t.took(m.billing, 0.99)]),
  ),
  ask(
    'several',
    'how many orders were opened and how many were closed in the last hour?',
    t.both(t.last(60), ['count', t.logs(m.opened)], ['count', t.logs(m.closed)]),
  ),
  ask(
    'several',
    'how many writes and how many queries were refused since {@onset}',
    t.both(t.since('onset'), ['count', t.failures(m.writing)], ['count', t.failures(m.querying)]),
  ),
]
