export const axiomSetupSkill = `# Connect Axiom

The datasets you choose are read about every 30 seconds, and the agent can run APL over any time window.

## What you need
- **API token** (\`xaat-…\`): Settings → API tokens → New API token → **Advanced**. Under the datasets you want, allow **Query**; under organization capabilities allow **Datasets: Read**. A basic (ingest) token cannot read.
- Or a **personal token** (\`xapt-…\`, Settings → Profile) together with \`org_id\` (Settings → General). It may do everything that its owner may do, so prefer the API token.
- Optional \`datasets\`: names to offer; optional \`edge_domain\` if your organization queries at an edge host.

## Connect
Create the connection with \`dataSourceType: "axiom"\` and \`metadata: { "api_token": "xaat-…" }\`. The token is checked at once by listing the datasets.
List the resources (one per dataset) and create a stream with the \`config\` of each: \`{ "dataset": "app-logs" }\`.

## What happens in Axiom
Nothing is created. Reading counts towards the query usage of the organization.
Events become log records: \`message\`, \`body\` or \`msg\` is the text, \`level\` or \`severity\` the severity, \`service.name\` the service, \`trace_id\` the trace; other fields become attributes.

## Check
The stream becomes \`active\` and records appear within a minute. Ask the agent "what errors does Axiom show for the last hour?".

## If it fails
- *does not accept*: wrong token, or a token of another organization. *may not do this*: it may not query that dataset.
- *cannot find*: the dataset was renamed or deleted.

## Undo
Delete the stream or the connection, then delete the token under Settings → API tokens.
`
