/** Shares, durations, rates, values and comparisons of the food delivery. Ninth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const brand = (name: string) => t.has('payment.card.brand', name)
const used = t.metric('courier-location', 'redis.memory.used', 'last')
const cpu = (service: string, what: t.Statistic) => t.metric(service, 'process.cpu.utilization', what)

export const DELIVERY_NUMBERS_9 = [
  ask(
    'ratio',
    'What percentage of requests to edge-gateway is failing right now?',
    t.percent(t.last(5), t.share(m.gateway)),
  ),
  ask(
    'ratio',
    'What share of the arrival time requests failed since {@onset+1}?',
    t.percent(t.since('onset', 1), t.share(m.etas), t.share(m.predictor)),
  ),
  ask(
    'ratio',
    'How many percent of the payments are declined?',
    t.percent(t.anytime, t.share(m.payment, m.status(402)), t.share(m.ordering, m.status(402))),
  ),
  ask(
    'ratio',
    'What percentage of our orders comes from the web?',
    t.percent(
      t.anytime,
      t.share(m.ordering, m.platform('web')),
      t.share(t.all(m.ordering, m.status(201)), m.platform('web')),
    ),
  ),
  ask('ratio', 'error rate courier-location', t.percent(t.anytime, t.share(m.location))),
  ask(
    'ratio',
    'success rate of dispatch-engine in the last 15 minutes',
    t.percent(t.last(15), t.share(m.dispatch, t.not(t.failed))),
  ),
  ask(
    'ratio',
    'What was the error rate of edge-gateway before {@onset}?',
    t.percent(t.before('onset'), t.share(m.gateway)),
  ),
  ask('percentile', 'What is the p95 of payment-bridge?', t.millis(t.anytime, t.took(m.payment, 0.95))),
  ask(
    'percentile',
    'p99 latency of POST /v1/orders at edge-gateway over the last 30 minutes',
    t.millis(t.last(30), t.took(m.ordering, 0.99)),
  ),
  ask(
    'percentile',
    'median response time of menu-catalog since {@release+1}',
    t.millis(t.since('release', 1), t.took(m.menu, 0.5)),
  ),
  ask(
    'mean-max',
    'How long does an order take on average?',
    t.millis(
      t.anytime,
      t.took(m.ordering, 'mean'),
      t.took(m.orderApi, 'mean'),
      t.took(t.all(m.ordering, m.status(201)), 'mean'),
    ),
  ),
  ask('mean-max', 'What was the slowest request to payment-bridge?', t.millis(t.anytime, t.took(m.payment, 'max'))),
  ask(
    'mean-max',
    'average duration of GET /v1/restaurants on edge-gateway in the 20 minutes before {@onset}',
    t.millis(t.during(['onset', -20], ['onset', 0]), t.took(m.restaurants, 'mean')),
  ),
  ask('stated', 'What was the longest GC pause?', t.millis(t.anytime, t.stated(/^GC pause of (\d+) ms/, 'max'))),
  ask('stated', 'How far away is the courier on average when an order gets assigned (minutes)?', (asked) => {
    const minutes = t.stated(/(\d+) min away$/, 'mean')
    const plain = t.numberOf(asked, 'any', t.anytime, [minutes, t.scaled(minutes, 60_000)])
    return { numbers: [{ ...plain, tolerance: 0.02 }] }
  }),
  ask(
    'sum',
    'How much money did we take in the last 30 minutes (EUR, captured charges)?',
    t.value(
      t.last(30),
      t.stated(/^Charge of ([\d.]+) EUR captured/, 'sum'),
      t.stated(/^Order FD-\d+ placed: \d+ items, ([\d.]+) EUR/, 'sum'),
    ),
  ),
  ask(
    'sum',
    'How many items were ordered in total?',
    t.count(t.anytime, t.stated(/placed: (\d+) items/, 'sum'), (world, window) => {
      let sum = 0
      for (const span of m.spansOf(m.orderApi)(world, window)) sum += Number(span.attributes['order.items'] ?? 0)
      return sum
    }),
  ),
  ask(
    'sum',
    'What is the sum of orders.placed since {@onset}?',
    t.within(0.02, t.count(t.since('onset'), t.metric('order-api', 'orders.placed', 'sum'))),
  ),
  ask(
    'mean-max',
    'What is the average value of a placed order in EUR?',
    t.within(
      0.01,
      t.value(
        t.anytime,
        t.stated(/^Order FD-\d+ placed: \d+ items, ([\d.]+) EUR/, 'mean'),
        t.stated(/^Charge of ([\d.]+) EUR captured/, 'mean'),
      ),
    ),
  ),
  ask('rate', 'How many orders per minute do we get?', t.perS(t.anytime, ...m.ORDERS.map(t.perSecond))),
  ask(
    'rate',
    'requests per second at edge-gateway in the last 10 minutes',
    t.perS(t.last(10), t.perSecond(t.requests(m.gateway))),
  ),
  ask(
    'rate',
    'How many errors per minute does courier-location log since {@onset+1}?',
    t.perS(t.since('onset', 1), t.perSecond(t.logs(t.all(m.location, t.level('ERROR'))))),
  ),
  ask('metric', 'How much memory does redis use now?', t.within(0.01, t.bytes(t.anytime, used))),
  ask(
    'metric',
    'What is the average CPU utilization of eta-predictor?',
    t.within(0.02, t.value(t.anytime, cpu('eta-predictor', 'mean'), t.scaled(cpu('eta-predictor', 'mean'), 100))),
  ),
  ask(
    'metric',
    'max jvm.memory.used of dispatch-engine',
    t.bytes(t.anytime, t.metric('dispatch-engine', 'jvm.memory.used', 'max')),
  ),
  ask(
    'metric',
    'How many couriers were online at most?',
    t.value(t.anytime, t.metric('dispatch-engine', 'couriers.online', 'max')),
  ),
  ask(
    'metric',
    'What is the kafka consumer lag right now?',
    t.within(0.04, t.value(t.anytime, t.metric('dispatch-engine', 'kafka.consumer.lag', 'last'))),
  ),
  ask('metric', 'mean of http.server.request.duration at edge-gateway', (asked) => {
    const seconds = m.meanOfHistogram('edge-gateway', 'http.server.request.duration')
    return { numbers: [t.numberOf(asked, 'ms', t.anytime, [t.scaled(seconds, 1000)])] }
  }),
  ask(
    'metric',
    'cpu of menu-catalog, highest value after {@release}',
    t.within(0.02, t.value(t.since('release'), cpu('menu-catalog', 'max'), t.scaled(cpu('menu-catalog', 'max'), 100))),
  ),
  ask(
    'compare',
    'How many orders did we have in the 20 minutes before {@onset} and in the 20 minutes after?',
    (asked) => ({
      numbers: [
        t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.ORDERS),
        t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 20]), m.ORDERS),
      ],
    }),
  ),
  ask(
    'compare',
    'Are there more requests on ios or on android?',
    t.words({
      first: { name: 'android', among: ['android', 'ios', 'web'] },
    }),
  ),
  ask('compare', 'Did ordering get slower after the start of the incident ({@onset})?', t.noTrouble),
  ask(
    'compare',
    'p95 of menu-catalog in the half hour before {@release} vs the half hour after',
    t.compared(
      'ms',
      t.took(m.menu, 0.95),
      t.during(['release', -30], ['release', 0]),
      t.during(['release', 0], ['release', 30]),
    ),
  ),
  ask(
    'compare',
    'error rate of courier-location {@onset-10} to {@onset} compared with {@onset+1} to {@onset+11}',
    t.compared(
      'percent',
      t.share(m.location),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask(
    'group',
    'average charge time per card brand',
    t.groups(
      'ms',
      t.anytime,
      m.each(['visa', 'mastercard', 'amex'], (one) => t.took(t.all(m.payment, brand(one)), 'mean')),
    ),
  ),
  ask(
    'group',
    'failure rate by city on {etaRoute}, last 20 minutes',
    t.groups(
      'percent',
      t.last(20),
      m.each(m.CITIES, (one) => t.share(t.all(m.etas, m.city(one)))),
    ),
  ),
  ask('several', 'How many orders were placed and how many got no courier since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.ORDERS),
      t.numberOf(asked, 'count', t.since('onset'), m.NO_COURIER),
    ],
  })),
  ask(
    'several',
    'What are p50 and p99 of order-api?',
    t.both(t.anytime, ['ms', t.took(m.orderApi, 0.5)], ['ms', t.took(m.orderApi, 0.99)]),
  ),
]
