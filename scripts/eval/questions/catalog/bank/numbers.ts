import {
  countBy,
  distinct,
  durationsOf,
  isErrorLog,
  logsOf,
  mean,
  percentile,
  pointsOf,
  requestsOf,
  type Window,
} from '../../truth.ts'
import {
  between,
  clockMs,
  count,
  counts,
  type Entry,
  ONLY_A_CAUSE,
  openWindows,
  over,
  recentWindows,
} from '../define.ts'
import {
  eitherMs,
  gateway,
  hourOnly,
  isFailedAuth,
  logCount,
  of,
  requestCount,
  says,
  share,
  status,
  target,
} from './rows.ts'

export const BANK_NUMBERS: readonly Entry[] = [
  {
    key: 'funds',
    class: 'outcome',
    dev: 'how many payments were declined for insufficient funds?',
    expect: (asked) => logCount(asked, says(/insufficient funds/)),
  },
  { key: 'expired', class: 'outcome', dev: 'card expired', expect: (asked) => logCount(asked, says(/card expired/)) },
  {
    key: 'approved',
    class: 'outcome',
    dev: 'number of approved authorizations in the last hour',
    expect: (asked) => hourOnly(asked, (window) => logsOf(asked.world, says(/approved$/), window).length),
  },
  {
    key: 'refunds',
    class: 'outcome',
    dev: 'refunds accepted in the last 30 minutes',
    expect: (asked) => ({
      numbers: [
        over(
          recentWindows(asked, 30),
          'count',
          (window) => logsOf(asked.world, says(/^refund .* accepted/), window).length,
        ),
      ],
    }),
  },
  {
    key: 'c402',
    class: 'count',
    dev: 'how many 402s did card-gateway return?',
    expect: (asked) => requestCount(asked, (span) => gateway(span) && status(402)(span)),
  },
  {
    key: 'c502',
    class: 'count',
    dev: 'count 502 on /v1/authorize',
    expect: (asked) => requestCount(asked, (span) => target('/v1/authorize')(span) && status(502)(span)),
  },
  {
    key: 'requests',
    class: 'count',
    dev: 'how many requests did ledger handle in the last hour?',
    expect: (asked) => hourOnly(asked, (window) => requestsOf(asked.world, of('ledger'), window).length),
  },
  {
    key: 'balance',
    class: 'count',
    dev: 'requests to /v1/balance',
    expect: (asked) => requestCount(asked, target('/v1/balance')),
  },
  {
    key: 'apac',
    class: 'attribute',
    dev: 'how many requests came from region apac?',
    expect: (asked) => requestCount(asked, (span) => gateway(span) && span.attributes['region'] === 'apac'),
  },
  {
    key: 'amex-failed',
    class: 'attribute',
    dev: 'failed authorizations with amex',
    expect: (asked) => requestCount(asked, (span) => isFailedAuth(span) && span.attributes['card.scheme'] === 'amex'),
  },
  {
    key: 'merchant',
    class: 'attribute',
    dev: 'failed requests for merchant trainline',
    expect: (asked) =>
      requestCount(asked, (span) => gateway(span) && span.isFailed && span.attributes['merchant'] === 'trainline'),
  },
  {
    key: 'npe',
    class: 'text',
    dev: 'how many NullPointerExceptions?',
    expect: ({ world }) => count(logsOf(world, says(/NullPointerException/)).length),
  },
  { key: 'stale', class: 'text', dev: 'stale rates', expect: (asked) => logCount(asked, says(/is stale/)) },
  {
    key: 'review',
    class: 'text',
    dev: 'how often was a manual review queued?',
    expect: (asked) => logCount(asked, says(/manual review/)),
  },
  {
    key: 'warn',
    class: 'severity',
    dev: 'warnings of fx-rates',
    expect: (asked) => logCount(asked, (log) => of('fx-rates')(log) && log.severity === 'WARN'),
  },
  {
    key: 'rate',
    class: 'ratio',
    dev: 'error rate of fraud-scorer between {@release+1} and {@recovery-1}',
    expect: (asked) => ({
      numbers: [
        {
          value: share(of('fraud-scorer'), asked)(between(asked.world, ['release', 1], ['recovery', -1])),
          unit: 'percent',
          tolerance: 0.03,
        },
      ],
    }),
  },
  {
    key: 'rate-now',
    class: 'ratio',
    dev: 'error rate of card-gateway in the last 10 minutes',
    expect: () => ({ numbers: [{ value: 0, unit: 'percent', also: [0] }] }),
  },
  {
    key: 'rpm',
    class: 'rate',
    dev: 'how many requests per minute does card-gateway get?',
    expect: (asked) => ({
      numbers: [
        over(
          openWindows(asked).map((window) => ({ ...window, toMs: Math.min(window.toMs, asked.world.endMs) })),
          'per_second',
          (window) => requestsOf(asked.world, gateway, window).length / ((window.toMs - window.fromMs) / 1000),
        ),
      ],
    }),
  },
  {
    key: 'p95',
    class: 'percentile',
    dev: 'p95 of /v1/authorize',
    expect: (asked) =>
      eitherMs(asked, (window) =>
        percentile(durationsOf(requestsOf(asked.world, target('/v1/authorize'), window)), 0.95),
      ),
  },
  {
    key: 'mean',
    class: 'mean-max',
    dev: 'mean duration of ledger requests',
    expect: (asked) => eitherMs(asked, (window) => mean(durationsOf(requestsOf(asked.world, of('ledger'), window)))),
  },
  {
    key: 'fastest',
    class: 'mean-max',
    dev: 'min duration of fx-rates requests',
    expect: (asked) =>
      eitherMs(asked, (window) => Math.min(...durationsOf(requestsOf(asked.world, of('fx-rates'), window)))),
  },
  {
    key: 'heap',
    class: 'metric',
    dev: 'last value of jvm.memory.used of statement-builder',
    expect: ({ world }) => ({
      numbers: [
        {
          value: pointsOf(world, 'statement-builder', 'jvm.memory.used').at(-1)?.value ?? 0,
          unit: 'bytes',
          tolerance: 0.002,
        },
      ],
    }),
  },
  {
    key: 'drift',
    class: 'trend',
    dev: 'is the heap of statement-builder growing?',
    expect: () => ({ verdict: { is: 'yes', sense: 'up' } }),
  },
  {
    key: 'lag',
    class: 'metric',
    dev: 'max ledger.replication.lag',
    expect: (asked) =>
      eitherMs(
        asked,
        (window) =>
          1000 *
          Math.max(...pointsOf(asked.world, 'ledger', 'ledger.replication.lag', window).map(({ value }) => value)),
      ),
  },
  {
    key: 'sum',
    class: 'counter',
    dev: 'sum of payments.approved in the last hour',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 60), 'count', (window) => {
          let sum = 0
          for (const { value } of pointsOf(asked.world, 'card-gateway', 'payments.approved', window)) sum += value
          return sum
        }),
      ],
    }),
  },
  {
    key: 'distinct',
    class: 'distinct',
    dev: 'how many different merchants had failed payments?',
    expect: ({ world }) =>
      count(
        distinct(
          requestsOf(world, (span) => gateway(span) && span.isFailed).map((span) => span.attributes['merchant']),
        ),
      ),
  },
  {
    key: 'by-region',
    class: 'group',
    dev: 'failed card-gateway requests by region',
    expect: ({ world }) =>
      counts(
        countBy(
          requestsOf(world, (span) => gateway(span) && span.isFailed),
          (span) => String(span.attributes['region']),
        ),
      ),
  },
  {
    key: 'top-merchant',
    class: 'top',
    dev: 'which merchant has the most failed requests?',
    expect: ({ world }) => {
      const ranked = countBy(
        requestsOf(world, (span) => gateway(span) && span.isFailed),
        (span) => String(span.attributes['merchant']),
      )
      return { neverFirst: [ONLY_A_CAUSE], first: { name: ranked[0]?.[0] ?? '', among: ranked.map(([name]) => name) } }
    },
  },
  {
    key: 'window',
    class: 'window',
    dev: 'card-gateway errors from {@release} to {@release+10}',
    expect: ({ world }) => {
      const window = between(world, ['release', 0], ['release', 10])
      return count(
        logsOf(world, (log) => gateway(log) && isErrorLog(log), window).length,
        requestsOf(world, (span) => gateway(span) && span.isFailed, window).length,
      )
    },
  },
  {
    key: 'before',
    class: 'window',
    dev: 'errors of fraud-scorer before {@release}',
    expect: ({ world }) =>
      count(
        logsOf(world, (log) => of('fraud-scorer')(log) && isErrorLog(log), {
          fromMs: world.startMs,
          toMs: clockMs(world, 'release'),
        }).length,
      ),
  },
  {
    key: 'compare',
    class: 'compare',
    dev: 'compare requests to card-gateway {@release-30}-{@release-20} with {@release}-{@release+10}',
    expect: ({ world }) => {
      const n = (window: Window) => requestsOf(world, gateway, window).length
      return {
        numbers: [
          { value: n(between(world, ['release', -30], ['release', -20])), unit: 'count' },
          { value: n(between(world, ['release', 0], ['release', 10])), unit: 'count' },
        ],
      }
    },
  },
]
