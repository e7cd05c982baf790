/**
 * The catalogue of what can be recommended: targets of all five kinds, what each would add, and how to set it up. The
 * texts serve docs and clients that show more than the contract's fields. Scores are computed from the numbers
 * (score.ts).
 */
import { DATA_SOURCE_TYPES, type DataSourceType } from '../../connectors/connector.ts'
import type { Signal } from '../../telemetry/index.ts'
import { SENDER_PROVIDERS, type SenderProvider } from '../sources/providers.ts'
import type { NotedClient } from './client-activity.ts'

export const RECOMMENDATION_KINDS = [
  'data_source',
  'log_source',
  'mcp_connector',
  'sandbox_cli',
  'integration',
] as const
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number]

export interface Target {
  readonly kind: RecommendationKind
  readonly targetId: string
  /** What the target would add, in one sentence. */
  readonly adds: string
  /** How to set it up. */
  readonly setUp: string
  /** Signals that it brings into the project; none for clients. */
  readonly signals: readonly Signal[]
  /**
   * From 0 to 30: how easy the target is to set up, and how much its telemetry tells the agent. Signals are scored
   * separately.
   */
  readonly base: number
  /** For kinds of clients: the client source that proves its use. */
  readonly client?: NotedClient
}

interface Facts {
  readonly adds: string
  readonly signals: readonly Signal[]
  readonly base: number
}

const L: readonly Signal[] = ['logs']
const M: readonly Signal[] = ['metrics']

/**
 * Base scores: 25 and more for platforms whose streams are created or read automatically with one token; about 15 for
 * those that need manual work; 10 for those that only answer questions.
 */
const DATA_SOURCES: Readonly<Record<DataSourceType, Facts>> = {
  vercel: { adds: 'Logs of deployments and functions on Vercel.', signals: L, base: 28 },
  cloudflare: { adds: 'Logs and traces of Workers, and logs of zones.', signals: ['logs', 'spans'], base: 28 },
  railway: { adds: 'Logs of services on Railway.', signals: L, base: 27 },
  render: { adds: 'Logs of services on Render.', signals: L, base: 27 },
  fly_io: { adds: 'Logs of apps on Fly.io.', signals: L, base: 22 },
  heroku: { adds: 'Logs of dynos and routers on Heroku.', signals: L, base: 26 },
  netlify: { adds: 'Logs of functions and traffic on Netlify.', signals: L, base: 20 },
  supabase: { adds: 'Logs of Postgres, auth and edge functions on Supabase.', signals: L, base: 26 },
  neon: {
    adds: 'Logs and metrics of Postgres on Neon, by its OpenTelemetry integration.',
    signals: ['logs', 'metrics'],
    base: 15,
  },
  digital_ocean: { adds: 'Logs of apps and databases on DigitalOcean.', signals: L, base: 24 },
  fastly: { adds: 'Request logs of Fastly services.', signals: L, base: 20 },
  inngest: { adds: 'Outcomes of Inngest function runs.', signals: L, base: 22 },
  trigger_dev: { adds: 'Lines and outcomes of Trigger.dev runs.', signals: L, base: 22 },
  cloudwatch: { adds: 'Log groups of AWS.', signals: L, base: 25 },
  gcp: { adds: 'Cloud Logging of Google Cloud.', signals: L, base: 24 },
  azure_monitor: { adds: 'Log Analytics tables of Azure.', signals: L, base: 20 },
  datadog: { adds: 'Logs stored in Datadog, forwarded or searched.', signals: L, base: 24 },
  new_relic: { adds: 'Logs stored in New Relic, and NRQL queries by the agent.', signals: L, base: 22 },
  sentry: { adds: 'Logs and error events of Sentry projects.', signals: L, base: 26 },
  grafana_cloud: { adds: 'Logs of Loki; PromQL and TraceQL queries by the agent.', signals: L, base: 22 },
  prometheus: { adds: 'Metrics of Prometheus jobs.', signals: M, base: 25 },
  honeycomb: { adds: 'Aggregates of Honeycomb datasets, queried by the agent.', signals: [], base: 12 },
  axiom: { adds: 'Events of Axiom datasets.', signals: L, base: 22 },
  better_stack: { adds: 'Logs stored in Better Stack.', signals: L, base: 20 },
  elastic: { adds: 'Logs of Elasticsearch or OpenSearch.', signals: L, base: 20 },
  posthog: { adds: 'Logs and product events of PostHog.', signals: L, base: 20 },
}

