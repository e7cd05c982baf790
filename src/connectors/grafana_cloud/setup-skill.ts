export const grafanaCloudSetupSkill = `# Connect Grafana Cloud

The Loki logs of the services you choose are read about every 30 seconds, and the agent can ask Loki (LogQL), Prometheus (PromQL) and Tempo (TraceQL) over any time window.

## What you need
1. Sign in at grafana.com → your organization → Security → **Access Policies** → Create access policy. Realm: your stack. Scopes: \`logs:read\`, \`metrics:read\`, \`traces:read\`, and \`stacks:read\` if you want us to find the addresses.
2. On the policy: **Add token**; copy it (\`glc_…\`) as \`access_policy_token\`.
3. Either \`stack_slug\` (the name in your stack's address, with \`stacks:read\`), or the addresses: grafana.com → your stack → **Details** of Loki, Prometheus and Tempo give a URL and a User (a number) each: \`loki_url\` + \`loki_user\`, \`prometheus_url\` + \`prometheus_user\`, \`tempo_url\` + \`tempo_user\`. Leave out what you do not use.

## Connect
Create the connection with \`dataSourceType: "grafana_cloud"\` and, for example, \`metadata: { "access_policy_token": "glc_…", "stack_slug": "mystack" }\`. Each known address is checked at once.
List the resources (one per value of \`service_name\`, or of \`app\` or \`job\` where that label is missing) and create a stream with the \`config\` of each: \`{ "label": "service_name", "value": "checkout" }\`.

## What happens in Grafana Cloud
Nothing is created. Queries count as usage of the stack.

## Check
The stream becomes \`active\`; ask the agent "what errors does Loki show for checkout in the last hour?".

## If it fails
- *does not accept*: wrong token, or the user number of another service. *lacks a scope*: add it to the policy; tokens follow at once.

## Push instead
Grafana Alloy can send to this project as well: create a log source of provider \`grafana_alloy\` and add its URL as a second \`loki.write\` endpoint.

## Undo
Delete the stream or the connection, then the token under Access Policies.
`
