/** Which path accepts which format. Each path exists under /intake (key in a header) and under /intake/k/{key}. */
import { azure, cloudflare, fastly, netlify, supabase } from '../formats/drains.ts'
import type { IntakeFormat } from '../formats/format.ts'
import { journald } from '../formats/journald.ts'
import { logplex } from '../formats/logplex.ts'
import { loki } from '../formats/loki.ts'
import { syslog } from '../formats/syslog.ts'
import { webhook } from '../formats/webhook.ts'
import { elasticBulk, elasticDocument, elasticProbe } from './elastic.ts'
import { DRAIN_ANSWERS, datadog, datadogValidate, firehose, pubsub, vercel } from './platforms.ts'
import { type Answers, plainAnswers, receiveLogs, type SenderCall } from './receive-logs.ts'
import { splunkAck, splunkEvents, splunkHealth, splunkRawLines } from './splunk.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
export interface SenderRoute {
  readonly methods: readonly Method[]
  /** The path below the key, in Hono's syntax. */
  readonly path: string
  readonly handle: (call: SenderCall, parameters: Readonly<Record<string, string>>) => Promise<Response> | Response
}

const post = (path: string, format: IntakeFormat, answers: Answers): SenderRoute => ({
  methods: ['POST', 'PUT'],
  path,
  handle: (call) => receiveLogs({ call, format, answers }),
})
const own = (methods: readonly Method[], path: string, handle: SenderRoute['handle']): SenderRoute => ({
  methods,
  path,
  handle,
})

const ok = () => new Response('ready\n')
const LOKI_ANSWERS = plainAnswers(204)

/** The request path below the Elasticsearch endpoint, for its probes. */
const elasticPath = (call: SenderCall) => new URL(call.request.url).pathname.replace(/^.*?\/elastic/, '')

export const SENDER_ROUTES: readonly SenderRoute[] = [
  post('/webhook', webhook, plainAnswers(202)),
  post('/syslog', syslog, plainAnswers(202)),
  post('/journald', journald, plainAnswers(202)),
  post('/journald/upload', journald, plainAnswers(202)),
  post('/loki/api/v1/push', loki, LOKI_ANSWERS),
  post('/api/prom/push', loki, LOKI_ANSWERS),
  own(['GET'], '/ready', ok),
  post('/logplex', logplex, plainAnswers(204, { losesWithoutCredits: true })),
  own(['POST'], '/firehose', firehose),
  own(['POST'], '/pubsub', pubsub),
  own(['POST', 'GET'], '/vercel', vercel),
  post('/cloudflare', cloudflare, DRAIN_ANSWERS),
  post('/netlify', netlify, DRAIN_ANSWERS),
  post('/supabase', supabase, DRAIN_ANSWERS),
  post('/fastly', fastly, DRAIN_ANSWERS),
  post('/azure', azure, DRAIN_ANSWERS),
  ...['', '/splunk'].flatMap((base) => [
    own(['POST'], `${base}/services/collector`, splunkEvents),
    own(['POST'], `${base}/services/collector/event`, splunkEvents),
    own(['POST'], `${base}/services/collector/event/1.0`, splunkEvents),
    own(['POST'], `${base}/services/collector/raw`, splunkRawLines),
    own(['POST'], `${base}/services/collector/raw/1.0`, splunkRawLines),
    own(['POST'], `${base}/services/collector/ack`, splunkAck),
    own(['GET'], `${base}/services/collector/health`, splunkHealth),
    own(['GET'], `${base}/services/collector/health/1.0`, splunkHealth),
  ]),
  ...['', '/datadog'].flatMap((base) => [
    own(['POST'], `${base}/api/v2/logs`, datadog),
    own(['POST'], `${base}/v1/input`, datadog),
    // Older clients append the API key to the path; a key in our own path takes precedence.
    own(['POST'], `${base}/v1/input/:apiKey`, (call, { apiKey = null }) =>
      datadog({ ...call, pathKey: call.pathKey ?? apiKey }),
    ),
    own(['GET'], `${base}/api/v1/validate`, datadogValidate),
  ]),
  own(['POST', 'PUT'], '/elastic/_bulk', (call) => elasticBulk(call, undefined)),
  own(['POST', 'PUT'], '/elastic/:index/_bulk', (call, { index }) => elasticBulk(call, index)),
  own(['POST', 'PUT'], '/elastic/:index/_doc', (call, { index = 'logs' }) => elasticDocument(call, index)),
  own(['POST', 'PUT'], '/_bulk', (call) => elasticBulk(call, undefined)),
  own(['GET', 'HEAD', 'PUT', 'POST'], '/elastic', (call) => elasticProbe(call.request.method, '')),
  own(['GET', 'HEAD', 'PUT', 'POST'], '/elastic/*', (call) => elasticProbe(call.request.method, elasticPath(call))),
]
