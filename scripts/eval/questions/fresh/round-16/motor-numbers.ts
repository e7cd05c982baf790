/** Shares, durations, rates, metrics, comparisons and threads of the car insurer. Sixteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const metric = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const inOutage = t.during(['onset', 1], ['recovery', 0])

export const MOTOR_NUMBERS_16 = [
  ask(
    'ratio',
    'error rate of rating-engine between {@onset+1} and {@recovery}',
    t.percent(inOutage, t.share(m.rating)),
  ),
  ask(
    'ratio',
    'what share of quotes was for electric cars?',
    t.percent(
      t.anytime,
      t.share(m.made, m.fuel('electric')),
      t.share(m.rating, m.fuel('electric')),
      t.logShare(m.quoteCreated, t.says(/electric/)),
    ),
  ),
  ask('ratio', 'quote-web error rate now', t.words({ numbers: [{ value: 0, unit: 'percent' }] })),
  ask(
    'ratio',
    'how many percent of the policies are refused?',
    t.percent(t.anytime, t.share(m.issuer, m.status(402)), t.share(m.policies, m.status(402))),
  ),
  ask('ratio', 'failure rate of POST /quotes on quote-web, whole time', t.percent(t.anytime, t.share(m.asked))),
  ask(
    'ratio',
    'percentage of electric quotes that failed since {@onset} until {@recovery}',
    t.percent(m.outage, t.share(t.all(m.made, m.fuel('electric'))), t.share(t.all(m.rating, m.fuel('electric')))),
  ),
  ask('percentile', 'p95 quote-web', t.millis(t.anytime, t.took(m.web, 0.95))),
  ask('percentile', 'document-builder p50 last 30 minutes', t.millis(t.last(30), t.took(m.documents, 0.5))),
  ask(
    'percentile',
    'p99 latency of POST /policies?',
    t.millis(t.anytime, t.took(m.policies, 0.99), t.took(m.issuer, 0.99)),
  ),
  ask(
    'percentile',
    'what is the 90th percentile of rating-engine for full cover',
    t.millis(t.anytime, t.took(t.all(m.rating, m.cover('full')), 0.9)),
  ),
  ask('percentile', 'median vehicle-lookup before {@release}', t.millis(t.before('release'), t.took(m.vehicles, 0.5))),
  ask(
    'mean-max',
    'How long does it take to build a policy document on average?',
    t.millis(t.anytime, t.took(m.documents, 'mean')),
  ),
  ask('mean-max', 'longest vehicle lookup', t.millis(t.anytime, t.took(m.vehicles, 'max'), t.took(m.plates, 'max'))),
  ask('mean-max', 'mean latency policy-issuer in the last hour', t.millis(t.last(60), t.took(m.issuer, 'mean'))),
  ask('mean-max', 'fastest request on quote-web', t.millis(t.anytime, t.took(m.web, 'min'))),
  ask('slowest', 'slowest route of quote-web?', () => ({ first: { name: '/policies', among: m.ROUTES } })),
  ask('slowest', 'which service takes the longest', ({ world }) => ({
    first: { name: 'document-builder', among: [...world.services] },
  })),
  ask(
    'slowest',
    'slowest traces please',
    t.words({ says: [['polic', 'document-builder']], neverFirst: ['log records'] }),
  ),
  ask('rate', 'quotes per minute before {@onset}', t.perS(t.before('onset'), ...m.QUOTES.map(t.perSecond))),
  ask('rate', 'rpm quote-web', t.perS(t.anytime, t.perSecond(t.requests(m.web)))),
  ask(
    'rate',
    'how many requests per second does vehicle-lookup get in the last 15 minutes?',
    t.perS(t.last(15), t.perSecond(t.requests(m.vehicles))),
  ),
  ask(
    'rate',
    'errors/min of quote-api from {@onset+1} to {@recovery}',
    t.perS(inOutage, ...t.errors(m.api).map(t.perSecond)),
  ),
  ask('sum', 'total of all premiums calculated', t.value(t.anytime, t.stated(m.premium, 'sum'))),
  ask('sum', 'quotes.created total', t.within(0.01, t.count(t.anytime, ...m.CREATED))),
  ask('stated', 'average premium?', t.within(0.02, t.value(t.anytime, t.stated(m.premium, 'mean')))),
  ask('stated', 'highest fraud score', t.value(t.anytime, t.stated(/score (\d+)$/, 'max'))),
  ask(
    'metric',
    'max memory of document-builder',
    t.within(0.01, t.bytes(t.anytime, metric('document-builder', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'cpu of rating-engine, average over the last 30 minutes',
    t.within(
      0.04,
      t.value(
        t.last(30),
        metric('rating-engine', 'process.cpu.utilization', 'mean'),
        t.scaled(metric('rating-engine', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'peak jvm.memory.used of policy-issuer',
    t.within(0.01, t.bytes(t.anytime, metric('policy-issuer', 'jvm.memory.used', 'max'))),
  ),
  ask(
    'metric',
    'most goroutines in vehicle-lookup?',
    t.value(t.anytime, metric('vehicle-lookup', 'go.goroutine.count', 'max')),
  ),
  ask(
    'metric',
    'longest queue of quote-mailer (rabbitmq.message.current)',
    t.value(t.anytime, metric('quote-mailer', 'rabbitmq.message.current', 'max')),
  ),
  ask(
    'compare',
    'p95 of vehicle-lookup before and after the release',
    t.compared('ms', t.took(m.vehicles, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'failed requests on quote-api {@onset-20}-{@onset} compared to {@onset+1}-{@onset+21}', (about) => ({
    numbers: [
      t.numberOf(about, 'count', t.during(['onset', -20], ['onset', 0]), [t.failures(m.api)]),
      t.numberOf(about, 'count', t.during(['onset', 1], ['onset', 21]), [t.failures(m.api)]),
    ],
  })),
  ask('compare', 'median of rating-engine, full vs liability', (about) => ({
    numbers: ['full', 'liability'].map((one) =>
      t.numberOf(about, 'ms', t.anytime, [t.took(t.all(m.rating, m.cover(one)), 0.5)]),
    ),
  })),
  ask(
    'trend',
    'is vehicle-lookup faster since the release?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'faster', 'fell', 'went down', 'decreas', 'dropp', 'lower']],
      neverFirst: ['^\\W*no\\b', 'not faster'],
    }),
  ),
  ask('trend', 'is the queue of document-builder growing?', t.verdict('no', 'up')),
  ask('trend', 'have the errors of quote-api gone down since {@recovery}?', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'anything strange in policy-issuer?',
    t.words({
      neverFirst: ['root cause: .?policy-issuer', '^\\W*yes\\b'],
      saysFirst: [['policy-issuer'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
    }),
  ),
  ask(
    'anomaly',
    'what was wrong with rating-engine',
    t.words({ says: [['rating-engine'], ['battery class', 'tariff', 'KeyNotFound', 'flag']] }),
  ),
  ask(
    'several',
    'p50, p95 of rating-engine',
    t.both(t.anytime, ['ms', t.took(m.rating, 0.5)], ['ms', t.took(m.rating, 0.95)]),
  ),
  ask('several', 'how many policies were issued and how many debits refused since {@release}?', (about) => ({
    numbers: [
      t.numberOf(about, 'count', t.since('release'), m.ISSUED),
      t.numberOf(about, 'count', t.since('release'), m.REFUSED),
    ],
  })),
  ask(
    'group',
    'median per fuel on rating-engine before {@onset}',
    t.groups(
      'ms',
      t.before('onset'),
      m.each(m.FUELS, (one) => t.took(t.all(m.rating, m.fuel(one)), 0.5)),
    ),
  ),
  ask(
    'group',
    'error rate of quote-api by cover between {@onset+1} and {@recovery}',
    t.groups(
      'percent',
      inOutage,
      m.each(m.COVERS, (one) => t.share(t.all(m.api, m.cover(one)))),
    ),
  ),

  ...talk(
    'fuel',
    ask('follow-up', 'how many quotes failed since {@onset}?', t.count(t.since('onset'), ...m.FAILED_QUOTES)),
    ask(
      'follow-up',
      'only full cover',
      t.count(
        t.since('onset'),
        t.failures(t.all(m.made, m.cover('full'))),
        t.requests(t.all(m.made, m.cover('full'), m.status(422, 500))),
        t.logs(t.all(m.quoteFailed, t.says(/full/))),
        t.failures(t.all(m.rating, m.cover('full'))),
      ),
    ),
    ask(
      'follow-up',
      'and partial?',
      t.count(
        t.since('onset'),
        t.failures(t.all(m.made, m.cover('partial'))),
        t.requests(t.all(m.made, m.cover('partial'), m.status(422, 500))),
        t.logs(t.all(m.quoteFailed, t.says(/partial/))),
        t.failures(t.all(m.rating, m.cover('partial'))),
      ),
    ),
  ),
  ...talk(
    'latency',
    ask('follow-up', 'p95 of policy-issuer?', t.millis(t.anytime, t.took(m.issuer, 0.95))),
    ask('follow-up', 'and for document-builder?', t.millis(t.anytime, t.took(m.documents, 0.95))),
    ask('follow-up', 'in the last 20 minutes', t.millis(t.last(20), t.took(m.documents, 0.95))),
  ),
  ...talk(
    'requests',
    ask('follow-up', 'requests on quote-web in the last 10 minutes', t.count(t.last(10), t.requests(m.web))),
    ask(
      'follow-up',
      'by channel',
      t.groups(
        'count',
        t.last(10),
        m.each(m.CHANNELS, (one) => t.requests(t.all(m.web, m.sold(one)))),
      ),
    ),
  ),
  ...talk(
    'bounces',
    ask('follow-up', 'show warnings of quote-mailer', t.words({ says: [['bounced']] })),
    ask(
      'follow-up',
      'how many since {@release}?',
      t.count(t.since('release'), t.logs(t.all(m.mailer, t.level('WARN')))),
    ),
    ask('follow-up', 'same for fraud-check', t.count(t.since('release'), t.logs(t.all(m.fraud, t.level('WARN'))))),
  ),
]
