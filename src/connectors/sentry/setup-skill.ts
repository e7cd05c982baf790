export const sentrySetupSkill = `# Connect Sentry

The logs (or error events) of the projects you choose are read about every 30 seconds, and the agent can search logs, errors and issues over any time window.

## What you need
- **auth_token**: Settings → Developer Settings → **Custom Integrations** → Create New Integration → *Internal Integration*. Permissions: Project *Read*, Issue & Event *Read*, Organization *Read*. Save, then copy the token at the bottom of the page. (A personal token with \`org:read\`, \`project:read\`, \`event:read\` works as well.)
- **organization_slug**: Settings → General Settings, or the first part of your address.
- **base_url**: \`https://us.sentry.io\` (default \`https://sentry.io\`), \`https://de.sentry.io\` for EU data, or the https address of your own Sentry.
- Optional **project_slugs** to offer only some projects, and **client_secret** of the integration if you use its webhooks.

## Connect
Create the connection with \`dataSourceType: "sentry"\` and \`metadata: { "auth_token", "organization_slug", "base_url"? }\`. The organization and the right to read events are checked at once.
List the resources (one per project) and create a stream with the \`config\` of each: \`{ "project": "checkout" }\` for its logs; \`{ "project": "checkout", "dataset": "errors" }\` for its error events.

## What happens in Sentry
Nothing is created; data forwarding, alerts and webhooks stay as they are. Sentry's logs must be enabled in your SDK (\`enableLogs: true\`) for the dataset \`logs\` to hold anything.

## Check
The stream becomes \`active\`; ask the agent "which errors did Sentry record in the last hour?".

## If it fails
- *does not accept*: wrong token. *may not do this*: a permission is missing. *cannot find*: wrong slug, or the other region's base_url.

## Delivery as it happens
Create a log source of provider \`sentry\` (connectionless) and give its HEC URL to Settings → Integrations → Splunk data forwarding (one per organization, by plan).

## Undo
Delete the stream or the connection, then the internal integration.
`
