export const inngestSetupSkill = `# Connect Inngest

Inngest's API has events and function runs, but no log lines. For each event you choose, the runs it started are read about every 30 seconds: **each run becomes one record when it ends**. A failed run is an error. The text of the record is the error or the output.

## What you need
- **signing_key**: app.inngest.com → choose the environment → Manage → Signing key → copy (\`signkey-prod-…\`). Anyone who holds it can also sign requests to your functions, so keep it safe. You can rotate it in the same place.
- **environment**: only for a key of branch environments, the branch's name.
- **base_url**: only for a self-hosted server, its https address.

## Connect
Create the connection with \`dataSourceType: "inngest"\` and \`metadata: { "signing_key": "signkey-prod-…" }\`. The key is checked at once.
List the resources (the event names of the last day) and create a stream with the \`config\` of each: \`{ "event": "shop/order.created" }\`. You can also type the name of an event that has not occurred yet.

## What happens in Inngest
Nothing is created. Events and the runs of each are read through the REST API.

## Check
The stream becomes \`active\`; send the event and let its function end. Ask the agent "which Inngest runs failed in the last hour?".

## Log lines
To have the lines of your functions, add OpenTelemetry or a logger transport in your app and send to a log source of provider \`otel\`.

## If it fails
- *does not accept*: the key was rotated or belongs to another environment. *cannot find*: there is no branch environment of that name.

## Undo
Delete the stream or the connection, then rotate the signing key.
`
