/** Questions to the demo shop with its first seed: a slow store in `pricing-service`. */

import type { SpanRow } from '../records.ts'
import { durationsOf, failureRates, isErrorLog, logsOf, percentile, percentOf, requestsOf } from '../truth.ts'
import {
  cause,
  count,
  type Entry,
  extent,
  type Incident,
  lasting,
  millis,
  ONLY_A_CAUSE,
  onset,
  over,
  percent,
  perSecond,
  recentWindows,
} from './define.ts'

const INCIDENT: Incident = {
  service: 'pricing-service',
  mechanism: ['quer', 'slow', 'store', 'database', 'postgres', 'lines', 'entries'],
  mark: 'onset',
}
const of = (service: string) => (row: { readonly service: string }) => row.service === service
const status = (code: number) => (span: SpanRow) => span.attributes['http.response.status_code'] === code

export const SHOP_QUESTIONS: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is the shop ok now? answer yes or no',
    expect: () => ({ verdict: { is: 'no', sense: 'good' } }),
  },
  {
    key: 'auth-ok',
    class: 'health',
    dev: 'is auth-service ok?',
    expect: () => ({ neverFirst: [ONLY_A_CAUSE], verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'auth-crash',
    class: 'health',
    dev: 'why did auth-service crash?',
    expect: () => ({
      neverFirst: [ONLY_A_CAUSE],
      saysFirst: [['auth-service'], ['did not', 'no crash', 'healthy', 'not crash', 'no sign']],
    }),
  },
  { key: 'broke', class: 'cause', dev: 'what broke?', expect: (asked) => cause(asked, INCIDENT, 'mechanism', 'time') },
  { key: 'since', class: 'since', dev: 'since when?', expect: ({ world }) => ({ time: onset(world, 'onset') }) },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long has this been going on?',
    expect: (asked) => lasting(asked, 'onset'),
  },
  {
    key: 'bad',
    class: 'impact',
    dev: 'how bad is it?',
    expect: (asked) =>
      extent(asked, ['edge-proxy', 'storefront-web', 'catalog-api', 'pricing-service', 'checkout-service'], null),
  },
  {
    key: 'do',
    class: 'next-step',
    dev: 'what should I check first?',
    expect: () => ({
      saysFirst: [['pricing-service']],
      says: [['quer', 'database', 'store', 'slow', 'lock', 'index']],
    }),
  },
  {
    key: 'c502',
    class: 'count',
    dev: 'how many 502 responses did edge-proxy return in the last hour?',
    expect: ({ world }) => count(requestsOf(world, (span) => of('edge-proxy')(span) && status(502)(span)).length),
  },
  {
    key: 'rate',
    class: 'rate',
    dev: "what's the request rate of storefront-web",
    expect: ({ world }) =>
      perSecond(requestsOf(world, of('storefront-web')).length / ((world.endMs - world.startMs) / 1000)),
  },
  {
    key: 'ratio',
    class: 'ratio',
    dev: 'error rate of checkout-service in the last 30 minutes',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 30), 'percent', (window) => {
          const all = requestsOf(asked.world, of('checkout-service'), window)
          return percentOf(all.filter((span) => span.isFailed).length, all.length)
        }),
      ],
    }),
  },
  {
    key: 'orders',
    class: 'outcome',
    dev: 'how many orders failed today',
    expect: ({ world }) => count(logsOf(world, (log) => /Order SO-\d+ failed/.test(log.body)).length),
  },
  {
    key: 'declined',
    class: 'text',
    dev: 'how many card declined?',
    expect: ({ world }) => count(logsOf(world, (log) => /Card declined/.test(log.body)).length),
  },
  {
    key: 'top',
    class: 'top',
    dev: 'which service has the highest error rate in the last 20 min',
    expect: (asked) => ({
      first: {
        name: failureRates(asked.world, recentWindows(asked, 20)[1])[0]?.[0] ?? '',
        among: [...asked.world.services],
      },
    }),
  },
  {
    key: 'median',
    class: 'percentile',
    dev: "what's the median duration of POST /checkout",
    expect: ({ world }) =>
      millis(
        percentile(
          durationsOf(requestsOf(world, (span) => of('edge-proxy')(span) && span.name === 'POST /checkout')),
          0.5,
        ),
        percentile(
          durationsOf(requestsOf(world, (span) => of('storefront-web')(span) && span.name === 'POST /checkout')),
          0.5,
        ),
      ),
  },
  {
    key: 'typo',
    class: 'typo',
    dev: 'errors in payment-gatway',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('payment-gateway')(log) && isErrorLog(log)).length),
      says: [['payment-gateway']],
    }),
  },
  {
    key: 'redis',
    class: 'unknown',
    dev: 'is kafka lagging?',
    expect: () => ({ decline: 'unknown', says: [['kafka']] }),
  },
  {
    key: 'id',
    class: 'id',
    dev: 'show me logs for order {failedOrder}',
    expect: ({ world }) => ({ says: [[world.names['failedOrder'] ?? ''], ['fail']] }),
  },
  {
    key: 'depends',
    class: 'dependency',
    dev: 'who calls pricing-service?',
    expect: () => ({ names: ['catalog-api', 'storefront-web'] }),
  },
  {
    key: 'share',
    class: 'ratio',
    dev: 'percentage of failed requests of auth-service',
    expect: ({ world }) => {
      const all = requestsOf(world, of('auth-service'))
      return percent(percentOf(all.filter((span) => span.isFailed).length, all.length))
    },
  },
]
