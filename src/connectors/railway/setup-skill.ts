export const setupSkill = `# Connect Railway

Railway has no log drains, so the logs of each environment are **read** from its API every 30 seconds. Nothing is changed on Railway.

## What you need
A token, of the narrowest kind that covers what you want to watch:
- **workspace** (recommended): https://railway.com/account/tokens → *Create token* → choose the workspace. Give its id as \`workspace_id\` (**Workspace settings → General**, or the id in the address).
- **project**: project → **Settings → Tokens** → choose the environment. It sees that one environment only.
- **account**: the same page as for workspaces, with *No workspace*.

## Fields
| Field | Value |
|---|---|
| \`token\` | the token |
| \`token_type\` | \`workspace\`, \`project\` or \`account\` |
| \`workspace_id\` | needed with a workspace token |
| \`project_ids\`, \`environment_ids\` | optional: only these |

## What happens
The token is checked, and the environments of all projects are listed as \`project / environment\`. Each stream reads one environment, with all its services: the last hour first, then everything new, at most 24 hours back after an outage. Railway counts calls by plan (Free 100, Hobby 1000, Pro 10000 an hour); a stream makes about 120 calls an hour, so on the Hobby plan connect at most eight environments.

## Check
The stream is \`active\`; compare with **project → Observability → Logs**.

## If it fails
- *does not accept these credentials*: the token was deleted, or \`token_type\` does not match the token.
- *workspace*: the token belongs to another workspace than \`workspace_id\`.
- *is limiting the rate*: fewer streams, or a higher plan.

## Undo
Delete the stream or the connection; then delete the token where it was made.
`
