/** Shares, durations, rates, metrics and comparisons of the shared bicycles. Eighteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const ready = (name: string, what: t.Statistic) =>
  t.metric('station-service', 'bikes.available', what, (point) => point.attributes['ride.city'] === name)
const since = t.since('onset', 1)

export const BIKES_NUMBERS_18 = [
  ask('ratio', 'error rate of rental-service since {@onset+1}', t.percent(since, t.share(m.rental))),
  ask('ratio', 'lock-gateway error rate, last 10 min?', t.percent(t.last(10), t.share(m.lock))),
  ask(
    'ratio',
    'What percentage of rentals fails right now?',
    t.percent(t.last(5), t.share(m.starting), t.share(m.rental)),
  ),
  ask('ratio', 'failure rate of app-bff last 15 minutes', t.percent(t.last(15), t.share(m.bff))),
  ask('ratio', 'how many percent of charges are declined?', t.percent(t.anytime, t.share(m.billing, m.status(402)))),
  ask('ratio', 'share of android on app-bff', t.percent(t.anytime, t.share(m.bff, m.platform('android')))),
  ask(
    'ratio',
    'ratio of 409 on POST /v2/rentals',
    t.percent(t.anytime, t.share(m.on(m.bff, '/v2/rentals'), m.status(409)), t.share(m.starting, m.status(409))),
  ),

  ask('percentile', 'p99 of edge-ingress', t.millis(t.anytime, t.took(m.ingress, 0.99))),
  ask(
    'percentile',
    'p95 for POST /locks/unlock before {@onset}',
    t.millis(t.before('onset'), t.took(m.unlocking, 0.95)),
  ),
  ask('percentile', 'median latency of billing-service?', t.millis(t.anytime, t.took(m.billing, 0.5))),
  ask('percentile', 'p90 station-service last 20 min', t.millis(t.last(20), t.took(m.station, 0.9))),
  ask('percentile', 'p95 of paypal charges', t.millis(t.anytime, t.took(t.all(m.billing, m.method('paypal')), 0.95))),
  ask('mean-max', 'average duration of zone-service requests', t.millis(t.anytime, t.took(m.zone, 'mean'))),
  ask('mean-max', 'slowest charge in the last hour', t.millis(t.last(60), t.took(m.billing, 'max'))),
  ask('mean-max', 'how long does push-worker take on average?', t.millis(t.anytime, t.took(m.push, 'mean'))),
  ask('mean-max', 'max latency of lock-gateway since {@release}', t.millis(t.since('release'), t.took(m.lock, 'max'))),
  ask(
    'slowest',
    'slowest endpoint right now?',
    t.words({ saysFirst: [['rentals', '/locks/', '/charges', '/unlock']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'is paypal slower than card?',
    t.words({ saysFirst: [['^\\W*yes\\b', 'paypal']], neverFirst: ['^\\W*no\\b', 'card (?:is|was) (?:\\w+ )?slower'] }),
  ),

  ask('rate', 'requests per minute of app-bff', t.perS(t.anytime, t.perSecond(t.requests(m.bff)))),
  ask('rate', 'rps on edge-ingress last 10 min', t.perS(t.last(10), t.perSecond(t.requests(m.ingress)))),
  ask(
    'rate',
    'rentals per minute before {@onset}?',
    t.perS(t.before('onset'), ...[...m.STARTED, t.requests(m.starting)].map(t.perSecond)),
  ),
  ask('rate', 'positions per second', t.perS(t.anytime, t.perSecond(t.requests(m.telemetry)))),
  ask(
    'rate',
    'errors per minute in lock-gateway since {@onset+1}',
    t.perS(since, ...t.errors(m.lock).map(t.perSecond)),
  ),

  ask('sum', 'total cents charged', t.count(t.anytime, m.sumOf(m.charged, 'cents'))),
  ask(
    'sum',
    'how many bikes are there to move in all the rebalancing plans together?',
    t.count(t.anytime, t.stated(/^rebalancing plan written: (\d+) bikes/, 'sum')),
  ),

  ask('metric', 'max memory of rental-service', t.within(0.01, t.bytes(t.anytime, memory('rental-service', 'max')))),
  ask('metric', 'memory of lock-gateway now', t.within(0.06, t.bytes(t.anytime, memory('lock-gateway', 'last')))),
  ask(
    'metric',
    'how many rides are active at the moment?',
    t.within(0.02, t.value(t.anytime, gauge('rental-service', 'rides.active', 'last'))),
  ),
  ask('metric', 'bikes available in berlin right now', t.within(0.01, t.value(t.anytime, ready('berlin', 'last')))),
  ask('metric', 'lowest bikes.available in madrid?', t.value(t.anytime, ready('madrid', 'min'))),
  ask(
    'metric',
    'locks.connected: last value',
    t.within(0.01, t.value(t.anytime, gauge('lock-gateway', 'locks.connected', 'last'))),
  ),
  ask(
    'metric',
    'max consumer lag of ride-telemetry in the last hour',
    t.value(t.last(60), gauge('ride-telemetry', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'average db connections used by rental-service',
    t.within(0.02, t.value(t.anytime, gauge('rental-service', 'db.client.connection.count', 'mean'))),
  ),
  ask(
    'metric',
    'tls.handshake.failures total since {@onset}',
    t.within(0.02, t.count(t.since('onset'), gauge('lock-gateway', 'tls.handshake.failures', 'sum'), t.logs(m.noTls))),
  ),
  ask(
    'metric',
    'cpu by service',
    t.words({ names: ['app-bff', 'rental-service', 'station-service', 'lock-gateway', 'billing-service'] }),
  ),

  ask(
    'compare',
    'p95 station-service before and after the release',
    t.compared('ms', t.took(m.station, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'failed rentals {@onset-10}-{@onset} compared with {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), m.FAILED_RENTALS),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), m.FAILED_RENTALS),
    ],
  })),
  ask(
    'compare',
    'requests on app-bff in the last 15 min vs an hour ago',
    t.compared('count', t.requests(m.bff), t.last(15), t.earlier(15, 60)),
  ),
  ask(
    'compare',
    'more rentals on ebikes or on classic bikes?',
    t.topOf(m.spansOf(m.starting), t.attribute('bike.type')),
  ),
  ask('trend', 'are active rides going up?', t.verdict('yes', 'up')),
  ask('trend', 'is locks.connected dropping', t.verdict('yes', 'down')),
  ask(
    'trend',
    'did 4.7.0 make station-service slower?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'not slower', 'no slower', 'faster', 'unchanged', 'did(?: not|n.t)', 'fell', 'drop']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('trend', 'are there more errors in app-bff than before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything odd in billing-service?',
    t.words({
      saysFirst: [['billing-service'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?billing', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does locks.connected look normal?',
    t.words({
      says: [['drop', 'fell', 'fall', 'declin', 'low', 'decreas', 'unusual', 'below', 'down', 'from \\d']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50 and p95 of lock-gateway',
    t.both(t.anytime, ['ms', t.took(m.lock, 0.5)], ['ms', t.took(m.lock, 0.95)]),
  ),
  ask('several', 'how many rentals started and how many ended in the last 30 minutes?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(30), m.STARTED), t.numberOf(asked, 'count', t.last(30), m.ENDED)],
  })),
  ask(
    'group',
    'p95 per payment method',
    t.groups(
      'ms',
      t.anytime,
      m.each(['card', 'paypal', 'wallet'], (one) => t.took(t.all(m.billing, m.method(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate of rental-service by city since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(m.CITIES, (one) => t.share(t.all(m.rental, m.city(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of rental-service', t.millis(t.anytime, t.took(m.rental, 0.95))),
    ask('follow-up', 'and for station-service?', t.millis(t.anytime, t.took(m.station, 0.95))),
    ask('follow-up', 'p50?', t.millis(t.anytime, t.took(m.station, 0.5))),
  ),
  ...talk(
    'rate',
    ask(
      'follow-up',
      'whats the error rate of lock-gateway in the last 20 minutes',
      t.percent(t.last(20), t.share(m.lock)),
    ),
    ask('follow-up', 'and rental-service?', t.percent(t.last(20), t.share(m.rental))),
    ask('follow-up', 'same for the last 5 min', t.percent(t.last(5), t.share(m.rental))),
  ),
]
