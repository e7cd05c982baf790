/** Log source providers: the platforms that can deliver logs, and other senders that use a known format. */
import { DATA_SOURCE_TYPES, type DataSourceType } from '../../connectors/connector.ts'

export { DATA_SOURCE_TYPES }

export const SENDER_PROVIDERS = [
  'otel',
  'otel_collector',
  'fluent_bit',
  'vector',
  'grafana_alloy',
  'loki',
  'splunk_hec',
  'datadog_agent',
  'elastic_bulk',
  'firehose',
  'logplex',
  'syslog_http',
  'webhook',
] as const
export type SenderProvider = (typeof SENDER_PROVIDERS)[number]
export type LogProvider = SenderProvider | DataSourceType

const SENDER_NAMES: Readonly<Record<SenderProvider, string>> = {
  otel: 'OpenTelemetry SDK',
  otel_collector: 'OpenTelemetry Collector',
  fluent_bit: 'Fluent Bit',
  vector: 'Vector',
  grafana_alloy: 'Grafana Alloy',
  loki: 'Loki clients (Promtail, pino-loki, …)',
  splunk_hec: 'Splunk HTTP Event Collector clients',
  datadog_agent: 'Datadog Agent',
  elastic_bulk: 'Elasticsearch bulk clients (Filebeat, Logstash, …)',
  firehose: 'Amazon Data Firehose',
  logplex: 'Logplex (HTTPS drains)',
  syslog_http: 'Syslog over HTTP (rsyslog, syslog-ng)',
  webhook: 'Webhook (JSON, NDJSON or text)',
}

/** Returns the name of a sender as people know it. */
export const senderName = (provider: SenderProvider): string => SENDER_NAMES[provider]

/** Whether a provider is a sender without a connector: it delivers to us, and the service calls nothing. */
export const isSenderProvider = (provider: string): provider is SenderProvider => provider in SENDER_NAMES
