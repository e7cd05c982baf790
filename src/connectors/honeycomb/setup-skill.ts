export const honeycombSetupSkill = `# Connect Honeycomb

Honeycomb's API answers with **aggregates only** (counts, percentiles, grouped by columns), never with raw events. So the agent can query it for a time window, but nothing is copied into this project. To have the spans and logs themselves here, send them here as well (last section).

## What you need
- **api_key**: Environment → Manage environment → API keys → Create **Configuration** key. Permission: *Run Queries* (and *Manage Queries and Columns*, which creating a query needs). Ingest keys cannot run queries.
- **api_host**: \`api.honeycomb.io\`, or \`api.eu1.honeycomb.io\` for the EU.
- The Query Data API is part of the **Enterprise** plan. Without that plan the connection is accepted, but queries fail and say so.
- Optional **datasets** to query, and **message_field** (the column that holds the message).

## Connect
Create the connection with \`dataSourceType: "honeycomb"\` and \`metadata: { "api_key", "api_host" }\`. The key and its permission are checked at once. The resources are the datasets; queries need no streams.

## What happens in Honeycomb
Each question creates one query (Honeycomb keeps it, but does not show it in its UI) and one result. Limits: about 10 results a minute and windows of at most 7 days.

## Check
Ask the agent "ask Honeycomb which messages were most frequent in the last hour".

## If it fails
- *does not accept*: wrong key or region. *may not run queries*: recreate the key with the permission.
- *higher plan*: the Query Data API is not in your plan.

## Send the telemetry here too
In your OpenTelemetry Collector add a second \`otlphttp\` exporter with the OTLP endpoint of a log source of provider \`otel_collector\`, and list it beside the Honeycomb exporter in each pipeline.

## Undo
Delete the connection, then delete the key under API keys.
`
