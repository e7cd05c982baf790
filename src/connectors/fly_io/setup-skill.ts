export const setupSkill = `# Connect Fly.io

The logs of each app are **read** every 30 seconds from the API that \`fly logs\` uses. Nothing is deployed or changed. Fly does not promise that API; if you prefer a supported way, run the fly-log-shipper app (see the end).

## What you need
1. \`flyctl\`, signed in to the organization (\`fly auth login\`).
2. A read-only token: \`fly tokens create readonly <org-slug> --name observability\`. It prints one line that begins with \`FlyV1 fm2_\`; copy the whole line.
3. The slug of the organization: \`fly orgs list\`, column *Slug*.

## Fields
| Field | Value |
|---|---|
| \`access_token\` | the whole line, with \`FlyV1\` |
| \`org_slug\` | for example \`personal\` |
| \`app_names\` | optional: only these apps |

## What happens
The token is checked by listing the organization's apps. Each stream reads one app: the last hour first, then everything new, at most 24 hours back after an outage.

## Check
The stream is \`active\`; compare with \`fly logs -a <app> --no-tail\`.

## If it fails
- *does not accept these credentials*: the token expired (\`fly tokens list\`) or its first word is missing.
- *cannot find what was asked for*: the token belongs to another organization than the slug.

## Undo
Delete the stream or the connection, then \`fly tokens revoke <id>\`.

## Instead: the log shipper
Create a *connectionless* log source for Fly.io and deploy https://github.com/superfly/fly-log-shipper with the secrets \`ORG\`, \`ACCESS_TOKEN\` and \`HTTP_URL\` (the address of the endpoint card); remove its public IPs. The stream becomes active with the first record.
`
