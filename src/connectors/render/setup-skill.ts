export const setupSkill = `# Connect Render

The logs of each service are **read** from Render's API every 30 seconds. Nothing is changed on Render: its one log stream per workspace stays as it is.

## What you need
1. An API key: **Account Settings → API Keys → Create API Key** (https://dashboard.render.com/u/settings#api-keys). Render keys have no scopes: the key can do what its user can, so use a user who is a member of this workspace only, if you can.
2. The workspace id: open **Workspace Settings**; it is the \`tea-…\` in the address (\`usr-…\` for a personal workspace).

## Fields
| Field | Value |
|---|---|
| \`api_key\` | required: \`rnd_…\` |
| \`owner_id\` | required: \`tea-…\` or \`usr-…\` |

## What happens
The key is checked, the workspace is looked up, and the services of the workspace are listed. Each stream reads the app, request and build logs of one service: the last hour first, then everything new. Render allows 30 log reads per minute and user. With many services, reads take turns and catch up on at most 24 hours.

## Check
The stream is \`active\`; ask for the logs of the service, or request one of its pages and look again after a minute.

## If it fails
- *does not accept these credentials*: the key was deleted; make a new one.
- *has no access to the workspace*: the key's user is not a member of the workspace \`owner_id\`.

## Undo
Delete the stream or the connection; then delete the API key at the same place. There is nothing to clean up on Render.
`
