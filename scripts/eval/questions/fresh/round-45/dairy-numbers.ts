/** Shares, durations, rates, sums, metrics and comparisons of the co-operative. Round 45. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const silo = (metric: string, id: string, what: t.Statistic) =>
  t.metric('silo-keeper', metric, what, (point) => point.attributes['silo.id'] === id)
const litres = (what: t.Statistic, fleet?: string) =>
  t.metric(
    'pickup-service',
    'milk.collected',
    what,
    (point) => fleet === undefined || point.attributes['tanker.fleet'] === fleet,
  )
const onTour = (fleet: string) =>
  t.metric('tour-planner', 'tankers.on_tour', 'last', (point) => point.attributes['tanker.fleet'] === fleet)
const since = t.since('onset', 1)

export const DAIRY_NUMBERS_45 = [
  ask('ratio', 'error rate of sample-desk since {@onset+1}?', t.percent(since, t.share(m.samples))),
  ask('ratio', 'what share of pickups is failing at the moment', t.percent(t.last(5), t.share(m.collecting))),
  ask('ratio', 'error rate POST /samples last 15 minutes', t.percent(t.last(15), t.share(m.sampling))),
  ask('ratio', 'percentage of payouts held', t.percent(t.anytime, t.share(m.paying, m.status(402)))),
  ask(
    'ratio',
    'What percentage of gateway requests comes from driver-app?',
    t.percent(t.anytime, t.share(m.gateway, m.client('driver-app'))),
  ),

  ask('percentile', 'p95 herd-book', t.millis(t.anytime, t.took(m.herds, 0.95))),
  ask(
    'percentile',
    'p99 latency of coop-gateway in the last 30 minutes?',
    t.millis(t.last(30), t.took(m.gateway, 0.99)),
  ),
  ask('percentile', 'median POST /pickups before {@onset}', t.millis(t.before('onset'), t.took(m.collecting, 0.5))),
  ask(
    'mean-max',
    'mean response time of coop-gateway',
    t.millis(
      t.anytime,
      t.took(m.gateway, 'mean'),
      t.scaled(m.meanOfHistogram('coop-gateway', 'http.server.request.duration'), 1000),
    ),
  ),
  ask(
    'slowest',
    'which endpoint is slowest?',
    t.words({ saysFirst: [['valves', 'field-control']], neverFirst: ['log records'] }),
  ),

  ask(
    'rate',
    'pickups per minute before {@onset}?',
    t.perS(t.before('onset'), ...[...m.BOOKED, t.requests(m.collecting)].map(t.perSecond)),
  ),
  ask(
    'mean-max',
    'longest payout request?',
    t.millis(t.anytime, t.took(m.paying, 'max'), t.took(m.on(m.gateway, '/api/payouts'), 'max')),
  ),
  ask('slowest', 'slowest traces, show me', t.words({ says: [['valves', 'field-control']] })),
  ask('rate', 'gateway rps last 10min', t.perS(t.last(10), t.perSecond(t.requests(m.gateway)))),

  ask(
    'sum',
    'total litres booked in the last 30 minutes',
    t.within(0.03, t.count(t.last(30), m.sumOf(m.booked, 'litres'), litres('sum'))),
  ),
  ask('sum', 'tonnes of wheat stored today', t.count(t.anytime, t.stated(/: (\d+) t wheat stored/, 'sum'))),
  ask(
    'value',
    'biggest sample in bytes since {@onset}',
    t.bytes(t.since('onset'), m.maxOf(m.samples, 'bytes'), m.maxOf(m.tooLarge, 'bytes')),
  ),
  ask('value', 'average litres per booked pickup', t.within(0.02, t.value(t.anytime, m.meanOf(m.booked, 'litres')))),

  ask('metric', 'max memory sample-desk', t.within(0.01, t.bytes(t.anytime, memory('sample-desk', 'max')))),
  ask(
    'metric',
    'temperature in silo S3 now',
    t.within(0.03, t.value(t.anytime, silo('silo.temperature', 'S3', 'last'))),
  ),
  ask('metric', 'fill level of S2?', t.within(0.02, t.value(t.anytime, silo('silo.fill', 'S2', 'last')))),
  ask('metric', 'avg water flow', t.within(0.02, t.value(t.anytime, t.metric('field-control', 'water.flow', 'mean')))),
  ask(
    'metric',
    'how many payouts are pending right now',
    t.value(t.anytime, t.metric('milk-money', 'payouts.pending', 'last')),
  ),
  ask(
    'metric',
    'highest consumer lag of barn-sensors',
    t.value(t.anytime, t.metric('barn-sensors', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'messaging.publish.failures total',
    t.within(
      0.02,
      t.count(t.anytime, t.metric('sample-desk', 'messaging.publish.failures', 'sum'), t.logs(m.tooLarge)),
    ),
  ),
  ask('metric', 'tankers on tour per fleet, right now', t.groups('any', t.anytime, m.each(m.FLEETS, onTour))),
  ask('metric', 'silo temps, latest, each silo', (asked) => ({
    groups: Object.fromEntries(
      m.SILOS.map((id) => [
        id,
        { ...t.numberOf(asked, 'any', t.anytime, [silo('silo.temperature', id, 'last')]), tolerance: 0.03 },
      ]),
    ),
  })),
  ask('metric', 'which silo is the fullest?', t.words({ first: { name: 'S3', among: m.SILOS } })),
  ask(
    'metric',
    'which service uses the most memory',
    t.words({
      first: {
        name: 'sample-desk',
        among: [
          'sample-desk',
          'tour-planner',
          'herd-book',
          'milk-money',
          'pickup-service',
          'barn-sensors',
          'coop-gateway',
        ],
      },
    }),
  ),

  ask(
    'compare',
    'p95 of GET /tours/today before vs after the tour-planner release',
    t.compared('ms', t.took(m.touring, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'booked pickups {@onset-15}-{@onset} vs {@onset}-{@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.BOOKED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 15]), m.BOOKED),
    ],
  })),
  ask(
    'compare',
    'error rate pickup-service before and after {@onset}',
    t.compared('percent', t.share(m.pickups), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'failure rate per fleet since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['north', 'lake'], (one) => t.share(t.all(m.collecting, m.fleet(one)))),
    ),
  ),
  ask('compare', 'Has tour-planner become slower since {@release}?', t.verdict('yes', 'bad')),
  ask('trend', 'is silo S3 getting warmer?', t.verdict('yes', 'up')),
  ask('trend', 'did milk.collected go down after {@onset}', t.verdict('yes', 'down')),
  ask(
    'trend',
    'trend of sample-desk errors over the last hour',
    t.words({ says: [['ris', 'rose', 'up\\b', 'increas', 'grow', 'more', 'from 0', 'began', 'start', 'jump']] }),
  ),
  ask(
    'anomaly',
    'anything odd about milk.collected?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'low', 'decreas', 'below', 'down', 'from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('anomaly', 'does payouts.pending look normal', t.verdict('yes', 'good')),
  ask(
    'several',
    'p50 and p99 of milk-money pls',
    t.both(t.anytime, ['ms', t.took(m.money, 0.5)], ['ms', t.took(m.money, 0.99)]),
  ),
  ask('several', 'how many pickups were booked and how many failed in the last 30 min?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(30), m.BOOKED),
      t.numberOf(asked, 'count', t.last(30), m.FAILED_PICKUPS),
    ],
  })),
  ask(
    'several',
    'hi, two things: how many grain tickets were stored today? and whats the p95 of silo-keeper',
    (asked) => ({
      numbers: [
        t.numberOf(asked, 'count', t.anytime, [t.logs(m.stored), t.requests(t.all(m.silos, m.status(201)))]),
        t.numberOf(asked, 'ms', t.anytime, [t.took(m.silos, 0.95)]),
      ],
    }),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of milk-money', t.millis(t.anytime, t.took(m.money, 0.95))),
    ask('follow-up', 'and silo-keeper?', t.millis(t.anytime, t.took(m.silos, 0.95))),
    ask('follow-up', 'p99?', t.millis(t.anytime, t.took(m.silos, 0.99))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate of pickup-service in the last 15 min', t.percent(t.last(15), t.share(m.pickups))),
    ask('follow-up', 'same for sample-desk', t.percent(t.last(15), t.share(m.samples))),
    ask('follow-up', 'and before {@onset}?', t.percent(t.before('onset'), t.share(m.samples))),
  ),
]
