/** Names of products that services are built on: none is a slip of the keyboard. */
export const TECHNOLOGIES: ReadonlySet<string> = new Set(
  `postgres postgresql mysql mariadb mongo mongodb redis valkey kafka rabbit rabbitmq elastic elasticsearch opensearch
  clickhouse cassandra scylla memcached memcache nginx envoy haproxy traefik dynamo dynamodb oracle sqlite mssql etcd
  consul vault nats pulsar kinesis kubernetes kubelet docker containerd istio linkerd prometheus grafana jaeger zipkin
  temporal airflow celery sidekiq tomcat jetty puma gunicorn uvicorn hikari hikaricp pgbouncer`.split(/\s+/),
)
