export const setupSkill = `# Connect Cloudflare

**Workers** deliver logs by Workers Observability (OTLP; Workers Paid plan). **Zones** deliver request or firewall logs, and the account its audit log, by Logpush (mostly Enterprise).

## What you need
1. The account id: any page of https://dash.cloudflare.com shows it in the address, 32 hexadecimal digits.
2. An API token: **My Profile → API Tokens → Create Token → Create Custom Token** (or **Manage Account → Account API Tokens**) with
   - Account · *Workers Observability* · Edit
   - Account · *Workers Scripts* · Edit
   - Account · *Logs* · Edit (Logpush only)
   - Account · *Account Settings* · Read
   - Zone · *Zone* · Read, and Zone · *Logs* · Edit (zones only)

   Under *Account Resources* choose this account.

## Fields
| Field | Value |
|---|---|
| \`api_token\` | the token |
| \`account_id\` | 32 hexadecimal digits |
| \`zone_ids\` | optional: only these zones |
| \`datasets\` | optional: \`http_requests\`, \`firewall_events\` (zones), \`workers_trace_events\`, \`audit_logs_v2\` (account) |

## What happens
The token is checked, and Workers and zones are listed.
- **Worker**: a destination \`obs-<stream id>\` is made under Workers Observability and added to the Worker's log destinations; destinations that are there stay. The Worker is not deployed again.
- **Zone or account**: a Logpush job \`obs-<stream id>\` is made with our address (gzip NDJSON). Cloudflare uploads a small test file first.

## Check
**Workers & Pages → Observability → Destinations**, or the zone's **Analytics & Logs → Logpush**, lists the name. Request the Worker or the site; lines arrive within a minute or two, and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the token is wrong, expired or disabled.
- *may not do this*: a permission of the list above is missing, or \`account_id\` is not in the token's resources.
- *higher plan*: the zone's plan has no Logpush.

## Undo
Delete the stream or the connection: destination (and its place in the Worker) or job is deleted. By hand: the pages above. Then delete the token.
`
