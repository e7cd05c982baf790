import {
  countBy,
  distinct,
  durationsOf,
  isErrorLog,
  logsOf,
  mean,
  percentile,
  percentOf,
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
  millis,
  ONLY_A_CAUSE,
  over,
  percent,
  perSecond,
  recentWindows,
} from '../define.ts'
import { edge, failedEdge, of, refused, route, says, status } from './rows.ts'

export const VIDEO_NUMBERS: readonly Entry[] = [
  {
    key: 'oom',
    class: 'text',
    dev: 'any OOM kills?',
    expect: () => ({
      saysFirst: [['ad-decider', '\\b1\\b', '\\bone\\b', 'once']],
      says: [['ad-decider']],
      neverFirst: ['^\\W*no\\b'],
    }),
  },
  {
    key: 'refused',
    class: 'outcome',
    dev: 'how many playbacks were refused?',
    expect: ({ world }) => count(logsOf(world, refused).length),
  },
  {
    key: 'started',
    class: 'outcome',
    dev: 'how many playbacks started in the last hour?',
    expect: ({ world }) => count(logsOf(world, says(/^playback of .* started/)).length),
  },
  {
    key: 'jobs',
    class: 'outcome',
    dev: 'how many transcode jobs failed?',
    expect: ({ world }) => count(logsOf(world, says(/^job .* failed/)).length),
  },
  {
    key: 'rebuffer',
    class: 'text',
    dev: 'rebuffering',
    expect: ({ world }) => count(logsOf(world, says(/rebuffering/)).length),
  },
  {
    key: 'slow',
    class: 'text',
    dev: 'slow queries',
    expect: ({ world }) => count(logsOf(world, says(/slow query/)).length),
  },
  {
    key: 'x509',
    class: 'text',
    dev: 'how many x509 errors?',
    expect: ({ world }) => count(logsOf(world, says(/x509/)).length),
  },
  {
    key: 'c502',
    class: 'count',
    dev: 'how many 502 on POST /play?',
    expect: ({ world }) => count(requestsOf(world, (span) => route('POST /play')(span) && status(502)(span)).length),
  },
  {
    key: 'c429',
    class: 'count',
    dev: 'number of 429',
    expect: ({ world }) => count(requestsOf(world, (span) => edge(span) && status(429)(span)).length),
  },
  {
    key: 'c4xx',
    class: 'count',
    dev: 'how many 4xx did edge-api return',
    expect: ({ world }) => count(requestsOf(world, (span) => edge(span) && status(429)(span)).length),
  },
  {
    key: 'requests',
    class: 'count',
    dev: 'requests of edge-api in the last hour',
    expect: ({ world }) => count(requestsOf(world, edge).length),
  },
  {
    key: 'jobs-all',
    class: 'count',
    dev: 'how many jobs did transcode-worker process?',
    expect: ({ world }) => count(requestsOf(world, of('transcode-worker')).length),
  },
  {
    key: 'tenant',
    class: 'attribute',
    dev: 'failed requests of tenant polaris',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => failedEdge(span) && span.attributes['tenant.id'] === 'polaris').length),
  },
  {
    key: 'device',
    class: 'attribute',
    dev: 'how many requests from tv?',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => edge(span) && span.attributes['device.type'] === 'tv').length),
  },
  {
    key: 'two-conds',
    class: 'attribute',
    dev: 'failed requests of tenant acme in sa-east',
    expect: ({ world }) =>
      count(
        requestsOf(
          world,
          (span) =>
            failedEdge(span) &&
            span.attributes['tenant.id'] === 'acme' &&
            span.attributes['cloud.region'] === 'sa-east',
        ).length,
      ),
  },
  {
    key: 'errors',
    class: 'severity',
    dev: 'show me errors of transcode',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('transcode-worker')(log) && isErrorLog(log)).length),
      says: [['transcode-worker']],
    }),
  },
  {
    key: 'fatal',
    class: 'severity',
    dev: 'any fatal logs?',
    expect: () => ({ says: [['ad-decider', '\\b1\\b', '\\bone\\b']], neverFirst: ['^\\W*no\\b'] }),
  },
  {
    key: 'rate',
    class: 'ratio',
    dev: 'error rate of playback-api since {@onset+1}',
    expect: ({ world }) => {
      const all = requestsOf(world, of('playback-api'), { fromMs: clockMs(world, 'onset', 1), toMs: world.endMs })
      return percent(percentOf(all.filter((span) => span.isFailed).length, all.length))
    },
  },
  {
    key: 'rate-play',
    class: 'ratio',
    dev: 'failure rate of POST /play in the last 15 minutes',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 15), 'percent', (window) => {
          const all = requestsOf(asked.world, route('POST /play'), window)
          return percentOf(all.filter((span) => span.isFailed).length, all.length)
        }),
      ],
    }),
  },
  {
    key: 'rps',
    class: 'rate',
    dev: 'requests per second of catalog-search',
    expect: ({ world }) =>
      perSecond(requestsOf(world, of('catalog-search')).length / ((world.endMs - world.startMs) / 1000)),
  },
  {
    key: 'p95',
    class: 'percentile',
    dev: 'p95 of GET /browse',
    expect: ({ world }) => millis(percentile(durationsOf(requestsOf(world, route('GET /browse'))), 0.95)),
  },
  {
    key: 'p50',
    class: 'percentile',
    dev: 'median duration of ad-decider',
    expect: ({ world }) => millis(percentile(durationsOf(requestsOf(world, of('ad-decider'))), 0.5)),
  },
  {
    key: 'mean',
    class: 'mean-max',
    dev: 'mean duration of transcode-worker jobs',
    expect: ({ world }) => millis(mean(durationsOf(requestsOf(world, of('transcode-worker'))))),
  },
  {
    key: 'slowest',
    class: 'mean-max',
    dev: 'how long did the slowest GET /search take?',
    expect: ({ world }) => millis(Math.max(...durationsOf(requestsOf(world, of('catalog-search'))))),
  },
  {
    key: 'streams',
    class: 'metric',
    dev: 'active.streams now',
    expect: (asked) => {
      const values = (window: Window) =>
        pointsOf(asked.world, 'edge-api', 'active.streams', window).map(({ value }) => value)
      const last = pointsOf(asked.world, 'edge-api', 'active.streams').at(-1)?.value ?? 0
      return count(last, ...recentWindows(asked, 5).map((window) => Math.round(mean(values(window)))))
    },
  },
  {
    key: 'streams-drop',
    class: 'trend',
    dev: 'did active.streams drop?',
    expect: () => ({ verdict: { is: 'yes', sense: 'down' } }),
  },
  {
    key: 'mem',
    class: 'metric',
    dev: 'max memory of ad-decider',
    expect: ({ world }) => ({
      numbers: [
        {
          value: Math.max(...pointsOf(world, 'ad-decider', 'container.memory.usage').map(({ value }) => value)),
          unit: 'bytes',
          tolerance: 0.001,
        },
      ],
    }),
  },
  {
    key: 'queue',
    class: 'metric',
    dev: 'mean transcode.queue.length',
    expect: ({ world }) => ({
      numbers: [
        {
          value: mean(pointsOf(world, 'transcode-worker', 'transcode.queue.length').map(({ value }) => value)),
          unit: 'count',
          tolerance: 0.02,
        },
      ],
    }),
  },
  {
    key: 'distinct',
    class: 'distinct',
    dev: 'how many distinct tenants had failed requests?',
    expect: ({ world }) => count(distinct(requestsOf(world, failedEdge).map((span) => span.attributes['tenant.id']))),
  },
  {
    key: 'by-tenant',
    class: 'group',
    dev: 'failed requests by tenant',
    expect: ({ world }) =>
      counts(countBy(requestsOf(world, failedEdge), (span) => String(span.attributes['tenant.id']))),
  },
  {
    key: 'by-region',
    class: 'group',
    dev: 'edge-api requests per region',
    expect: ({ world }) => counts(countBy(requestsOf(world, edge), (span) => String(span.attributes['cloud.region']))),
  },
  {
    key: 'top-rate',
    class: 'top',
    dev: 'which service has the highest error rate since {@onset+1}?',
    // Their requests are the same; what separates them is less than the edges of a window.
    expect: () => ({
      saysFirst: [['drm-proxy', 'playback-api']],
      neverFirst: [ONLY_A_CAUSE, 'transcode-worker', 'catalog-search'],
    }),
  },
  {
    key: 'top-operation',
    class: 'top',
    dev: 'which operation of edge-api fails most?',
    expect: () => ({
      neverFirst: [ONLY_A_CAUSE],
      first: { name: 'POST /play', among: ['POST /play', 'GET /browse', 'PUT /watchlist'] },
    }),
  },
  {
    key: 'window',
    class: 'window',
    dev: 'edge-api requests between {@onset-20} and {@onset-5}',
    expect: ({ world }) => count(requestsOf(world, edge, between(world, ['onset', -20], ['onset', -5])).length),
  },
  {
    key: 'since-start',
    class: 'window',
    dev: 'how many playbacks were refused since {@onset+10}',
    expect: ({ world }) =>
      count(logsOf(world, refused, { fromMs: clockMs(world, 'onset', 10), toMs: world.endMs }).length),
  },
  {
    key: 'compare',
    class: 'compare',
    dev: 'compare edge-api errors {@onset-10}-{@onset-1} vs {@onset+1}-{@onset+10}',
    expect: ({ world }) => {
      const n = (window: Window) => logsOf(world, (log) => edge(log) && isErrorLog(log), window).length
      return {
        numbers: [
          { value: n(between(world, ['onset', -10], ['onset', -1])), unit: 'count' },
          { value: n(between(world, ['onset', 1], ['onset', 10])), unit: 'count' },
        ],
      }
    },
  },
]
