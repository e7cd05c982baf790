export const setupSkill = `# Connect Netlify

Netlify delivers the logs of each site by a **log drain**. Log drains need the Enterprise plan.

## What you need
1. A personal access token of a **Team Owner**: https://app.netlify.com/user/applications#personal-access-tokens → *New access token*. If the team uses SAML, tick *Allow access to my SAML-based Netlify team*.
2. Optional, the team's slug: the part after \`/teams/\` in the address.

## Fields
| Field | Value |
|---|---|
| \`access_token\` | required: \`nfp_…\` |
| \`account_slug\` | optional: only sites of this team |
| \`site_ids\` | optional: only these sites |
| \`log_types\` | optional: \`user_traffic\`, \`functions\`, \`edge_functions\`, \`deploys\`, \`waf_logs\`; all but \`waf_logs\` when left out |
| \`exclude_pii\` | optional: \`true\` leaves client addresses out |

## What happens
The token is checked, and the sites are listed. For each stream one drain of the type *General HTTP endpoint* (NDJSON) is created on its site and tagged with the stream. Drains that are there already are not touched. Netlify takes about five minutes to apply a change.

## Check
**Site → Logs & metrics → Log Drains** lists the drain. Request a page; its line arrives some minutes after the drain was made, and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the token was deleted or expired.
- *may not do this*: its user is not a Team Owner.
- *has no log drains for this site*: the site's team has another plan, or the site is gone.

## Undo
Delete the stream or the connection: its drain is deleted. By hand: **Log Drains → … → Delete**. Then delete the token.
`
