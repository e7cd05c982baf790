export const setupSkill = `# Connect DigitalOcean

Apps of App Platform deliver by **log forwarding**, managed databases by a **log sink**.

## What you need
A personal access token: https://cloud.digitalocean.com/account/api/tokens → *Generate New Token* → *Custom Scopes*: \`account:read\`, \`app:read\`, \`app:update\`, \`database:read\`, \`database:update\`.

## Fields
| Field | Value |
|---|---|
| \`api_token\` | \`dop_v1_…\` |
| \`app_ids\` | optional: only these apps |
| \`database_ids\` | optional: only these clusters |

## What happens
The token is checked against the account and the apps; apps and databases are listed.
- **App**: a log destination \`obs-<stream id>\` (type Datadog, with our address) is added to each service, worker, job and function in the app's spec. **Saving the spec redeploys the app.** Everything else in the spec, encrypted secrets and other destinations too, is sent back unchanged.
- **Database**: a log sink \`obs-<stream id>\` (type OpenSearch, with our address) is added. The cluster is not restarted.

## Check
App → **Settings → Log Forwarding**, or database → **Settings → Log sinks**, shows the name. Lines arrive when the deployment is live, and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the token was deleted or expired.
- *may not do this*: a scope of the list above is missing.

## Undo
Delete the stream or the connection: destination and sink are removed (an app redeploys once more). By hand: the same settings pages. Then delete the token.
`
