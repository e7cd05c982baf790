/**
 * Endpoint cards: exactly what a sender's setting wants. Built here alone, from the base URL of the
 * deployment. The key travels in the path, which every sender can be given.
 */
import type { LogProvider } from './providers.ts'

export interface EndpointCard {
  readonly kind: 'url'
  readonly label: string
  readonly url: string
  readonly description?: string
}

interface Target {
  readonly label: string
  /** Below `{base}/intake/k/{key}`. */
  readonly path: string
  readonly description?: string
}

const OTLP: readonly Target[] = [
  {
    label: 'OTLP endpoint',
    path: '',
    description:
      'OTEL_EXPORTER_OTLP_ENDPOINT, or `endpoint` of the otlphttp exporter; it appends /v1/logs, /v1/traces and /v1/metrics.',
  },
  {
    label: 'OTLP logs endpoint',
    path: '/v1/logs',
    description: 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT, or `logs_endpoint`.',
  },
]
const WEBHOOK: Target = {
  label: 'Webhook URL',
  path: '/webhook',
  description:
    'POST JSON, an array of JSON, NDJSON or plain lines. Try: curl -d \'{"level":"error","message":"hello"}\' <url>',
}
const LOGPLEX: Target = { label: 'Drain URL', path: '/logplex', description: 'heroku drains:add <url> -a <app>' }
const SPLUNK: Target = {
  label: 'HEC URL',
  path: '/splunk',
  description: 'Clients append /services/collector. The token may be anything: the key is in the URL.',
}
const DATADOG: Target = { label: 'Logs URL', path: '/datadog', description: 'Clients append /api/v2/logs.' }

const TARGETS: Readonly<Record<LogProvider, readonly Target[]>> = {
  otel: OTLP,
  otel_collector: OTLP,
  fluent_bit: [
    {
      label: 'HTTP output URI',
      path: '/webhook',
      description: '[OUTPUT] name http, format json, uri <path of this URL>, tls on.',
    },
  ],
  vector: [
    {
      label: 'HTTP sink URI',
      path: '/webhook',
      description: 'sinks.<id>: type = "http", encoding.codec = "json", uri = <url>.',
    },
  ],
  grafana_alloy: [
    { label: 'Loki push URL', path: '/loki/api/v1/push', description: 'loki.write: endpoint { url = <url> }.' },
  ],
  loki: [
    {
      label: 'Loki push URL',
      path: '/loki/api/v1/push',
      description: 'Clients that append /loki/api/v1/push themselves take the URL without it.',
    },
  ],
  splunk_hec: [SPLUNK],
  datadog_agent: [{ ...DATADOG, description: 'logs_config.logs_dd_url in datadog.yaml, with use_http: true.' }],
  elastic_bulk: [
    {
      label: 'Elasticsearch URL',
      path: '/elastic',
      description: 'output.elasticsearch: hosts: [<url>]. Clients append /_bulk.',
    },
  ],
  firehose: [
    {
      label: 'HTTP endpoint URL',
      path: '/firehose',
      description: 'Destination “HTTP endpoint”; the access key may be empty.',
    },
  ],
  logplex: [LOGPLEX],
  syslog_http: [
    {
      label: 'Syslog URL',
      path: '/syslog',
      description: 'RFC 5424 or 3164 messages in the body, one a line or octet-counted.',
    },
  ],
  webhook: [WEBHOOK],
  vercel: [{ label: 'Drain URL', path: '/vercel', description: 'Custom log drain, JSON or NDJSON.' }],
  cloudflare: [
    { label: 'Logpush destination', path: '/cloudflare', description: 'HTTP destination of a Logpush job.' },
    {
      label: 'Workers OTLP logs endpoint',
      path: '/v1/logs',
      description: 'Destination of Workers Observability, type logs.',
    },
  ],
  railway: [WEBHOOK],
  render: [
    { label: 'Syslog URL', path: '/syslog', description: 'For a relay: Render itself sends syslog over TLS only.' },
  ],
  fly_io: [{ label: 'HTTP sink URI', path: '/webhook', description: 'HTTP sink of the fly-log-shipper app.' }],
  heroku: [LOGPLEX],
  netlify: [{ label: 'Log drain URL', path: '/netlify', description: 'General HTTP endpoint, JSON or NDJSON.' }],
  supabase: [{ label: 'Log drain URL', path: '/supabase', description: 'Generic HTTP endpoint.' }],
  neon: [{ label: 'OTLP endpoint', path: '', description: 'OpenTelemetry integration, protocol HTTP.' }],
  digital_ocean: [
    {
      ...DATADOG,
      label: 'Datadog endpoint',
      description: 'Log forwarding to Datadog with this endpoint; the API key may be anything.',
    },
  ],
  fastly: [{ label: 'HTTPS logging URL', path: '/fastly', description: 'HTTPS endpoint, JSON array or NDJSON.' }],
  inngest: [WEBHOOK],
  trigger_dev: [{ label: 'Alert webhook URL', path: '/webhook', description: 'A webhook alert channel.' }],
  cloudwatch: [
    {
      label: 'Firehose HTTP endpoint URL',
      path: '/firehose',
      description: 'Subscription filter → Firehose → HTTP endpoint.',
    },
  ],
  gcp: [
    {
      label: 'Pub/Sub push endpoint',
      path: '/pubsub',
      description: 'Log sink → topic → push subscription with authentication.',
    },
  ],
  azure_monitor: [
    { label: 'Webhook URL', path: '/azure', description: 'Diagnostic records, for example from an Event Hub trigger.' },
  ],
  datadog: [
    { ...DATADOG, label: 'Custom destination URL', path: '/webhook', description: 'Log forwarding, HTTP destination.' },
  ],
  new_relic: [WEBHOOK],
  sentry: [SPLUNK],
  grafana_cloud: [{ label: 'Loki push URL', path: '/loki/api/v1/push' }],
  prometheus: [{ label: 'OTLP endpoint', path: '', description: 'For an OpenTelemetry Collector beside Prometheus.' }],
  honeycomb: [{ label: 'OTLP endpoint', path: '', description: 'A second exporter beside the one to Honeycomb.' }],
  axiom: [WEBHOOK],
  better_stack: [WEBHOOK],
  elastic: [{ label: 'Elasticsearch URL', path: '/elastic', description: 'A second output of Beats or Logstash.' }],
  posthog: [{ label: 'Webhook URL', path: '/webhook', description: 'A webhook destination.' }],
}

export function endpointCards(provider: LogProvider, baseUrl: string, key: string): EndpointCard[] {
  return TARGETS[provider].map(({ label, path, description }) => ({
    kind: 'url',
    label,
    url: `${deliveryUrl(baseUrl, key)}${path}`,
    ...(description === undefined ? {} : { description }),
  }))
}

export const deliveryUrl = (baseUrl: string, key: string): string => `${baseUrl}/intake/k/${key}`
