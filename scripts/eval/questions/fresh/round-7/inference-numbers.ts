/** Counts, shares, durations, values, break-downs and comparisons of the inference platform: seventh round. */
import type { SpanRow } from '../../records.ts'
import { requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const spansOf = (where: t.Where<SpanRow>) => (world: Parameters<t.Measure>[0], window?: Window) =>
  requestsOf(world, where, window)
const incident = t.during(['onset', 0], ['rollback', 1])
const gpu =
  (name: string) =>
  ({ attributes }: { readonly attributes: Readonly<Record<string, string | number>> }) =>
    attributes['gpu'] === name
const busy = t.metric('GpuWorker', 'gpu.utilization', 'mean', gpu('gpu-3'))

export const INFERENCE_NUMBERS_7 = [
  ask('count', '503s from ApiFront, total', t.count(t.anytime, t.requests(m.refused))),
  ask(
    'count',
    'How many completions for tenant kestrel in zone us-2 got a 503?',
    t.count(t.anytime, t.requests(t.all(m.refused, m.tenant('kestrel'), m.zone('us-2')))),
  ),
  ask(
    'count',
    'count POST /v1/embeddings tenant.plan=free last 45m',
    t.count(t.last(45), t.requests(t.all(m.embeddings, t.has('tenant.plan', 'free')))),
  ),
  ask(
    'count',
    'Route calls at ModelRouter that ended with grpc status 8, between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.requests(t.all(m.router, t.has('rpc.grpc.status_code', 8)))),
  ),
  ask(
    'count',
    'completions with more than 2000 input tokens, how many came in',
    t.count(t.anytime, t.requests(t.all(m.completions, m.promptOf(2001)))),
  ),
  ask(
    'count',
    'prompt cache hits (cache.hit=yes) in the 20 min before {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), t.requests(t.all(m.cache, t.has('cache.hit', 'yes')))),
  ),
  ask(
    'class-of-codes',
    'ApiFront 4xx since {@rollback}',
    t.count(t.since('rollback'), t.requests(t.all(m.front, m.status(400, 429)))),
  ),
  ask(
    'class-of-codes',
    '2xx responses of POST /v1/completions while it was broken, i.e. {@onset+1} to {@rollback-1}',
    t.count(t.during(['onset', 1], ['rollback', -1]), t.requests(t.all(m.completions, m.status(200)))),
  ),
  ask('text', 'how often did BatchScheduler say "exceeds max_batch_tokens"', t.count(t.anytime, t.logs(m.rejected))),
  ask(
    'text',
    'kv cache evictions logged for gpu-2?',
    t.count(t.anytime, t.logs(t.says(/^kv cache evicted .* on gpu-2$/))),
  ),
  ask(
    'text',
    'invalid json bodies ("not valid JSON"), all day',
    t.count(t.anytime, t.logs(t.says(/not valid JSON/)), t.requests(t.all(m.front, m.status(400)))),
  ),
  ask('level', 'WARNING lines of GpuWorker pls', t.count(t.anytime, t.logs(t.all(m.worker, t.level('WARN'))))),
  ask(
    'level',
    'error log lines in total, all services, since {@onset}',
    t.count(t.since('onset'), t.logs(t.level('ERROR', 'FATAL'))),
  ),
  ask(
    'attribute',
    'usage records of TokenMeter for tenant moss and model cirrus-70b',
    t.count(t.anytime, t.logs(t.all(m.usage, t.has('tenant', 'moss'), t.has('model', 'cirrus-70b')))),
  ),
  ask(
    'exclusion',
    'failed completions of everybody but orbital',
    t.count(t.anytime, t.failures(t.all(m.completions, t.not(m.tenant('orbital'))))),
  ),
  ask(
    'exclusion',
    'requests to ApiFront, not counting GET /v1/models, from {@start+10} to {@start+30}',
    t.count(t.during(['start', 10], ['start', 30]), t.requests(t.all(m.front, t.not(t.named('GET /v1/models'))))),
  ),
  ask(
    'slow',
    'number of completions slower than 3s',
    t.count(t.anytime, t.requests(t.all(m.completions, t.longer(3000)))),
  ),
  ask(
    'outcome',
    'rate limited requests for fjord in the last half hour',
    t.count(t.last(30), t.requests(m.limited), t.logs(t.says(/^rate limit of tenant fjord/))),
  ),

  ask(
    'ratio',
    'error rate of POST /v1/completions during the outage ({@onset+1}-{@rollback-1})',
    t.percent(t.during(['onset', 1], ['rollback', -1]), t.share(m.completions)),
  ),
  ask('ratio', 'cache hit share at PromptCache', t.percent(t.anytime, t.share(m.cache, t.has('cache.hit', 'yes')))),
  ask(
    'ratio',
    'what percentage of fjord’s requests is rate limited (429)?',
    t.percent(t.anytime, t.share(t.all(m.front, m.tenant('fjord')), m.status(429))),
  ),
  ask('ratio', 'ApiFront: share failing, last 10 minutes', t.percent(t.last(10), t.share(m.front))),
  ask(
    'percentile',
    'p95 completions cirrus-70b',
    t.millis(t.anytime, t.took(t.all(m.completions, m.model('cirrus-70b')), 0.95)),
  ),
  ask(
    'percentile',
    'P99 of Embed on GpuWorker, last 30 min',
    t.millis(t.last(30), t.took(t.all(m.worker, t.named('Embed')), 0.99)),
  ),
  ask(
    'percentile',
    'median of BatchScheduler.Enqueue since {@rollback+1}',
    t.millis(t.since('rollback', 1), t.took(m.scheduler, 0.5)),
  ),
  ask(
    'mean-max',
    'mean duration Generate on gpu-1 before {@onset}',
    t.millis(t.before('onset'), t.took(t.all(m.generate, t.has('gpu', 'gpu-1')), 'mean')),
  ),
  ask('mean-max', 'slowest completion in seconds', t.millis(t.anytime, t.took(m.completions, 'max'))),
  ask(
    'stated',
    'what was the longest prompt that got rejected (tokens)',
    t.value(t.anytime, t.stated(/^prompt of (\d+) tokens exceeds/, 'max')),
  ),
  ask(
    'sum',
    'total usd recorded for orbital between {@start+5} and {@start+35}',
    t.value(t.during(['start', 5], ['start', 35]), t.stated(/^usage recorded tenant=orbital .*usd=([\d.]+)/, 'sum')),
  ),
  ask(
    'sum',
    'how many tokens.generated since {@rollback}?',
    t.within(0.02, t.value(t.since('rollback'), t.metric('GpuWorker', 'tokens.generated', 'sum'))),
  ),
  ask('rate', 'requests per minute at ApiFront', t.perS(t.anytime, t.perSecond(t.requests(m.front)))),
  ask(
    'rate',
    'rejections per minute at BatchScheduler between {@onset+2} and {@onset+22}',
    t.perS(
      t.during(['onset', 2], ['onset', 22]),
      t.perSecond(t.logs(m.rejected)),
      t.perSecond(t.failures(m.scheduler)),
    ),
  ),
  ask('distinct', 'how many tenants did get a 503', t.count(t.anytime, t.differentOf(m.refused, 'tenant.name'))),
  ask(
    'distinct',
    'number of different gpus that did Embed work',
    t.count(t.anytime, t.differentOf(t.all(m.worker, t.named('Embed')), 'gpu')),
  ),
  ask('metric', 'gpu.memory.used on gpu-1 right now (GiB)', (asked) => {
    const used = t.metric('GpuWorker', 'gpu.memory.used', 'last', gpu('gpu-1'))
    return { numbers: [t.numberOf(asked, 'any', t.anytime, [used, t.scaled(used, 1024 ** 3)])] }
  }),
  ask('metric', 'avg hit_ratio of PromptCache', t.value(t.anytime, t.metric('PromptCache', 'hit_ratio', 'mean'))),
  ask(
    'metric',
    'max queue.depth since {@onset}',
    t.value(t.since('onset'), t.metric('BatchScheduler', 'queue.depth', 'max')),
  ),
  ask(
    'metric',
    'mean gpu.utilization of gpu-3 from {@onset+2} to {@rollback-2}',
    t.within(0.03, t.value(t.during(['onset', 2], ['rollback', -2]), busy, t.scaled(busy, 100))),
  ),
  ask('metric', 'average time_to_first_token', (asked) => {
    const seconds = m.meanOfHistogram('GpuWorker', 'time_to_first_token')
    return { numbers: [t.numberOf(asked, 'ms', t.anytime, [t.scaled(seconds, 1000)])] }
  }),

  ask(
    'group',
    '503 per tenant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TENANTS, (one) => t.requests(t.all(m.refused, m.tenant(one)))),
    ),
  ),
  ask(
    'group',
    'p50 of completions, split by model, before {@onset}',
    t.groups(
      'ms',
      t.before('onset'),
      m.each(m.MODELS, (one) => t.took(t.all(m.completions, m.model(one)), 0.5)),
    ),
  ),
  ask(
    'group',
    'status codes of ApiFront between {@onset} and {@rollback}, as a table',
    t.groupsBy(t.during(['onset', 0], ['rollback', 0]), spansOf(m.front), t.attribute('http.status_code')),
  ),
  ask(
    'group',
    'Generate calls per gpu since {@rollback}',
    t.groups(
      'count',
      t.since('rollback'),
      m.each(['gpu-0', 'gpu-1', 'gpu-2', 'gpu-3'], (one) => t.requests(t.all(m.generate, t.has('gpu', one)))),
    ),
  ),
  ask(
    'group',
    'failure rate of completions by zone in the ten minutes after {@onset+1}',
    t.groups(
      'percent',
      t.during(['onset', 1], ['onset', 11]),
      m.each(m.ZONES, (one) => t.share(t.all(m.completions, m.zone(one)))),
    ),
  ),
  ask(
    'top',
    'which tenant was hit hardest by number of 503s',
    t.topOf(t.failedRequests(m.front), t.attribute('tenant.name')),
  ),
  ask('top', 'top tenant by usage records', t.topOf(t.logRows(m.usage), t.attribute('tenant'))),
  ask(
    'top',
    'busiest route of ApiFront?',
    t.topOf((world) => requestsOf(world, m.front), t.attribute('http.route')),
  ),
  ask('top', 'tenants ranked by 429', t.words({ first: { name: 'fjord', among: m.TENANTS } })),

  ask(
    'window',
    'completions between {@start+12} and {@start+19}',
    t.count(t.during(['start', 12], ['start', 19]), t.requests(m.completions)),
  ),
  ask(
    'window',
    'failed completions 5 minutes before {@rollback}',
    t.count(t.during(['rollback', -5], ['rollback', 0]), t.failures(m.completions)),
  ),
  ask('window', 'any 503 after {@rollback+1}? number', t.count(t.since('rollback', 1), t.requests(m.refused))),
  ask(
    'window',
    'ApiFront requests in the first half hour of what you have',
    t.count(t.after('start', 30), t.requests(m.front)),
  ),
  ask(
    'window',
    'embeddings since the ModelRouter release',
    t.count(t.sinceMark('release'), t.requests(m.embeddings), t.requests(t.all(m.worker, t.named('Embed')))),
  ),
  ask(
    'window',
    'prompts rejected in the first five minutes of the outage',
    t.within(0.05, t.count(t.after('onset', 5), t.logs(m.rejected), t.failures(m.scheduler))),
  ),
  ask(
    'compare',
    'completions/min: 15 min before {@onset} vs 15 min after {@onset}',
    t.compared(
      'per_second',
      t.perSecond(t.requests(m.completions)),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'p95 of Generate {@onset-20}-{@onset} versus {@rollback+2}-{@rollback+22}',
    t.compared(
      'ms',
      t.took(m.generate, 0.95),
      t.during(['onset', -20], ['onset', 0]),
      t.during(['rollback', 2], ['rollback', 22]),
    ),
  ),
  ask(
    'compare',
    'ApiFront failures in the 10 minutes before the rollback ({@rollback}) against the 10 minutes after {@rollback+1}',
    t.compared(
      'count',
      t.failures(m.front),
      t.during(['rollback', -10], ['rollback', 0]),
      t.during(['rollback', 1], ['rollback', 11]),
    ),
  ),
  ask(
    'compare',
    'embeddings vs completions: requests each, whole period since {@start}',
    t.groups('count', t.since('start'), {
      embeddings: t.requests(m.embeddings),
      completions: t.requests(m.completions),
    }),
  ),
  ask(
    'compare',
    'cirrus-7b or cirrus-70b - which one has the higher median completion time before {@onset}, and how high is it?',
    t.millis(t.before('onset'), t.took(t.all(m.completions, m.model('cirrus-70b')), 0.5)),
  ),
  ask(
    'compare',
    'traffic at ApiFront in the last 15 minutes vs the same 15 minutes an hour earlier',
    t.compared('count', t.requests(m.front), t.last(15), t.earlier(15, 60)),
  ),
  ask(
    'several',
    'how many requests did ApiFront fail in the outage and how many did it rate limit',
    t.within(0.06, t.both(incident, ['count', t.failures(m.front)], ['count', t.requests(m.limited)])),
  ),
]
