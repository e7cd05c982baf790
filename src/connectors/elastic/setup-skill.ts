export const elasticSetupSkill = `# Connect Elasticsearch or OpenSearch

The data streams you choose are read about every 30 seconds, and the agent can search them over any time window.

## What you need
- **url**: the HTTPS address of the cluster, reachable from the Internet with a certificate of a public authority; or **cloud_id** of an Elastic Cloud deployment (Deployment → Manage → Cloud ID).
- **api_key**: Kibana → Stack Management → Security → API keys → Create API key. Restrict privileges:
\`\`\`json
{ "observability-reader": { "cluster": ["monitor"], "indices": [ { "names": ["logs-*"], "privileges": ["read", "view_index_metadata"] } ] } }
\`\`\`
  Copy the **Encoded** form. Or use **username** and **password** of a user with the same privileges (the only way for OpenSearch).
- **index_pattern**: what may be offered, for example \`logs-*\`.
- Optional **timestamp_field** if it is not \`@timestamp\`.

## Connect
Create the connection with \`dataSourceType: "elastic"\` and \`metadata: { "url", "api_key", "index_pattern" }\`. The key and a search of the pattern are checked at once.
List the resources (one per data stream, alias-free index) and create a stream with the \`config\` of each: \`{ "index": "logs-api-default" }\`.

## What happens in the cluster
Nothing is created: only \`_search\` and \`_resolve/index\` are called. ECS and OpenTelemetry field names are understood (\`message\`, \`log.level\`, \`service.name\`, \`trace.id\`); other fields become attributes.

## Check
The stream becomes \`active\` and lines appear within a minute. Ask the agent "search Elasticsearch for timeouts in the last hour".

## If it fails
- *is refused*, for the address: the host is internal, or not https. Expose the cluster through its public endpoint.
- *does not accept*: wrong key. *may not do this*: the key lacks \`read\` or \`view_index_metadata\` on the pattern.

## Undo
Delete the stream or the connection, then delete the API key in Kibana.
`
