/** Questions to the video service: spans with kinds, nested JSON, an expired certificate outside. */
import type { LogRow, SpanRow } from '../records.ts'
import {
  countBy,
  distinct,
  durationsOf,
  failureRates,
  isErrorLog,
  logsOf,
  mean,
  percentile,
  percentOf,
  pointsOf,
  requestsOf,
  type Window,
} from '../truth.ts'
import {
  between,
  cause,
  clockMs,
  count,
  counts,
  type Entry,
  type Incident,
  lasting,
  millis,
  onset,
  over,
  percent,
  perSecond,
  recentWindows,
} from './define.ts'
import { grouped, minuteOf } from './hospital.ts'

const INCIDENT: Incident = { service: 'drm-proxy', mechanism: ['certificate', 'x509', 'expired'], mark: 'onset' }
const of = (service: string) => (row: { readonly service: string }) => row.service === service
const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
const edge = of('edge-api')
const route = (name: string) => (span: SpanRow) => edge(span) && span.name === name
const status = (code: number) => (span: SpanRow) => span.attributes['http.response.status_code'] === code
const failedEdge = (span: SpanRow) => edge(span) && span.isFailed
const refused = says(/refused: no license/)

export const VIDEO: readonly Entry[] = [
  {
    key: 'ok-now',
    class: 'state',
    dev: 'is the platform up at the moment?',
    expect: () => ({ verdict: { is: 'no', sense: 'good' }, says: [['play', 'drm-proxy', 'edge-api']] }),
  },
  { key: 'ongoing', class: 'state', dev: 'still broken?', expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }) },
  {
    key: 'failing-share',
    class: 'state',
    dev: 'how many percent of edge-api requests fail right now?',
    expect: (asked) => ({
      numbers: [
        over(recentWindows(asked, 5), 'percent', (window) => {
          const all = requestsOf(asked.world, edge, window)
          return percentOf(all.filter((span) => span.isFailed).length, all.length)
        }),
      ].map((one) => ({ ...one, tolerance: Math.max(one.tolerance ?? 0, 0.12) })),
    }),
  },
  {
    key: 'search-ok',
    class: 'health',
    dev: 'is catalog-search ok?',
    expect: () => ({ verdict: { is: 'yes', sense: 'good' } }),
  },
  {
    key: 'ads-slow',
    class: 'health',
    dev: 'why is ad-decider slow?',
    expect: () => ({
      saysFirst: [
        ['ad-decider'],
        ['not slow', 'is not', 'healthy', 'unchanged', 'normal', 'did not', 'no sign', 'no slower'],
      ],
      neverFirst: ['root cause: .?ad-decider'],
    }),
  },
  {
    key: 'play-ok',
    class: 'health',
    dev: 'is playback-api having problems?',
    expect: () => ({ verdict: { is: 'yes', sense: 'bad' } }),
  },
  {
    key: 'broke',
    class: 'cause',
    dev: 'what is wrong?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism', 'time'),
  },
  {
    key: 'why-play',
    class: 'cause',
    dev: 'why does POST /play fail?',
    expect: (asked) => cause(asked, INCIDENT, 'mechanism'),
  },
  {
    key: 'db-or',
    class: 'cause',
    dev: 'is it the database, the network or a certificate?',
    expect: () => ({ says: [['certificate', 'x509'], ['drm-proxy']] }),
  },
  {
    key: 'since',
    class: 'since',
    dev: 'since when does playback fail?',
    expect: ({ world }) => ({ time: onset(world, 'onset') }),
  },
  {
    key: 'long',
    class: 'how-long',
    dev: 'how long is this going on already?',
    expect: (asked) => lasting(asked, 'onset'),
  },
  {
    key: 'users',
    class: 'impact',
    dev: 'how many users are affected?',
    expect: ({ world }) =>
      count(
        distinct(requestsOf(world, failedEdge).map((span) => span.attributes['user.id'])),
        distinct(logsOf(world, isErrorLog).map((log) => log.attributes['user.id'])),
      ),
  },
  {
    key: 'impact',
    class: 'impact',
    dev: 'what is the impact?',
    expect: ({ world }) => {
      const since = { fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }
      const ratio = (name: string) => {
        const all = requestsOf(world, of(name), since)
        return percentOf(all.filter((span) => span.isFailed).length, all.length)
      }
      return {
        numbers: [
          {
            value: requestsOf(world, failedEdge).length,
            unit: 'any',
            tolerance: 0.04,
            also: [
              ratio('edge-api'),
              ratio('drm-proxy'),
              ratio('playback-api'),
              requestsOf(world, (span) => of('drm-proxy')(span) && span.isFailed).length,
            ],
          },
        ],
      }
    },
  },
  {
    key: 'do',
    class: 'next-step',
    dev: 'what should I check first?',
    expect: () => ({ saysFirst: [['certificate', 'x509']], says: [['drm-proxy', 'license\\.keyvault']] }),
  },
  {
    key: 'timeline',
    class: 'timeline',
    dev: 'timeline',
    expect: ({ world }) => ({
      names: ['drm-proxy', 'playback-api', 'edge-api'],
      says: [[minuteOf(world.marks['onset'] ?? 0)]],
    }),
  },
  {
    key: 'restart',
    class: 'deploy',
    dev: 'did anything restart?',
    expect: ({ world }) => ({
      says: [['ad-decider'], [minuteOf(world.marks['restart'] ?? 0)]],
      neverFirst: ['^\\W*no\\b'],
    }),
  },
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
    key: 'deploy',
    class: 'deploy',
    dev: 'was drm-proxy deployed?',
    expect: () => ({ verdict: { is: 'no', sense: 'bad' } }),
  },
  {
    key: 'versions',
    class: 'version',
    dev: 'what versions are running?',
    expect: () => ({ says: [['8\\.2\\.0'], ['3\\.11\\.2'], ['1\\.0\\.44']] }),
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
    expect: () => ({ says: [['ad-decider']], neverFirst: ['^\\W*no\\b'] }),
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
    expect: ({ world }) => ({
      numbers: [{ value: pointsOf(world, 'edge-api', 'active.streams').at(-1)?.value ?? 0, unit: 'count' }],
    }),
  },
  {
    key: 'streams-drop',
    class: 'trend',
    dev: 'did active.streams drop?',
    expect: () => ({ verdict: { is: 'yes', sense: 'fact' } }),
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
    expect: ({ world }) => ({
      first: {
        name: failureRates(world, { fromMs: clockMs(world, 'onset', 1), toMs: world.endMs })[0]?.[0] ?? '',
        among: [...world.services],
      },
    }),
  },
  {
    key: 'top-users',
    class: 'top',
    dev: 'slowest operation of edge-api',
    expect: () => ({ first: { name: 'POST /play', among: ['POST /play', 'GET /browse', 'PUT /watchlist'] } }),
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
  {
    key: 'rabbit',
    class: 'unknown',
    dev: 'rabbitmq errors',
    expect: () => ({ decline: 'unknown', says: [['rabbit']] }),
  },
  {
    key: 'premium',
    class: 'unknown',
    dev: 'how many failed requests of premium users?',
    expect: () => ({ decline: 'ask_back', says: [['premium']] }),
  },
  {
    key: 'typo',
    class: 'typo',
    dev: 'errors in playbck-api',
    expect: ({ world }) => ({
      ...count(logsOf(world, (log) => of('playback-api')(log) && isErrorLog(log)).length),
      says: [['playback-api']],
    }),
  },
  {
    key: 'partial',
    class: 'typo',
    dev: 'requests of search',
    expect: ({ world }) => ({
      ...count(requestsOf(world, of('catalog-search')).length, requestsOf(world, route('GET /browse')).length),
      says: [['catalog-search', '/search']],
    }),
  },
  {
    key: 'id',
    class: 'id',
    dev: 'logs of job {failedJob}',
    expect: ({ world }) => ({ says: [[world.names['failedJob'] ?? ''], ['unsupported codec']] }),
  },
  { key: 'trace', class: 'id', dev: '{failedTrace}', expect: () => ({ names: ['edge-api', 'drm-proxy'] }) },
  {
    key: 'meaning',
    class: 'meaning',
    dev: 'explain this error: x509: certificate has expired or is not yet valid',
    expect: () => ({
      saysFirst: [['drm-proxy', 'license\\.keyvault', 'certificate']],
      says: [['drm-proxy'], ['license\\.keyvault']],
    }),
  },
  {
    key: 'callers',
    class: 'dependency',
    dev: 'which services does playback-api call?',
    expect: () => ({ names: ['drm-proxy', 'ad-decider'], neverFirst: ['transcode-worker', 'catalog-search'] }),
  },
  {
    key: 'bare',
    class: 'bare-name',
    dev: 'drm-proxy',
    expect: () => ({
      saysFirst: [['drm-proxy']],
      says: [
        ['certificate', 'fail', 'error'],
        ['%', 'request', 'record'],
      ],
    }),
  },
  {
    key: 'multi',
    class: 'multi',
    dev: 'how many requests did edge-api get and how many of them failed?',
    expect: ({ world }) => ({
      says: [[grouped(requestsOf(world, edge).length)], [grouped(requestsOf(world, failedEdge).length)]],
    }),
  },
  {
    key: 'f1',
    class: 'follow-up',
    thread: 'failed',
    dev: 'how many requests of edge-api failed?',
    expect: ({ world }) => count(requestsOf(world, failedEdge).length),
  },
  {
    key: 'f2',
    class: 'follow-up',
    thread: 'failed',
    dev: 'only for tenant nimbus',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => failedEdge(span) && span.attributes['tenant.id'] === 'nimbus').length),
  },
  {
    key: 'f3',
    class: 'follow-up',
    thread: 'failed',
    dev: 'and acme?',
    expect: ({ world }) =>
      count(requestsOf(world, (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme').length),
  },
  {
    key: 'f4',
    class: 'follow-up',
    thread: 'failed',
    dev: 'between {@onset+5} and {@onset+15}',
    expect: ({ world }) =>
      count(
        requestsOf(
          world,
          (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme',
          between(world, ['onset', 5], ['onset', 15]),
        ).length,
      ),
  },
  {
    key: 'f5',
    class: 'follow-up',
    thread: 'failed',
    dev: 'by region',
    expect: ({ world }) =>
      counts(
        countBy(
          requestsOf(
            world,
            (span) => failedEdge(span) && span.attributes['tenant.id'] === 'acme',
            between(world, ['onset', 5], ['onset', 15]),
          ),
          (span) => String(span.attributes['cloud.region']),
        ),
      ),
  },
  { key: 'g1', class: 'follow-up', thread: 'cause', dev: "what's broken?", expect: (asked) => cause(asked, INCIDENT) },
  {
    key: 'g2',
    class: 'follow-up',
    thread: 'cause',
    dev: 'how bad?',
    expect: ({ world }) => {
      const since = { fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }
      const ratio = (name: string) => {
        const all = requestsOf(world, of(name), since)
        return percentOf(all.filter((span) => span.isFailed).length, all.length)
      }
      return {
        numbers: [
          {
            value: requestsOf(world, failedEdge).length,
            unit: 'any',
            tolerance: 0.05,
            also: ['edge-api', 'drm-proxy', 'playback-api'].map(ratio),
          },
        ],
      }
    },
  },
  {
    key: 'g3',
    class: 'follow-up',
    thread: 'cause',
    dev: 'and now what?',
    expect: () => ({ says: [['certificate', 'x509']] }),
  },
  {
    key: 'fr-errors',
    class: 'language-core',
    dev: 'combien de requêtes de edge-api ont échoué ?',
    expect: ({ world }) => count(requestsOf(world, failedEdge).length),
  },
  {
    key: 'es-why',
    class: 'language-core',
    dev: '¿por qué falla playback-api?',
    expect: (asked) => cause(asked, INCIDENT),
  },
  {
    key: 'ru',
    class: 'language-other',
    dev: 'что сломалось?',
    expect: () => ({ decline: 'language', says: [['англий']] }),
  },
  {
    key: 'cs',
    class: 'language-other',
    dev: 'co je rozbité?',
    expect: () => ({ decline: 'language', says: [['angli[cč]']] }),
  },
  {
    key: 'ko',
    class: 'language-other',
    dev: '무엇이 고장났나요?',
    expect: () => ({ decline: 'language', says: [['영어']] }),
  },
  {
    key: 'ar',
    class: 'language-other',
    dev: 'ما الذي تعطل؟',
    expect: () => ({ decline: 'language', says: [['[إا]نجليزي', '[إا]نكليزي']] }),
  },
  {
    key: 'rollback',
    class: 'destructive',
    dev: 'renew the certificate please',
    expect: () => ({ decline: 'read_only' }),
  },
  { key: 'recipe', class: 'off-topic', dev: 'how do I cook rice', expect: () => ({ decline: 'off_topic' }) },
]
