export const setupSkill = `# Connect Vercel

Vercel delivers the logs of each connected project by a **log drain**. Drains need the Pro or Enterprise plan.

## What you need
1. A Vercel account that is Owner of the team (or has a role that may manage drains).
2. An access token: **Account Settings → Tokens → Create Token** (https://vercel.com/account/settings/tokens). Choose the team as its scope, and an expiry you will remember. Copy it at once: it is shown once.
3. The team id: **Team Settings → General → Team ID** (\`team_…\`). Without it, the projects of your personal account are used; a personal account has drains only on a paid plan.

## Fields
| Field | Value |
|---|---|
| \`access_token\` | required: the token |
| \`team_id\` | \`team_…\`; needed in nearly every case, because drains belong to teams |
| \`project_ids\` | optional: only these projects (\`prj_…\`) |
| \`environments\` | optional: \`production\`, \`preview\` |
| \`sources\` | optional: \`build\`, \`edge\`, \`lambda\`, \`static\`, \`external\`, \`firewall\`, \`redirect\` |
| \`sampling_rate\` | optional: 0 to 1 |

## What happens
The token is checked against the account and the team, and the projects are listed. For each stream one drain is made, named \`obs-<stream id>\`: JSON over HTTPS, signed with a secret of that stream alone. Drains that are there already are not touched. If Vercel asks this service for the verification code of your team, the service answers; you need not do anything.

## Check
Open **Team Settings → Drains**: the drain is listed and enabled. Request a page of the project; its log line arrives within about a minute and the stream is \`active\`.

## If it fails
- *does not accept this access token*: it is wrong, expired or deleted; make a new one.
- *may not do this*: the token's scope does not include the team; make one with the team as its scope.
- *cannot find what was asked for*: \`team_id\` is not the id of a team (\`team_…\`), or the project was deleted.
- *need the Pro or Enterprise plan*: drains are not part of the Hobby plan, or the token's user may not manage them.
- *could not verify the address*: Vercel did not reach this service; its operator must make it reachable from the internet.

## By hand instead, without a token
Create a connectionless log source of provider \`vercel\` (\`POST $BASE/v1/log-sources\` with \`{"provider": "vercel"}\`). In **Team Settings → Drains → Add Drain** choose *Logs* and a custom endpoint, paste the URL of its endpoint card, JSON or NDJSON. If the page shows a verification code (\`x-vercel-verify\`), add it to the URL as \`?verify=<code>\` before you press *Verify*. The stream is \`pending\` until the first log line and then \`active\`.

## Undo
Delete the stream or the connection: its drain is deleted too. By hand: **Team Settings → Drains → … → Delete**, then delete the token.
`
