/** Shares, durations, rates, sums and comparisons of the insurance claims. Eleventh round. */
import { mean } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const good: t.Where = (row) => 'isFailed' in row && !row.isFailed
const took = /"responseTime":(\d+)/
const most = (values: readonly number[]) => Math.max(...values)

export const CLAIMS_NUMBERS_11 = [
  ask(
    'ratio',
    'what percentage of claims failed during the outage ({@onset+1} to {@recovery-1})?',
    t.percent(t.during(['onset', 1], ['recovery', -1]), t.share(m.intake), t.logShare(m.submitted)),
  ),
  ask('ratio', 'error rate of payout-runner', t.percent(t.anytime, t.share(m.runner))),
  ask(
    'ratio',
    'how many percent of the claims come through brokers?',
    t.percent(
      t.anytime,
      t.share(m.intake, m.channel('broker')),
      t.share(t.all(m.intake, m.status(201)), m.channel('broker')),
    ),
  ),
  ask('ratio', 'share of photos that are broken', t.percent(t.anytime, t.share(m.photos))),
  ask(
    'ratio',
    'What is the success rate of claims-intake-fn since {@recovery+1}?',
    t.percent(t.since('recovery', 1), t.share(m.intake, good), t.share(m.intake, m.status(201))),
  ),
  ask(
    'ratio',
    'what part of the portal requests failed in the last 10 minutes (percent)?',
    t.percent(t.last(10), t.logShare(m.portal)),
  ),
  ask('percentile', 'p95 of claims-intake-fn in the last 25 minutes', t.millis(t.last(25), t.took(m.intake, 0.95))),
  ask(
    'percentile',
    'median duration of fraud-score-fn before {@onset}',
    t.millis(t.before('onset'), t.took(m.fraud, 0.5)),
  ),
  ask('percentile', 'p99 photo-analyzer-fn since {@release}', t.millis(t.since('release'), t.took(m.photos, 0.99))),
  ask(
    'mean-max',
    'how long does it take on average to analyse a photo?',
    t.millis(
      t.anytime,
      t.took(m.photos, 'mean'),
      t.took(t.all(m.photos, good), 'mean'),
      t.stated(/^REPORT Duration: ([\d.]+) ms/, 'mean', m.photos),
    ),
  ),
  ask(
    'mean-max',
    'longest run of claims-intake-fn?',
    t.millis(t.anytime, t.took(m.intake, 'max'), t.stated(/^REPORT Duration: ([\d.]+) ms/, 'max', m.intake)),
  ),
  ask(
    'mean-max',
    'average duration of payout-runner between {@start+5} and {@start+40}',
    t.millis(t.during(['start', 5], ['start', 40]), t.took(m.runner, 'mean')),
  ),
  ask(
    'mean-max',
    'average responseTime of customer-portal in ms, last 30 minutes',
    t.millis(t.last(30), m.bodyNumber(took, mean, m.portal)),
  ),
  ask(
    'stated',
    'max responseTime that customer-portal logged',
    t.millis(t.anytime, m.bodyNumber(took, most, m.portal)),
  ),
  ask('stated', 'how much memory did photo-analyzer-fn use at most (MB, from the REPORT lines)', (asked) => {
    const megabytes = t.stated(/Max Memory Used: (\d+) MB/, 'max', m.photos)
    const fair = [megabytes, t.scaled(megabytes, 1e6), t.scaled(megabytes, 1024 ** 2)]
    return { numbers: [t.numberOf(asked, 'any', t.anytime, fair)] }
  }),
  ask(
    'stated',
    'average confidence of the analysed photos',
    t.within(
      0.01,
      t.value(
        t.anytime,
        t.stated(/confidence=([\d.]+)$/, 'mean'),
        t.scaled(t.stated(/confidence=([\d.]+)$/, 'mean'), 100),
      ),
    ),
  ),
  ask(
    'stated',
    'what is the average fraud score?',
    t.within(0.01, t.value(t.anytime, m.bodyNumber(/"score":(\d+)/, mean, m.fraud))),
  ),
  ask(
    'stated',
    'longest database statement that was logged',
    t.millis(t.anytime, t.stated(/^duration: ([\d.]+) ms/, 'max', m.database)),
  ),
  ask(
    'sum',
    'how much money was paid out in the last hour (EUR)?',
    t.value(t.last(60), t.stated(/^payout of ([\d.]+) EUR/, 'sum')),
  ),
  ask(
    'sum',
    'total of all payouts between {@start} and {@onset}',
    t.value(t.during(['start', 0], ['onset', 0]), t.stated(/^payout of ([\d.]+) EUR/, 'sum')),
  ),
  ask(
    'mean-max',
    'what does an average payout amount to?',
    t.within(0.01, t.value(t.anytime, t.stated(/^payout of ([\d.]+) EUR/, 'mean'))),
  ),
  ask(
    'rate',
    'how many claims per minute came in before {@onset}?',
    t.perS(t.before('onset'), ...m.CLAIMS.map(t.perSecond)),
  ),
  ask('rate', 'requests per second on customer-portal', t.perS(t.anytime, t.perSecond(t.logs(m.portal)))),
  ask(
    'rate',
    'payouts per minute since {@recovery+1}',
    t.perS(t.since('recovery', 1), t.perSecond(t.requests(m.runner)), ...m.PAID.map(t.perSecond)),
  ),
  ask(
    'compare',
    'claims registered in the 15 minutes before {@onset} and in the 15 minutes after {@recovery}',
    (asked) => ({
      numbers: [
        t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.REGISTERED),
        t.numberOf(asked, 'count', t.during(['recovery', 0], ['recovery', 15]), m.REGISTERED),
      ],
    }),
  ),
  ask('compare', 'did fraud-score-fn become slower after the release at {@release}?', t.noTrouble),
  ask(
    'compare',
    'p95 of photo-analyzer-fn 20 minutes before the release ({@release}) and 20 minutes after',
    t.compared(
      'ms',
      t.took(m.photos, 0.95),
      t.during(['release', -20], ['release', 0]),
      t.during(['release', 0], ['release', 20]),
    ),
  ),
  ask(
    'compare',
    'which takes longer on average, fraud-score-fn or photo-analyzer-fn?',
    t.words({
      saysFirst: [['photo-analyzer-fn']],
      neverFirst: ['^\\W*`?fraud-score-fn`? (?:takes|is|was|has|needs)'],
    }),
  ),
  ask('compare', 'more car or more home claims?', t.words({ first: { name: 'car', among: ['car', 'home'] } })),
  ask(
    'compare',
    'portal requests in the last 20 minutes vs the 20 minutes before',
    t.compared('count', t.logs(m.portal), t.last(20), t.earlier(20, 20)),
  ),
  ask(
    'group',
    'average time of claims-intake-fn per claim type before {@onset}',
    m.groupsOf('ms', t.before('onset'), m.TYPES, (one) => [t.took(t.all(m.intake, m.type(one)), 'mean')]),
  ),
  ask(
    'group',
    'failure rate of claims by channel between {@onset+1} and {@recovery-1}',
    m.groupsOf('percent', t.during(['onset', 1], ['recovery', -1]), m.CHANNELS, (one) => [
      t.share(t.all(m.intake, m.channel(one))),
    ]),
  ),
  ask('several', 'how many claims were lost and how many payouts failed?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.LOST), t.numberOf(asked, 'count', t.anytime, m.UNPAID)],
  })),
  ask(
    'several',
    'median and p95 of claims-intake-fn after {@recovery+1}',
    t.both(t.since('recovery', 1), ['ms', t.took(m.intake, 0.5)], ['ms', t.took(m.intake, 0.95)]),
  ),
]
