/** Shares, durations, rates, metrics and comparisons of the online pharmacy. Twentieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const packs = (name: string, what: t.Statistic) =>
  t.metric('stock-service', 'stock.packs', what, (point) => point.attributes['stock.warehouse'] === name)
const since = t.since('onset', 1)
const STEADY = ['^\\W*no\\b', 'steady', 'flat', 'stable', 'unchanged', 'not (?:growing|rising)', 'normal', 'usual']

export const PHARMACY_NUMBERS_20 = [
  ask('ratio', 'error rate of checkout-service since {@onset+1}?', t.percent(since, t.share(m.checkout))),
  ask('ratio', 'stock-service error rate last 15 min', t.percent(t.last(15), t.share(m.stock))),
  ask(
    'ratio',
    'How many percent of orders fail at the moment?',
    t.percent(t.last(5), t.share(m.checkout), t.share(m.on(m.gateway, '/api/checkout'))),
  ),
  ask('ratio', 'share of rejected prescriptions', t.percent(t.anytime, t.share(m.rx, m.status(422)))),
  ask('ratio', 'how many % of payments get declined?', t.percent(t.anytime, t.share(m.payment, m.status(402)))),
  ask(
    'ratio',
    'failure ratio of POST /api/checkout on the gateway since {@onset+1}',
    t.percent(since, t.share(m.on(m.gateway, '/api/checkout'))),
  ),
  ask(
    'ratio',
    'percentage of storefront-api requests from ios',
    t.percent(t.anytime, t.share(m.storefront, m.channel('ios'))),
  ),

  ask('percentile', 'p99 store-gateway', t.millis(t.anytime, t.took(m.gateway, 0.99))),
  ask('percentile', 'p95 latency of payment-service in the last hour?', t.millis(t.last(60), t.took(m.payment, 0.95))),
  ask('percentile', 'median duration of interaction-checker', t.millis(t.anytime, t.took(m.checker, 0.5))),
  ask('percentile', 'p90 of POST /prescriptions', t.millis(t.anytime, t.took(m.rx, 0.9))),
  ask('percentile', 'p95 of paypal payments?', t.millis(t.anytime, t.took(t.all(m.payment, m.method('paypal')), 0.95))),
  ask('percentile', 'p50 of GET /search since {@release}', t.millis(t.sinceMark('release'), t.took(m.searching, 0.5))),
  ask('mean-max', 'average response time of catalog-service', t.millis(t.anytime, t.took(m.catalog, 'mean'))),
  ask('mean-max', 'what was the slowest payment today?', t.millis(t.anytime, t.took(m.payment, 'max'))),
  ask('mean-max', 'mean duration dispatch-worker last 30 min', t.millis(t.last(30), t.took(m.dispatch, 'mean'))),
  ask(
    'mean-max',
    'max latency of checkout-service since {@onset}',
    t.millis(t.since('onset'), t.took(m.checkout, 'max')),
  ),
  ask(
    'slowest',
    'what is our slowest endpoint?',
    t.words({ saysFirst: [['checkout', 'orders', 'payments', '/prescriptions']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'which payment method is the slowest',
    t.words({ saysFirst: [['paypal']], neverFirst: ['(?:card|invoice) (?:is|was) (?:the )?slow'] }),
  ),

  ask('rate', 'requests per minute of store-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask('rate', 'rps storefront-api last 10 min', t.perS(t.last(10), t.perSecond(t.requests(m.storefront)))),
  ask(
    'rate',
    'how many orders per minute did we have before {@onset}',
    t.perS(t.before('onset'), ...[...m.PLACED, t.requests(m.checkout)].map(t.perSecond)),
  ),
  ask('rate', 'How many prescriptions per minute do we get?', t.perS(t.anytime, ...m.PRESCRIPTIONS.map(t.perSecond))),
  ask(
    'rate',
    'errors per minute of stock-service since {@onset+1}',
    t.perS(since, ...t.errors(m.stock).map(t.perSecond)),
  ),

  ask('sum', 'sum of cents captured today', t.count(t.anytime, m.sumOf(m.captured, 'cents'))),
  ask('sum', 'how many packs were reserved in total?', t.count(t.anytime, m.sumOf(m.reserved, 'packs'))),

  ask('metric', 'max memory of catalog-service', t.within(0.01, t.bytes(t.anytime, memory('catalog-service', 'max')))),
  ask(
    'metric',
    'current memory usage of stock-service?',
    t.within(0.06, t.bytes(t.anytime, memory('stock-service', 'last'))),
  ),
  ask(
    'metric',
    'how many carts are open right now',
    t.within(0.02, t.value(t.anytime, gauge('storefront-api', 'carts.open', 'last'))),
  ),
  ask('metric', 'stock.packs in ulm, last value', t.within(0.01, t.value(t.anytime, packs('ulm', 'last')))),
  ask(
    'metric',
    'highest kafka lag of dispatch-worker',
    t.value(t.anytime, gauge('dispatch-worker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'average number of pending prescriptions in the last hour?',
    t.within(0.03, t.value(t.last(60), gauge('prescription-service', 'prescriptions.pending', 'mean'))),
  ),
  ask(
    'metric',
    'stock.reservation.errors since {@onset}: total',
    t.within(
      0.02,
      t.count(t.since('onset'), gauge('stock-service', 'stock.reservation.errors', 'sum'), t.logs(m.noColumn)),
    ),
  ),
  ask(
    'metric',
    'cpu of interaction-checker max?',
    t.within(
      0.02,
      t.value(
        t.anytime,
        gauge('interaction-checker', 'process.cpu.utilization', 'max'),
        t.scaled(gauge('interaction-checker', 'process.cpu.utilization', 'max'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'peak heap of prescription-service',
    t.within(0.01, t.bytes(t.anytime, gauge('prescription-service', 'jvm.memory.used', 'max'))),
  ),
  ask(
    'metric',
    'restart count of interaction-checker',
    t.count(t.anytime, gauge('interaction-checker', 'k8s.container.restarts', 'last')),
  ),

  ask(
    'compare',
    'p95 of catalog-service before and after the release',
    t.compared('ms', t.took(m.catalog, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'checkout-service errors {@onset-10}-{@onset} vs {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), t.errors(m.checkout)),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), t.errors(m.checkout)),
    ],
  })),
  ask(
    'compare',
    'requests of storefront-api in the last 10 min compared to an hour ago',
    t.compared('count', t.requests(m.storefront), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'are there more card or more paypal payments?',
    t.words({ saysFirst: [['\\bcards?\\b']], neverFirst: ['more paypal', 'paypal (?:is|has|leads|was)'] }),
  ),
  ask('trend', 'is carts.open rising', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did search get slower with 7.12.0?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'went from', 'up from']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('trend', 'did errors on checkout-service go up after {@onset}?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'is dispatch-worker lagging more and more?',
    t.words({ saysFirst: [STEADY], neverFirst: ['^\\W*yes\\b'] }),
  ),
  ask(
    'anomaly',
    'anything strange with dispatch-worker?',
    t.words({
      saysFirst: [['dispatch-worker'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?dispatch', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50 and p99 of payment-service',
    t.both(t.anytime, ['ms', t.took(m.payment, 0.5)], ['ms', t.took(m.payment, 0.99)]),
  ),
  ask('several', 'how many orders placed and how many failed since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.PLACED),
      t.numberOf(asked, 'count', t.since('onset'), m.FAILED_ORDERS),
    ],
  })),
  ask(
    'group',
    'error rate of stock-service per warehouse since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['kassel'], (one) => t.share(t.all(m.stock, m.warehouse(one)))),
    ),
  ),
  ask(
    'group',
    'median duration per payment.method',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.payment, m.method(one)), 0.5)),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of checkout-service?', t.millis(t.anytime, t.took(m.checkout, 0.95))),
    ask('follow-up', 'and payment-service', t.millis(t.anytime, t.took(m.payment, 0.95))),
    ask('follow-up', 'last 15 minutes only', t.millis(t.last(15), t.took(m.payment, 0.95))),
    ask('follow-up', 'p50 instead', t.millis(t.last(15), t.took(m.payment, 0.5))),
  ),
  ...talk(
    'share',
    ask('follow-up', 'error rate of checkout-service in the last 20 min', t.percent(t.last(20), t.share(m.checkout))),
    ask('follow-up', 'just kassel', t.percent(t.last(20), t.share(t.all(m.checkout, m.warehouse('kassel'))))),
  ),
]
