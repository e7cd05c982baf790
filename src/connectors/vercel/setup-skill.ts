export const setupSkill = `# Connect Vercel

Vercel delivers the logs of each connected project by a **log drain**. Drains need the Pro or Enterprise plan.

## What you need
1. A Vercel account that is Owner of the team (or has a role that may manage drains).
2. An access token: **Account Settings → Tokens → Create Token** (https://vercel.com/account/settings/tokens). Choose the team as its scope, and an expiry you will remember. Copy it at once: it is shown once.
3. The team id: **Team Settings → General → Team ID** (\`team_…\`). Leave it out for a personal account.

## Fields
| Field | Value |
|---|---|
| \`access_token\` | the token |
| \`team_id\` | \`team_…\` |
| \`project_ids\` | optional: only these projects (\`prj_…\`) |
| \`environments\` | optional: \`production\`, \`preview\` |
| \`sources\` | optional: \`build\`, \`edge\`, \`lambda\`, \`static\`, \`external\`, \`firewall\`, \`redirect\` |
| \`sampling_rate\` | optional: 0 to 1 |

## What happens
The token is checked against the account and the team, and the projects are listed. For each stream one drain is made, named \`obs-<stream id>\`: JSON over HTTPS, signed with a secret of that stream alone. Drains that are there already are not touched.

## Check
Open **Team Settings → Drains**: the drain is listed and enabled. Request a page of the project; its log line arrives within about a minute and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the token expired or was deleted; make a new one.
- *may not do this*: the token's scope does not include the team; make one with the team as its scope.
- *higher plan*: drains are not part of the Hobby plan.

## Undo
Delete the stream or the connection: its drain is deleted too. By hand: **Team Settings → Drains → … → Delete**, then delete the token.
`
