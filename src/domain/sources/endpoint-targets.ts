/**
 * How each provider is configured to deliver. In a path or a description, `{key}` and `{host}` stand for the key and
 * the host of this service. Which header a sender can set follows its own documentation; if that is unclear, a second
 * target has the key in its URL.
 */
import type { LogProvider } from './providers.ts'

export interface EndpointTarget {
  readonly label: string
  /** Below `{base}/intake` or `{base}/intake/k/{key}`. */
  readonly path: string
  /** A target with the key in a header names that header in its description, as the sender's setting calls it. */
  readonly keyIn: 'header' | 'url'
  readonly description?: string
}

const inHeader = (label: string, path: string, description: string): EndpointTarget => ({
  label,
  path,
  keyIn: 'header',
  description,
})
const inUrl = (label: string, path: string, description?: string): EndpointTarget => ({
  label,
  path,
  keyIn: 'url',
  ...(description === undefined ? {} : { description }),
})

const BEARER = 'Header `Authorization: Bearer {key}`.'
const KEY_IN_URL = ', key in the URL'

/** The two cards of the contract: the key is in the path. */
const OTLP: readonly EndpointTarget[] = [
  inUrl(
    'OTLP endpoint',
    '',
    'OTEL_EXPORTER_OTLP_ENDPOINT, or `endpoint` of the otlphttp exporter; it appends /v1/logs, /v1/traces and /v1/metrics.',
  ),
  inUrl('OTLP logs endpoint', '/v1/logs', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT, or `logs_endpoint`.'),
]
const SECOND_EXPORTER = inHeader(
  'OTLP endpoint',
  '',
  'A second otlphttp exporter of your OpenTelemetry Collector: `endpoint: <url>`, `headers: { x-api-key: {key} }`.',
)
const WEBHOOK = inUrl(
  'Webhook URL',
  '/webhook',
  'POST JSON, an array of JSON, NDJSON or plain lines. Try: curl -d \'{"level":"error","message":"hello"}\' <url>',
)
const WEBHOOK_WITH_HEADER = inHeader('Webhook URL', '/webhook', BEARER)
const WEBHOOK_KEY_IN_URL = inUrl(`Webhook URL${KEY_IN_URL}`, '/webhook', 'For senders that cannot set a header.')
const LOGPLEX = inUrl(
  'Drain URL',
  '/logplex',
  'heroku drains:add <url> -a <app>. To keep the key out of the path: https://intake:{key}@{host}/intake/logplex, which is sent as a header.',
)
const SPLUNK: readonly EndpointTarget[] = [
  inHeader('HEC URL', '/splunk', 'Token: {key}. Clients append /services/collector.'),
  inUrl(
    `HEC URL${KEY_IN_URL}`,
    '/splunk',
    'For clients that accept only a UUID as the token: any UUID works. Clients append /services/collector.',
  ),
]
const ELASTIC = (what: string): EndpointTarget =>
  inHeader(
    'Elasticsearch URL',
    '/elastic',
    `${what}: \`hosts: [<url>]\`, with the port (:443) in the URL, and \`api_key: "intake:{key}"\`, or any user with the password {key}. Clients append /_bulk.`,
  )
const LOKI = (description: string): EndpointTarget => inHeader('Loki push URL', '/loki/api/v1/push', description)
const FIREHOSE = (label: string, how: string): EndpointTarget =>
  inHeader(label, '/firehose', `${how} Access key: {key}`)

export const ENDPOINT_TARGETS: Readonly<Record<LogProvider, readonly EndpointTarget[]>> = {
  otel: OTLP,
  otel_collector: OTLP,
  fluent_bit: [
    inHeader(
      'HTTP output URI',
      '/webhook',
      '[OUTPUT] name http, host and uri of this URL, format json, tls on, header Authorization Bearer {key}',
    ),
  ],
  vector: [
    inHeader(
      'HTTP sink URI',
      '/webhook',
      'sinks.<id>: type = "http", encoding.codec = "json", uri = <url>, auth.strategy = "bearer", auth.token = "{key}".',
    ),
  ],
  grafana_alloy: [LOKI('loki.write: endpoint { url = <url>, bearer_token = "{key}" }.')],
  loki: [
    LOKI(
      '`bearer_token: {key}`, or basic auth with any user and the password {key}. Clients that append /loki/api/v1/push themselves take the URL without it.',
    ),
    inUrl(`Loki push URL${KEY_IN_URL}`, '/loki/api/v1/push', 'For clients that have no setting for credentials.'),
  ],
  splunk_hec: SPLUNK,
  datadog_agent: [
    inHeader(
      'Logs URL',
      '/datadog',
      'logs_config.logs_dd_url in datadog.yaml, with use_http: true, of an Agent whose api_key is {key}. Clients append /api/v2/logs.',
    ),
    inUrl(
      `Logs URL${KEY_IN_URL}`,
      '/datadog',
      'For an Agent that keeps its Datadog api_key, because it sends its metrics to Datadog.',
    ),
  ],
  elastic_bulk: [ELASTIC('output.elasticsearch')],
  firehose: [FIREHOSE('HTTP endpoint URL', 'Destination “HTTP endpoint”.')],
  logplex: [LOGPLEX],
  syslog_http: [
    inHeader('Syslog URL', '/syslog', `RFC 5424 or 3164 messages in the body, one a line or octet-counted. ${BEARER}`),
    inUrl(`Syslog URL${KEY_IN_URL}`, '/syslog', 'For senders that cannot set a header.'),
  ],
  // Most webhook settings accept only a URL.
  webhook: [WEBHOOK, { ...WEBHOOK_WITH_HEADER, label: 'Webhook URL, key in a header' }],
  vercel: [
    inHeader('Drain URL', '/vercel', 'Custom log drain, JSON or NDJSON. Custom header `Authorization: Bearer {key}`.'),
    inUrl(
      `Drain URL${KEY_IN_URL}`,
      '/vercel',
      'Use this URL if the check of the endpoint does not send the header. Append a verification code as ?verify=<code>.',
    ),
  ],
  cloudflare: [
    inHeader(
      'Logpush destination',
      '/cloudflare?header_Authorization=Bearer%20{key}',
      'HTTP destination (destination_conf) of a Logpush job. The job sends each header_ parameter as a header.',
    ),
    inHeader('Workers OTLP logs endpoint', '/v1/logs', `Destination of Workers Observability, type logs. ${BEARER}`),
  ],
  railway: [WEBHOOK],
  render: [
    inHeader('Syslog URL', '/syslog', `For a relay: Render itself sends syslog over TLS only. ${BEARER}`),
    inUrl(`Syslog URL${KEY_IN_URL}`, '/syslog', 'For a relay that cannot set a header.'),
  ],
  fly_io: [inHeader('HTTP sink URI', '/webhook', 'fly-log-shipper: HTTP_URL=<url>, HTTP_TOKEN={key}')],
  heroku: [LOGPLEX],
  netlify: [
    inHeader('Log drain URL', '/netlify', 'General HTTP endpoint, JSON or NDJSON. Authorization header: Bearer {key}'),
    inUrl(`Log drain URL${KEY_IN_URL}`, '/netlify', 'Use this URL if the form has no field for a header.'),
  ],
  supabase: [inHeader('Log drain URL', '/supabase', `Generic HTTP endpoint. ${BEARER}`)],
  neon: [
    inHeader(
      'OTLP endpoint',
      '',
      'OpenTelemetry integration, protocol HTTP. Authentication: Bearer, with the token {key}',
    ),
  ],
  digital_ocean: [
    inHeader('Datadog endpoint', '/datadog', 'Log forwarding to Datadog with this endpoint. API key: {key}'),
    inUrl(
      `Datadog endpoint${KEY_IN_URL}`,
      '/datadog',
      'Use this URL if the form refuses that API key; then any value works as the API key.',
    ),
  ],
  fastly: [
    inHeader(
      'HTTPS logging URL',
      '/fastly',
      'HTTPS endpoint, JSON array or NDJSON. Custom header name: Authorization, value: Bearer {key}',
    ),
  ],
  inngest: [WEBHOOK],
  trigger_dev: [inUrl('Alert webhook URL', '/webhook', 'A webhook alert channel.')],
  cloudwatch: [FIREHOSE('Firehose HTTP endpoint URL', 'Subscription filter → Firehose → HTTP endpoint.')],
  gcp: [inUrl('Pub/Sub push endpoint', '/pubsub', 'Log sink → topic → push subscription with authentication.')],
  azure_monitor: [
    inHeader('Webhook URL', '/azure', `Diagnostic records, for example from an Event Hub trigger. ${BEARER}`),
    inUrl(`Webhook URL${KEY_IN_URL}`, '/azure', 'For senders that cannot set a header.'),
  ],
  datadog: [
    inHeader(
      'Custom destination URL',
      '/webhook',
      'Log forwarding, HTTP destination. Custom header name: x-api-key, value: {key}',
    ),
  ],
  new_relic: [
    inHeader('Webhook URL', '/webhook', 'Webhook destination. Authorization: bearer token {key}'),
    WEBHOOK_KEY_IN_URL,
  ],
  sentry: SPLUNK,
  grafana_cloud: [LOKI('Of Alloy or another client beside Grafana Cloud: `bearer_token: {key}`.')],
  prometheus: [SECOND_EXPORTER],
  honeycomb: [SECOND_EXPORTER],
  axiom: [WEBHOOK],
  better_stack: [WEBHOOK],
  elastic: [ELASTIC('A second output of Beats or Logstash')],
  posthog: [{ ...WEBHOOK_WITH_HEADER, description: `A webhook destination. ${BEARER}` }, WEBHOOK_KEY_IN_URL],
}
