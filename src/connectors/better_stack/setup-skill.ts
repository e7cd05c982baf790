export const betterStackSetupSkill = `# Connect Better Stack

The sources you choose are read about every 30 seconds through Better Stack's ClickHouse SQL API, and the agent can query them over any time window.

## What you need
- **api_token**: Better Stack → Settings → API tokens → Team-based tokens → **Telemetry API token** of the team. A *global* token works with \`team_name\` beside it. The token must be allowed to make connections, not only to read sources.
- Optional, recommended for steady reading: a connection made by hand. Telemetry → Integrations → **Connect ClickHouse HTTP client** → Create connection. Copy host, username and password into \`connection_host\`, \`connection_username\`, \`connection_password\`; the password is shown once.
- Optional **source_ids**: which sources to offer.

## Connect
Create the connection with \`dataSourceType: "better_stack"\` and \`metadata: { "api_token": "…" }\`. The token is checked at once; without a connection of yours, one is created and removed again to check that the token may do so.
List the resources (one per source) and create a stream with the \`config\` of each: \`{ "source_id": "123", "table": "t456_app" }\`.

## What happens in Better Stack
With \`connection_*\` given, nothing is created. Otherwise each read makes a read-only connection that is valid for 15 minutes (its note begins with \`obs-\`), uses it and deletes it. Connections with other notes are never touched.

## Check
The stream becomes \`active\` and lines appear within a minute. Ask the agent "search Better Stack for errors in the last hour".

## If it fails
- *does not accept*: wrong token. *may not do this*: the token may not make connections; make one by hand.

## Undo
Delete the stream or the connection, then the token, and the ClickHouse connection you made by hand.
`
