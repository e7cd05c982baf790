export const setupSkill = `# Connect Neon

Neon sends Postgres logs and metrics by its **OpenTelemetry integration**. Neon has no API to set it up, so you do that one step by hand in its console; everything else is checked for you. The integration needs the Scale plan.

## What you need
1. An API key: **Organization settings → API keys → Create new** (an organization key; it lists projects only). A personal key (**Account settings → API keys**) works too and then needs \`org_id\`.
2. The organization id: **Organization settings → General**, \`org-…\`.

## Fields
| Field | Value |
|---|---|
| \`api_key\` | required: \`napi_…\` |
| \`org_id\` | \`org-…\`; required with a personal key |
| \`project_ids\` | optional: only these projects |

## Set up the delivery, once per project
1. Create the connection and a stream for the project (*Connect by API* below). Read the stream: its \`endpointCards\` show the **OTLP endpoint** and, in its description, a token for this stream alone.
2. In the Neon console open the project → **Integrations → OpenTelemetry → Add**.
3. Choose *Metrics* and *Postgres logs*; protocol **HTTP**; paste the OTLP endpoint as it is (Neon appends \`/v1/logs\` and \`/v1/metrics\`).
4. Authentication: *Bearer*, with the token of the card.
5. Resource attribute \`service.name\`: the name under which you want to find the database. Save.

Without an API key: a connectionless log source of provider \`neon\` shows such a card too.

## What happens
The key is checked and the projects are listed. Neon starts to send within a few minutes. A compute that is scaled to zero sends nothing.

## Check
Run a query on the database to wake it. The stream was \`pending\` until now; its first record makes it \`active\`.

## If it fails
- *org_id*: the key is personal and belongs to more than one organization; give the id.
- *may not do this*: the key is scoped to one project; make an organization key.

## Undo
In the Neon console: project → **Integrations → OpenTelemetry → Delete**. Then delete the connection here and the API key there.
`
