/** Products that services are built on: what they are for, and what engineers call them. None is a slip of the keyboard. */
import { wordTable } from './word-table.ts'

export type TechnologyKind = 'database' | 'cache' | 'search' | 'broker' | 'other'

export interface Technology {
  readonly kind: TechnologyKind
  /** In full first, as telemetry has it, then for short. */
  readonly names: readonly string[]
}

const LISTED: Readonly<Record<TechnologyKind, string>> = {
  database: `postgresql postgres pg pgsql; mysql; mariadb maria; mongodb mongo; oracle; mssql sqlserver; sqlite; cassandra;
    scylladb scylla; clickhouse; dynamodb dynamo; cockroachdb cockroach crdb; timescaledb timescale; influxdb influx;
    snowflake; bigquery; redshift; couchdb; couchbase; neo4j; db2; firestore; hbase; spanner; trino; etcd; tidb`,
  cache: 'redis; valkey; memcached memcache; hazelcast; keydb',
  search: 'elasticsearch elastic es; opensearch; solr; meilisearch; typesense',
  broker: `kafka; rabbitmq rabbit rmq; nats jetstream; pulsar; activemq; artemis; sqs aws_sqs; sns aws_sns; kinesis;
    pubsub gcp_pubsub; mqtt mosquitto; servicebus; eventhubs; redpanda; rocketmq; nsq`,
  other: `kubernetes k8s kube kubelet; docker containerd; nginx; envoy; haproxy; traefik; consul; vault; istio; linkerd;
    prometheus; grafana; jaeger; zipkin; temporal; airflow; celery; sidekiq; tomcat; jetty; puma; gunicorn; uvicorn;
    hikari hikaricp; pgbouncer; s3; minio`,
}

const ALL: readonly Technology[] = (Object.keys(LISTED) as TechnologyKind[]).flatMap((kind) =>
  LISTED[kind].split(';').map((names) => ({ kind, names: names.trim().split(/\s+/) })),
)
const BY_NAME = wordTable<Technology>(
  Object.fromEntries(ALL.flatMap((technology) => technology.names.map((name) => [name, technology]))),
)

/** Short names that are everyday words, or parts of other names, where nobody asks for a product. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['es', 'pg', 'maria', 's3', 'kube', 'rmq', 'db2'])

/** All names, for short and in full, that are no slips of other words. */
export const TECHNOLOGIES: ReadonlySet<string> = new Set(
  ALL.flatMap(({ names }) => names.filter((name) => !AMBIGUOUS.has(name))),
)

/** The product of this name, in small letters; null of any other word. */
export function technologyOf(name: string): Technology | null {
  return BY_NAME[name] ?? null
}

/** The product that a value of telemetry names: `microsoft.sql_server`, `aws.dynamodb`, `postgresql`. */
export function technologyIn(value: string): Technology | null {
  const parts = [
    value,
    ...value.split(/[.:/]/),
    value.replace(/[ _]/g, ''),
    value.replace(/^.*\./, '').replace(/_/g, ''),
  ]
  for (const part of parts) {
    const known = technologyOf(part)
    if (known !== null) return known
  }
  return null
}
