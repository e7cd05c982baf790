/** Shares, durations, rates, metrics, comparisons and threads of the hotel bookings. Fourteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const cpu = (service: string, what: t.Statistic) => t.metric(service, 'process.cpu.utilization', what)
const memory = (service: string, what: t.Statistic) => t.metric(service, 'process.memory.usage', what)
const pool = (service: string, what: t.Statistic) => t.metric(service, 'db.client.connection.count', what)

export const HOTEL_NUMBERS_14 = [
  ask('ratio', 'error rate of search-service since {@onset+1}', t.percent(t.since('onset', 1), t.share(m.search))),
  ask('ratio', 'what percentage of rate-service requests fails at the moment?', t.percent(t.last(5), t.share(m.rates))),
  ask('ratio', 'error rate api-gateway last 15 minutes', t.percent(t.last(15), t.share(m.gateway))),
  ask('ratio', 'share of declined payments?', t.percent(t.anytime, t.share(m.payment, m.status(402)))),
  ask(
    'ratio',
    'success rate of POST /api/bookings before {@onset}, in %',
    t.percent(
      t.before('onset'),
      t.share(m.bookings, t.not(t.failed)),
      t.share(m.bookings, m.status(201)),
      t.share(m.inside.bookings, t.not(t.failed)),
      t.share(m.inside.bookings, m.status(201)),
    ),
  ),
  ask(
    'ratio',
    'how much of our gateway traffic is android?',
    t.percent(t.anytime, t.share(m.gateway, m.platform('android'))),
  ),
  ask('percentile', 'p99 search-service', t.millis(t.anytime, t.took(m.search, 0.99))),
  ask('percentile', 'p95 of payment-service in the last 30 min', t.millis(t.last(30), t.took(m.payment, 0.95))),
  ask(
    'percentile',
    "what's the median duration of POST /bookings",
    t.millis(t.anytime, t.took(m.inside.bookings, 0.5), t.took(m.bookings, 0.5)),
  ),
  ask('percentile', 'p90 of paypal payments', t.millis(t.anytime, t.took(t.all(m.payment, m.method('paypal')), 0.9))),
  ask('percentile', 'p50 availability-service before {@onset}', t.millis(t.before('onset'), t.took(m.rooms, 0.5))),
  ask('mean-max', 'avg response time of guest-service', t.millis(t.anytime, t.took(m.guest, 'mean'))),
  ask('mean-max', 'what was the longest request on api-gateway?', t.millis(t.anytime, t.took(m.gateway, 'max'))),
  ask(
    'mean-max',
    'how long does a payment take on average',
    t.millis(t.anytime, t.took(m.payment, 'mean'), t.stated(/captured in (\d+) ms/, 'mean')),
  ),
  ask('mean-max', 'max duration channel-sync last hour', t.millis(t.last(60), t.took(m.channel, 'max'))),
  ask('slowest', 'slowest endpoint of api-gateway?', () => ({ first: { name: '/api/bookings', among: m.ROUTES } })),
  ask(
    'slowest',
    'slowest payment method?',
    t.words({ first: { name: 'paypal', among: m.METHODS }, neverFirst: ['log records'] }),
  ),
  ask('slowest', 'show slow traces', t.words({ says: [['bookings', 'channel-sync']], neverFirst: ['log records'] })),
  ask('rate', 'requests per minute of api-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask('rate', 'rps on search-service in the last 10 minutes?', t.perS(t.last(10), t.perSecond(t.requests(m.search)))),
  ask(
    'rate',
    'how many errors per minute does rate-service have since {@onset+1}?',
    t.perS(t.since('onset', 1), ...t.errors(m.rates).map(t.perSecond)),
  ),
  ask(
    'rate',
    'confirmed bookings per minute before {@onset}',
    t.perS(t.before('onset'), ...m.CONFIRMED.map(t.perSecond)),
  ),
  ask('sum', 'total amount of confirmed bookings', (asked) => {
    const sum: t.Measure = (world, window) => {
      let total = 0
      for (const log of t.logsIn(m.confirmed)(world, window)) total += Number(log.attributes['amount'] ?? 0)
      return total
    }
    return { numbers: [t.numberOf(asked, 'any', t.anytime, [sum])] }
  }),
  ask('sum', 'sum of bookings.confirmed', t.within(0.01, t.count(t.anytime, ...m.CONFIRMED))),
  ask('metric', 'max memory of search-service', t.within(0.01, t.bytes(t.anytime, memory('search-service', 'max')))),
  ask(
    'metric',
    'average cpu of rate-service?',
    t.within(0.03, t.value(t.anytime, cpu('rate-service', 'mean'), t.scaled(cpu('rate-service', 'mean'), 100))),
  ),
  ask(
    'metric',
    'how many db connections does booking-service use at most?',
    t.value(t.anytime, pool('booking-service', 'max')),
  ),
  ask(
    'metric',
    'highest kafka lag of channel-sync in the last hour',
    t.value(t.last(60), t.metric('channel-sync', 'kafka.consumer.lag', 'max')),
  ),
  ask('metric', 'dns.lookup.errors of rate-service in total', t.within(0.02, t.count(t.anytime, ...m.UNRESOLVED))),
  ask('metric', 'mean http.server.request.duration of rate-service', (asked) => {
    const seconds = m.meanOfHistogram('rate-service', 'http.server.request.duration')
    return { numbers: [t.numberOf(asked, 'ms', t.anytime, [t.scaled(seconds, 1000), t.took(m.rates, 'mean')])] }
  }),
  ask(
    'compare',
    'p99 of search-service before and after the deploy',
    t.compared('ms', t.took(m.search, 0.99), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'errors of booking-service: {@onset-15} to {@onset} vs {@onset} to {@onset+15}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), t.errors(m.booking)),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 15]), t.errors(m.booking)),
    ],
  })),
  ask('compare', 'confirmed bookings in the 20 min before {@onset} and in the 20 min after', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.CONFIRMED),
      t.numberOf(asked, 'count', t.during(['onset', 0], ['onset', 20]), m.CONFIRMED),
    ],
  })),
  ask(
    'trend',
    'did search-service get slower with the release?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'higher']],
      neverFirst: ['^\\W*no\\b', '(?:not|no|n.t get) slower'],
    }),
  ),
  ask('trend', 'did traffic on api-gateway drop since {@onset}?', t.verdict('no', 'down')),
  ask('trend', 'is the kafka lag of mail-worker growing?', t.verdict('no', 'up')),
  ask('trend', 'is there an increase of 5xx since {@onset}?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything unusual in payment-service?',
    t.words({
      neverFirst: ['root cause: .?payment-service', '^\\W*yes\\b'],
      saysFirst: [['payment-service'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
    }),
  ),
  ask(
    'anomaly',
    'what is weird about rate-service?',
    t.words({ saysFirst: [['rate-service'], ['fail', 'error', 'no such host', 'dns', 'resolv', 'lookup']] }),
  ),
  ask(
    'several',
    'p50 and p99 of booking-service?',
    t.both(t.anytime, ['ms', t.took(m.booking, 0.5)], ['ms', t.took(m.booking, 0.99)]),
  ),
  ask('several', 'how many bookings were confirmed and how many cancelled in the last 30 minutes?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.last(30), m.CONFIRMED),
      t.numberOf(asked, 'count', t.last(30), [t.logs(m.cancelled), t.requests(m.inside.cancellations)]),
    ],
  })),
  ask(
    'group',
    'error rate per service since {@onset+1}',
    t.groups('percent', t.since('onset', 1), {
      'rate-service': t.share(m.rates),
      'search-service': t.share(m.search),
      'booking-service': t.share(m.booking),
      'api-gateway': t.share(m.gateway),
    }),
  ),
  ask(
    'group',
    'p95 by payment method',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.METHODS, (one) => t.took(t.all(m.payment, m.method(one)), 0.95)),
    ),
  ),

  ...talk(
    'codes',
    ask(
      'follow-up',
      'how many 502 on api-gateway since {@onset}?',
      t.count(t.since('onset'), t.requests(t.all(m.gateway, m.status(502)))),
    ),
    ask('follow-up', 'and 503?', t.count(t.since('onset'), t.requests(t.all(m.gateway, m.status(503))))),
    ask(
      'follow-up',
      'only gold',
      t.count(t.since('onset'), t.requests(t.all(m.gateway, m.status(503), m.tier('gold')))),
    ),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of search-service', t.millis(t.anytime, t.took(m.search, 0.95))),
    ask('follow-up', 'and booking-service?', t.millis(t.anytime, t.took(m.booking, 0.95))),
    ask('follow-up', 'before {@onset}?', t.millis(t.before('onset'), t.took(m.booking, 0.95))),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'show me the errors of search-service', t.words({ says: [['no rates from rate-service']] })),
    ask('follow-up', 'how many are these in the last 10 minutes?', t.count(t.last(10), ...t.errors(m.search))),
    ask('follow-up', 'same for booking-service', t.count(t.last(10), ...t.errors(m.booking))),
  ),
  ...talk(
    'warnings',
    ask(
      'follow-up',
      'warnings of booking-service since {@release}',
      t.count(t.since('release'), t.logs(t.all(m.booking, t.level('WARN')))),
    ),
    ask('follow-up', 'how many of them are about sold out rooms?', t.count(t.since('release'), t.logs(m.soldOut))),
  ),
]
