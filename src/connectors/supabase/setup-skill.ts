export const setupSkill = `# Connect Supabase

The logs of each project (API gateway, Postgres, Auth, Storage, Realtime, Edge Functions) are **read** from the Management API every 30 seconds. Nothing is changed on Supabase.

## What you need
1. A personal access token: https://supabase.com/dashboard/account/tokens → *Generate new token*. It can do what its user can; use a user who is a member of this organization only, if you can. An OAuth token needs the scopes *Projects: read* and *Analytics: read*.
2. Optional, the project's reference: **Project Settings → General → Project ID** (20 letters).

## Fields
| Field | Value |
|---|---|
| \`access_token\` | \`sbp_…\` |
| \`project_ref\` | optional: only this project |
| \`sources\` | optional: \`edge_logs\`, \`postgres_logs\`, \`auth_logs\`, \`storage_logs\`, \`realtime_logs\`, \`function_edge_logs\`, \`function_logs\` |

## What happens
The token is checked by listing the projects and asking one of them for a log line. Each stream reads one project: the last hour first, then everything new, at most 24 hours back after an outage. Supabase allows about 120 calls per minute and user.

## Check
The stream is \`active\`; compare with **Logs & Analytics** of the project.

## If it fails
- *does not accept these credentials*: the token was deleted or expired.
- *may not do this*: the OAuth token lacks *Analytics: read*.

## Undo
Delete the stream or the connection, then delete the token at the same place.

## Instead: a log drain (Team and Enterprise)
Create a *connectionless* log source for Supabase; then **Project Settings → Log Drains → Add destination → Custom endpoint** with the address of its endpoint card, HTTP/1 or HTTP/2, gzip on. A drain does not resend what failed; reading does.
`
