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
| \`api_token\` | required: the token |
| \`account_id\` | required: 32 hexadecimal digits |
| \`zone_ids\` | optional: only these zones; the 32 digits under *Zone ID* on a zone's overview page |
| \`datasets\` | optional: \`http_requests\`, \`firewall_events\` (zones), \`workers_trace_events\`, \`audit_logs_v2\` (account). Left out: every Worker, and \`http_requests\` of every zone |

## What happens
The token is checked, and Workers and zones are listed.
- **Worker**: a destination \`obs-<stream id>\` is made under Workers Observability and added to the Worker's log destinations; destinations that are there stay. The Worker is not deployed again.
- **Zone or account**: a Logpush job \`obs-<stream id>\` is made with our address (gzip NDJSON). Cloudflare uploads a small test file first.

## Check
**Workers & Pages → Observability → Destinations**, or the zone's **Analytics & Logs → Logpush**, lists the name. Request the Worker or the site; lines arrive within a minute or two, and the stream is \`active\`.

## If it fails
- *does not accept these credentials*, *cannot read this API token* or *is not active*: the token is wrong, cut when copied, expired or disabled.
- *may not do this*: a permission of the list above is missing, or \`account_id\` is not in the token's resources.
- *the plan has no Logpush*: connect the site's Workers instead, or upgrade the zone; or the token lacks *Logs · Edit*.

## Undo
Delete the stream or the connection: destination (and its place in the Worker) or job is deleted. By hand: the pages above. Then delete the token.
`
