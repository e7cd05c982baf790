export const setupSkill = `# Connect Heroku

Heroku delivers the logs of each app by a **log drain** (Cedar apps) or a **telemetry drain** (Fir apps: logs, traces and metrics). Drains are free and part of every plan.

## What you need
An authorization with permission to add drains. With the Heroku CLI, signed in as someone who may *operate* the apps:

\`\`\`
heroku authorizations:create --description observability --scope write-protected
\`\`\`

Copy the *Token*. (\`--scope global\` works too. The key under **Account settings → API Key** is global and ends when you change your password.)

## Fields
| Field | Value |
|---|---|
| \`api_key\` | the token, \`HRKU-…\` |
| \`app_names\` | optional: only these apps |

## What happens
The token is checked, and the apps are listed. For each stream one drain is added to its app: \`https://…/logplex\` on Cedar, OTLP over HTTP on Fir. Drains that are there already, and those of add-ons, are not touched. Adding a drain does not restart the app.

## Check
\`heroku drains -a <app>\` (Fir: \`heroku telemetry -a <app>\`) shows the address. Request a page; the line of the router arrives within seconds and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the authorization was revoked (\`heroku authorizations\`).
- *may not do this*: its scope is \`read\` or \`identity\`; make one with \`write-protected\`.

## Undo
Delete the stream or the connection: its drain is removed. By hand: \`heroku drains:remove <url> -a <app>\`. Then \`heroku authorizations:revoke <id>\`.
`
