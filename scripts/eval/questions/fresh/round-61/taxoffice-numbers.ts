/** Shares, durations, rates, money, metrics and comparisons of the tax office. Sixty-first round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const queue = (one: string, what: t.Statistic) =>
  m.gauge('submission-service', 'queue.length', what, 'queue', one)
export const online = (one: string, what: t.Statistic) =>
  m.gauge('adviser-upload', 'advisers_online', what, 'software', one)
export const disk = (one: string, what: t.Statistic) =>
  m.gauge('document-store', 'store.disk.used_percent', what, 'volume', one)
export const heap = (service: string, what: t.Statistic) => m.gauge(service, 'jvm.memory.used', what)
export const waiting = (what: t.Statistic) => m.gauge('assessment-engine', 'hikaricp.connections.pending', what)

export const TAXOFFICE_NUMBERS_61 = [
  ask(
    'ratio',
    'what percentage of submissions failed since {@onset}',
    t.percent(t.since('onset'), t.share(m.submitting)),
  ),
  ask('ratio', 'error rate of assessment-engine in the last 10 minutes', t.percent(t.last(10), t.share(m.engine))),
  ask(
    'ratio',
    'how many percent of the payouts are refused by the bank',
    t.percent(t.anytime, t.share(m.paying, m.status(422))),
  ),
  ask('percentile', 'p95 of POST /assessments before {@onset}', t.millis(t.before('onset'), t.took(m.assessing, 0.95))),
  ask('percentile', 'p99 of citizen-portal in the last 30 minutes', t.millis(t.last(30), t.took(m.portal, 0.99))),
  ask(
    'mean-max',
    'how long does an assessment take on average since {@onset}?',
    t.millis(t.since('onset'), t.took(m.assessing, 'mean'), t.took(t.all(m.assessing, m.status(200)), 'mean')),
  ),
  ask('mean-max', 'what was the biggest refund we paid', t.value(t.anytime, m.overOf(m.paid, 'eur', 'max'))),
  ask(
    'mean-max',
    'how much is a refund on average?',
    t.within(0.01, t.value(t.anytime, m.overOf(m.paid, 'eur', 'mean'), m.overOf(t.of('refund-payer'), 'eur', 'mean'))),
  ),
  ask(
    'slowest',
    'which endpoint is the slowest right now',
    t.words({ saysFirst: [['/assessments', '/submissions', '/uploads', 'POST /returns', '/estimates']] }),
  ),
  ask(
    'rate',
    'how many returns per minute did we get before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.submitting))),
  ),
  ask('rate', 'uploads per minute since {@onset}?', t.perS(t.since('onset'), t.perSecond(t.requests(m.uploading)))),
  ask(
    'sum',
    'how much money did we pay out in refunds before {@onset}',
    t.value(t.before('onset'), m.overOf(m.paid, 'eur', 'sum')),
  ),
  ask(
    'metric',
    'highest number of connections waiting for the pool',
    t.within(0.005, t.value(t.anytime, waiting('max'))),
  ),
  ask(
    'metric',
    'how much memory does notice-service use now',
    t.within(0.02, t.bytes(t.anytime, heap('notice-service', 'last'))),
  ),
  ask(
    'metric',
    'what is the balance of the payout account',
    t.within(0.005, t.value(t.anytime, m.gauge('refund-payer', 'payout_account_balance_eur', 'last'))),
  ),
  ask(
    'metric',
    'average cpu of submission-service in the last 30 minutes',
    t.within(0.02, t.value(t.last(30), m.gauge('submission-service', 'cpu_percent', 'mean'))),
  ),
  ask('metric-group', 'average number of advisers online per software', (asked) => ({
    groups: Object.fromEntries(
      m.SOFTWARE.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [online(one, 'mean')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('metric-group', 'longest length of each queue', (asked) => ({
    groups: Object.fromEntries(
      ['intake', 'assessment'].map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [queue(one, 'max')]), tolerance: 0.01 },
      ]),
    ),
  })),
  ask('top', 'which service uses the most memory?', t.words({ saysFirst: [['assessment-engine']] })),
  ask(
    'compare',
    'p95 of assessments before and after {@onset}',
    t.compared('ms', t.took(m.assessing, 0.95), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'how many refunds did we pay in the 30 minutes before {@onset} and in the 30 minutes after?',
    t.compared('count', t.logs(m.paid), t.during(['onset', -30], ['onset', 0]), t.during(['onset', 0], ['onset', 30])),
  ),
  ask(
    'compare',
    'who loses more returns, citizens or advisers?',
    t.words({ saysFirst: [['\\badvis']], neverFirst: ['^\\W*citizens?\\b'] }),
  ),
  ask(
    'compare',
    'median duration of POST /notices before and after release 3.5.0',
    t.compared('ms', t.took(m.writing, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('trend', 'is the assessment queue still growing', t.verdict('yes', 'up')),
  ask('trend', 'is the memory of notice-service going up?', t.verdict('yes', 'up')),
  ask('trend', 'are we paying fewer refunds than before {@onset}?', t.verdict('yes', 'down')),
  ask('trend', 'did the number of uploads go up after {@onset}', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything unusual in hikaricp.connections.pending',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95 and p99 of signature-check',
    t.both(
      t.anytime,
      ['ms', t.took(m.signatures, 0.5)],
      ['ms', t.took(m.signatures, 0.95)],
      ['ms', t.took(m.signatures, 0.99)],
    ),
  ),
  ask(
    'several',
    'how many returns were accepted and how many timed out since {@onset}?',
    t.both(t.since('onset'), ['count', t.logs(m.accepted)], ['count', t.logs(m.lost)]),
  ),
]
