export const setupSkill = `# Connect Fastly

Fastly delivers the request logs of each service by an **HTTPS logging endpoint** of the service's configuration.

## What you need
An API token: https://manage.fastly.com/account/personal/tokens → *Create Token*; scope **Global API access** (\`global\`; read-only cannot change a service), of a user with the role *engineer* or *superuser* for the services.

## Fields
| Field | Value |
|---|---|
| \`api_token\` | the token |
| \`service_ids\` | optional: only these services |
| \`log_format\` | optional: your own JSON template for VCL services |

## What happens
The token is checked, and the services are listed. For each stream the **active** version of its service is cloned, an endpoint \`obs-<stream id>\` (HTTPS, JSON array, gzip) is added to the clone, the clone is validated and activated. Drafts of colleagues are neither used nor activated; other endpoints stay as they are. If the active version changes meanwhile, nothing is activated and the attempt starts again.

Before it sends, Fastly asks our host for \`/.well-known/fastly/logging/challenge\`; the service answers it for you.

**Compute services** have no log format: write to the endpoint in your code, for example in Rust \`fastly::log::Endpoint::from_name("obs-…")\`, with the name shown in the service.

## Check
**Service → Logging** of the active version lists the endpoint. Request a page; lines arrive within about a minute and the stream is \`active\`.

## If it fails
- *does not accept these credentials*: the token expired or was deleted.
- *scope*: the token is read-only or for purging.
- *does not pass validation*: the service already has an error without our endpoint, or \`log_format\` is not valid.

## Undo
Delete the stream or the connection: a clone without the endpoint is activated. By hand: clone the active version, delete the endpoint, activate. Then delete the token.
`
