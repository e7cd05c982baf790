export const datadogSetupSkill = `# Connect Datadog

Datadog forwards the logs of each service you choose to this project, and the agent can query its logs over any time window.

## What you need
- **Site**: the part of your Datadog address after \`app.\` (for example \`datadoghq.eu\`; \`us5.datadoghq.com\` has no \`app.\`). A key of another site is reported as wrong.
- **API key**: Organization Settings → API Keys → New Key. Copy the 32 characters.
- **Application key**: Organization Settings → Application Keys → New Key → Edit scopes. Choose \`logs_read_data\`, \`logs_read_config\` and \`logs_write_forwarding_rules\`. The key of a service account keeps working when the person who made it leaves.
- Optional **query**: a log search such as \`env:prod\`; only matching logs are forwarded.

## Connect
Create the connection with \`dataSourceType: "datadog"\` and \`metadata: { "site", "api_key", "application_key", "query"? }\`. Both keys are checked at once; nothing is stored if either is refused.
Then list the resources (one per service with logs in the last day) and create a stream with the \`config\` of each you want: \`{ "service": "checkout" }\`. \`{ "service": "*" }\` forwards everything.

## What happens in Datadog
One **custom destination** per stream is made under Logs → Log Forwarding, named \`obs-<stream id>\`, of type HTTP, sending the logs of \`service:<name>\` (and your query) to this project. Other destinations are never changed or deleted. Forwarding costs what Datadog charges for it.

## Check
The stream becomes \`active\`. Within a few minutes of new logs, ask the agent "which services send logs?" or open Logs → Log Forwarding in Datadog and look at the destination's throughput.

## If it fails
- *does not accept these credentials*: wrong site, or a deleted key.
- *may not do this*: the application key lacks a scope named above.

## Undo
Delete the stream or the connection: its custom destinations are deleted with it. Then revoke both keys under Organization Settings.
`
