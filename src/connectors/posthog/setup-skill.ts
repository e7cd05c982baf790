export const posthogSetupSkill = `# Connect PostHog

The logs of the projects you choose are read about every 30 seconds, and the agent can search logs and events over any time window.

## What you need
- **personal_api_key**: click your picture → Account settings → Personal API keys → Create. Scopes: *Project: Read*, *Query: Read*, *Logs: Read*; limit it to the organization or project you connect. (The project key \`phc_…\` can only send, not read.)
- **host**: \`us.posthog.com\` or \`eu.posthog.com\` as in your address bar, or the host name of your own installation (reachable by https).
- **project_id**: Settings → Project → General → Project ID.

## Connect
Create the connection with \`dataSourceType: "posthog"\` and \`metadata: { "personal_api_key": "phx_…", "host": "eu.posthog.com", "project_id": 12345 }\`. The key, the project and the right to read logs are checked at once.
List the resources (one per project) and create a stream with the \`config\` of each: \`{ "project_id": 12345 }\`.

## What happens in PostHog
Nothing is created. Reading counts against the query limits of the project (240 a minute).

## Check
The stream becomes \`active\`. Ask the agent "what errors does PostHog show since this morning?" or "which events came in during the last hour?".

## If it fails
- *does not accept*: wrong key, or a key of the other region. *may not do this*: a scope is missing.
- *cannot find*: the project id is wrong.

## Events as they happen
To have events delivered instead, create a log source of provider \`posthog\` (connectionless) and in PostHog add Data pipelines → Destinations → HTTP Webhook with its URL.

## Undo
Delete the stream or the connection, then delete the key under Personal API keys.
`
