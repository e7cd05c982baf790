export const prometheusSetupSkill = `# Connect Prometheus (also Mimir, Thanos, VictoriaMetrics)

The metrics of the jobs you choose are read every minute, and the agent can run PromQL over any time window.

## What you need
- **url**: the https address of the query API with its path prefix, for example \`https://prometheus.example.com\` or \`https://mimir.example.com/prometheus\`. It must be reachable from the Internet; internal addresses are refused. Put a reverse proxy with authentication in front of a plain Prometheus, which has none of its own.
- **auth_type** and its fields: \`basic\` (\`username\`, \`password\`), \`bearer\` (\`token\`), \`header\` (\`header_name\`, \`header_value\`) or \`none\`.
- Optional **tenant_header** for multi-tenant servers: \`X-Scope-OrgID: team-a\`.

## Connect
Create the connection with \`dataSourceType: "prometheus"\` and, for example, \`metadata: { "url": "https://prometheus.example.com", "auth_type": "bearer", "token": "…" }\`. The server is asked for its version at once.
List the resources (one per value of the label \`job\`) and create a stream with the \`config\` of each: \`{ "job": "checkout" }\`. Narrow a large job with \`"match": "__name__=~\\"http_.*|process_.*\\""\`.

## What happens on the server
Nothing is created. Each active stream runs one range query a minute with a step of 60 seconds; only \`GET /api/v1/…\` is called, so a read-only proxy rule is enough.

## Check
The stream becomes \`active\`; ask the agent "which metrics does the job checkout have?" or "plot its error rate for the last hour".

## If it fails
- *is refused*, for the address: it is internal or not https.
- *does not accept* or *may not do this*: the proxy refuses the credentials (401) or the path (403).
- *The query was refused*, with “exceeded maximum”: narrow the stream with \`match\`.

## Undo
Delete the stream or the connection, then the credentials in the proxy.
`
