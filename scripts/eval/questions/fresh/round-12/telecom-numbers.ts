/** Shares, durations, rates, metrics and comparisons of the mobile operator. Twelfth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const metric = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const cpu = (service: string, what: t.Statistic) => metric(service, 'process.cpu.utilization', what)
const ROUTES = ['/v1/balance', '/v1/plans', '/v1/topups', '/v1/sims/{iccid}/activate']
const outage = t.during(['onset', 1], ['recovery', 0])

export const TELECOM_NUMBERS_12 = [
  ask(
    'ratio',
    'error rate of public-gateway between {@onset+1} and {@recovery}',
    t.percent(outage, t.share(m.gateway)),
  ),
  ask('ratio', 'what share of balance-api requests failed?', t.percent(t.anytime, t.share(m.balance))),
  ask('ratio', 'error rate of topup-api in the last 40 minutes', t.percent(t.last(40), t.share(m.topup))),
  ask('ratio', 'failure rate right now on public-gateway?', t.percent(t.last(5), t.share(m.gateway))),
  ask('ratio', 'what percentage of payments is declined?', t.percent(t.anytime, t.share(m.payment, m.status(402)))),
  ask(
    'ratio',
    'how much of the gateway traffic is prepaid? in percent',
    t.percent(t.anytime, t.share(m.gateway, m.tariff('prepaid'))),
  ),
  ask(
    'ratio',
    'success rate of POST /v1/topups before {@onset}',
    t.percent(
      t.before('onset'),
      t.share(m.topups, t.not(t.failed)),
      t.share(m.topups, m.status(201)),
      t.share(m.topup, t.not(t.failed)),
      t.share(m.topup, m.status(201)),
    ),
  ),
  ask('percentile', 'p99 of public-gateway', t.millis(t.anytime, t.took(m.gateway, 0.99))),
  ask('percentile', 'p95 latency of sim-activation in the last half hour', t.millis(t.last(30), t.took(m.sims, 0.95))),
  ask('percentile', 'median of POST /v1/topups', t.millis(t.anytime, t.took(m.topups, 0.5))),
  ask(
    'percentile',
    'p90 payment-adapter for cardstream',
    t.millis(t.anytime, t.took(t.all(m.payment, m.provider('cardstream')), 0.9)),
  ),
  ask('mean-max', 'average response time of plan-catalog?', t.millis(t.anytime, t.took(m.plans, 'mean'))),
  ask('mean-max', 'longest request on sim-activation', t.millis(t.anytime, t.took(m.sims, 'max'))),
  ask(
    'mean-max',
    'how long does a sim activation take on average?',
    t.millis(
      t.anytime,
      t.took(m.sims, 'mean'),
      t.took(m.activations, 'mean'),
      t.stated(/^SIM activated in (\d+) ms/, 'mean'),
    ),
  ),
  ask('mean-max', 'slowest payment?', t.millis(t.anytime, t.took(m.payment, 'max'))),
  ask('slowest', 'slowest endpoint on the gateway?', () => ({
    first: { name: '/v1/sims/{iccid}/activate', among: ROUTES },
  })),
  ask('slowest', 'which service is the slowest?', ({ world }) => ({
    first: { name: 'sim-activation', among: [...world.services] },
  })),
  ask('slowest', 'show me the slowest traces', t.words({ says: [['sim', 'activat']], neverFirst: ['log records'] })),
  ask('rate', 'requests per second on public-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask('rate', 'rpm of topup-api in the last 20 min', t.perS(t.last(20), t.perSecond(t.requests(m.topup)))),
  ask(
    'rate',
    'errors per minute in balance-api between {@onset+1} and {@recovery}',
    t.perS(outage, ...t.errors(m.balance).map(t.perSecond)),
  ),
  ask('sum', 'how much money was topped up in total (amounts of credited topups)?', (asked) => {
    const sum: t.Measure = (world, window) => {
      let total = 0
      for (const log of t.logsIn(m.credited)(world, window)) total += Number(log.attributes['amount'] ?? 0)
      return total
    }
    return { numbers: [t.numberOf(asked, 'any', t.anytime, [sum])] }
  }),
  ask('sum', 'total sms.delivered', t.within(0.01, t.count(t.anytime, ...m.DELIVERED))),
  ask(
    'metric',
    'how many open files does balance-api have right now?',
    t.within(0.04, t.value(t.anytime, m.files('last'))),
  ),
  ask('metric', 'max open file descriptors of balance-api', t.value(t.anytime, m.files('max'))),
  ask(
    'metric',
    'memory of plan-catalog, average',
    t.within(0.01, t.bytes(t.anytime, metric('plan-catalog', 'process.memory.usage', 'mean'))),
  ),
  ask(
    'metric',
    'max memory of topup-api in the last 30 minutes',
    t.within(0.01, t.bytes(t.last(30), metric('topup-api', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'highest kafka lag of usage-rater?',
    t.value(t.anytime, metric('usage-rater', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'cpu balance-api average',
    t.within(0.03, t.value(t.anytime, cpu('balance-api', 'mean'), t.scaled(cpu('balance-api', 'mean'), 100))),
  ),
  ask('metric', 'mean http.server.request.duration of the gateway', (asked) => {
    const seconds = m.meanOfHistogram('public-gateway', 'http.server.request.duration')
    return { numbers: [t.numberOf(asked, 'ms', t.anytime, [t.scaled(seconds, 1000)])] }
  }),
  ask(
    'compare',
    'p99 of plan-catalog before and after the deploy',
    t.compared('ms', t.took(m.plans, 0.99), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'median of plan-catalog {@release-15} to {@release} vs {@release+1} to {@release+16}',
    t.compared(
      'ms',
      t.took(m.plans, 0.5),
      t.during(['release', -15], ['release', 0]),
      t.during(['release', 1], ['release', 16]),
    ),
  ),
  ask('compare', 'compare error counts of topup-api {@onset-10}-{@onset} with {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), t.errors(m.topup)),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), t.errors(m.topup)),
    ],
  })),
  ask(
    'compare',
    'is paywise slower than cardstream?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'paywise\\W+(?:\\w+ )?(?:is|was|takes) (?:\\w+ )?(?:slower|longer|more)']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'did plan-catalog get slower after {@release}?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'higher']],
      neverFirst: ['^\\W*no\\b', '(?:not|no|n.t get) slower'],
    }),
  ),
  ask('trend', 'is the kafka lag of usage-rater going down since {@recovery}?', t.verdict('yes', 'down')),
  ask('trend', 'were open files of balance-api rising before {@onset}?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything unusual in sim-activation?',
    t.words({
      neverFirst: ['root cause: .?sim-activation', '^\\W*yes\\b'],
      saysFirst: [['sim-activation'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
    }),
  ),
  ask(
    'anomaly',
    'what is odd about process.open_file_descriptor.count of balance-api',
    t.words({ says: [['1,?02[1-4]', 'rose', 'rising', 'grew', 'climb', 'jump', 'high', 'above', 'fell', 'dropp']] }),
  ),
  ask(
    'several',
    'p50 and p95 of public-gateway?',
    t.both(t.anytime, ['ms', t.took(m.gateway, 0.5)], ['ms', t.took(m.gateway, 0.95)]),
  ),
  ask('several', 'how many topups failed and how many cards were declined since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.FAILED_TOPUPS),
      t.numberOf(asked, 'count', t.since('onset'), m.DECLINED),
    ],
  })),
  ask(
    'group',
    'p95 per route on public-gateway',
    t.groups(
      'ms',
      t.anytime,
      m.each(ROUTES, (one) => t.took(t.all(m.gateway, t.has('http.route', one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate by channel on the gateway from {@onset+1} to {@recovery}',
    t.groups(
      'percent',
      outage,
      m.each(m.CHANNELS, (one) => t.share(t.all(m.gateway, m.channel(one)))),
    ),
  ),

  ...talk(
    'codes',
    ask(
      'follow-up',
      'how many 502s on public-gateway in the last hour?',
      t.count(t.last(60), t.requests(t.all(m.gateway, m.status(502)))),
    ),
    ask('follow-up', 'and 503?', t.count(t.last(60), t.requests(t.all(m.gateway, m.status(503))))),
    ask(
      'follow-up',
      'only from the app',
      t.count(t.last(60), t.requests(t.all(m.gateway, m.status(503), m.channel('app')))),
    ),
    ask('follow-up', 'and web?', t.count(t.last(60), t.requests(t.all(m.gateway, m.status(503), m.channel('web'))))),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of sim-activation', t.millis(t.anytime, t.took(m.sims, 0.95))),
    ask('follow-up', 'and for the gateway?', t.millis(t.anytime, t.took(m.gateway, 0.95))),
    ask('follow-up', 'p50?', t.millis(t.anytime, t.took(m.gateway, 0.5))),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'logs of sms-dispatcher with problems', t.words({ says: [['not delivered', 'slowly', 'warn']] })),
    ask('follow-up', 'how many of those are "handset is switched off"?', t.count(t.anytime, t.logs(m.undelivered))),
  ),
  ...talk(
    'errors',
    ask(
      'follow-up',
      'how many errors did usage-rater have between {@onset} and {@onset+10}?',
      t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.rater)),
    ),
    ask(
      'follow-up',
      'and in the ten minutes after that?',
      t.count(t.during(['onset', 10], ['onset', 20]), ...t.errors(m.rater)),
    ),
  ),
]