const SENDERS: Readonly<Record<SenderProvider, Facts>> = {
  otel: {
    adds: 'Logs, traces and metrics of services that use an OpenTelemetry SDK.',
    signals: ['logs', 'spans', 'metrics'],
    base: 30,
  },
  otel_collector: {
    adds: 'Everything that an OpenTelemetry Collector receives.',
    signals: ['logs', 'spans', 'metrics'],
    base: 28,
  },
  fluent_bit: { adds: 'Logs of hosts and containers, sent by Fluent Bit.', signals: L, base: 18 },
  vector: { adds: 'Logs that Vector routes.', signals: L, base: 18 },
  grafana_alloy: { adds: 'Logs that Grafana Alloy collects.', signals: L, base: 18 },
  loki: { adds: 'Logs of clients that push to Loki.', signals: L, base: 16 },
  splunk_hec: { adds: 'Events of clients that speak Splunk HEC.', signals: L, base: 14 },
  datadog_agent: { adds: 'Logs of hosts that run the Datadog Agent.', signals: L, base: 16 },
  elastic_bulk: { adds: 'Logs of Beats and Logstash.', signals: L, base: 16 },
  firehose: { adds: 'Records of Amazon Data Firehose.', signals: L, base: 14 },
  logplex: { adds: 'Logs of Logplex drains.', signals: L, base: 12 },
  syslog_http: { adds: 'Syslog sent over HTTP.', signals: L, base: 10 },
  webhook: { adds: 'Anything that can post JSON or lines.', signals: L, base: 12 },
}

/**
 * A source that receives logs without credentials of the platform. A person sets it up there by hand, so its base score
 * is lower than that of a connection.
 */
const BY_HAND = 8

const CLIENTS: readonly Target[] = [
  {
    kind: 'mcp_connector',
    targetId: 'mcp',
    adds: 'The agent as a tool of coding assistants, next to the code.',
    setUp:
      'Point an MCP server over this API (its OpenAPI document is at /v1/openapi.json) at the project, with a secret key and the header x-oas-client-source: mcp.',
    signals: [],
    base: 24,
    client: 'mcp',
  },
  {
    kind: 'sandbox_cli',
    targetId: 'cli',
    adds: 'Questions and answers in terminals, scripts and CI jobs.',
    setUp:
      'Sign in a command-line client with the device flow, or give it a secret key. It sends x-oas-client-source: cli with each request.',
    signals: [],
    base: 20,
    client: 'cli',
  },
  {
    kind: 'integration',
    targetId: 'chat',
    adds: 'Investigations in the channels where people discuss incidents.',
    setUp: 'Let a chat bot create threads with a secret key and the header x-oas-client-source: chat.',
    signals: [],
    base: 22,
    client: 'chat',
  },
]

const dataSourceSetUp = (type: string): string =>
  `POST /v1/data-sources/connections with dataSourceType ${type}; GET /v1/data-sources/types lists its fields and its setupSkill.`
const logSourceSetUp = (provider: string): string =>
  `POST /v1/log-sources with provider ${provider}, and configure the sender with an endpoint card of the answer.`

export const TARGETS: readonly Target[] = [
  ...DATA_SOURCE_TYPES.map(
    (type): Target => ({ kind: 'data_source', targetId: type, ...DATA_SOURCES[type], setUp: dataSourceSetUp(type) }),
  ),
  ...DATA_SOURCE_TYPES.filter((type) => DATA_SOURCES[type].signals.length > 0).map(
    (type): Target => ({
      kind: 'log_source',
      targetId: type,
      adds: DATA_SOURCES[type].adds,
      setUp: logSourceSetUp(type),
      signals: L,
      base: Math.max(0, DATA_SOURCES[type].base - BY_HAND),
    }),
  ),
  ...SENDER_PROVIDERS.map(
    (provider): Target => ({
      kind: 'log_source',
      targetId: provider,
      ...SENDERS[provider],
      setUp: logSourceSetUp(provider),
    }),
  ),
  ...CLIENTS,
]
