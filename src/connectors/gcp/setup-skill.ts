export const gcpSetupSkill = `# Connect Google Cloud

The logs of a project are read from **Cloud Logging** about every 30 seconds, one stream a log; the agent can also search them over any time window. Works for Cloud Run, GKE, Cloud Functions, App Engine, Compute Engine, load balancers and audit logs.

## What you need
A service account of the project that may read logs and nothing else, and a JSON key of it. With the gcloud CLI, signed in as an owner of the project:

\`\`\`sh
PROJECT=shop-prod-1
gcloud services enable logging.googleapis.com cloudresourcemanager.googleapis.com --project $PROJECT
gcloud iam service-accounts create observability-reader --project $PROJECT
SA=observability-reader@$PROJECT.iam.gserviceaccount.com
gcloud projects add-iam-policy-binding $PROJECT --member serviceAccount:$SA --role roles/logging.viewer
gcloud projects add-iam-policy-binding $PROJECT --member serviceAccount:$SA --role roles/browser
gcloud iam service-accounts keys create key.json --iam-account $SA
\`\`\`

In the console: **IAM & Admin → Service Accounts → Create**, roles *Logs Viewer* and *Browser*, then **Keys → Add key → JSON**. Data-access audit logs need *Private Logs Viewer* (\`roles/logging.privateLogViewer\`) too. Delete the key file once the connection exists.

If an organization policy forbids service account keys (\`iam.disableServiceAccountKeyCreation\`), use *Push instead of reading* below: it needs no key.

## Fields
| Field | Value |
|---|---|
| \`service_account_json\` | the whole content of key.json, as one text: \`jq -Rs . key.json\` gives it as a JSON string |
| \`project_id\` | the id, such as \`shop-prod-1\` (\`gcloud projects list\`) |
| \`log_filter\` | optional, in the Logging query language: \`severity>=INFO AND NOT resource.type="gce_subnetwork"\` |

## What happens
The key is exchanged for a token with read-only scopes; the project, the permissions \`logging.logEntries.list\` and \`logging.logs.list\` are checked, and the logs of the project are listed. Nothing is created in the project. Reading counts against the quota *Read requests per minute* (60 a project): each active stream takes about two a minute, so up to some 25 streams fit, or ask Google for more, or push.

## Check
Create a stream for a log that is busy, such as \`run.googleapis.com/stdout\`: it becomes \`active\` and entries appear in the project within a minute. To write one: \`gcloud logging write test-log "hello" --severity=ERROR\` creates the log \`test-log\`.

## If it fails
- *does not accept this key*: the key was deleted, or the service account disabled; make a new key.
- *is disabled*: enable the two APIs above.
- *may not do this* or *lacks …*: the roles were given in another project, or not at all; new roles take up to two minutes.
- *refused the query*: \`log_filter\` does not parse; try it in Logs Explorer.
- *is limiting the rate*: more streams than the quota allows; reading continues by itself.

## Push instead of reading
For much traffic, let a log sink deliver: create a log source of provider \`gcp\`, take its *Pub/Sub push endpoint*, and run

\`\`\`sh
gcloud pubsub topics create obs-logs
gcloud logging sinks create obs-logs pubsub.googleapis.com/projects/$PROJECT/topics/obs-logs --log-filter 'severity>=INFO'
gcloud pubsub topics add-iam-policy-binding obs-logs --role roles/pubsub.publisher \\
  --member "$(gcloud logging sinks describe obs-logs --format 'value(writerIdentity)')"
gcloud pubsub subscriptions create obs-logs --topic obs-logs --push-endpoint '<the endpoint>' --ack-deadline 30 --expiration-period never
\`\`\`

## Undo
Delete the stream or the connection: reading stops. Then \`gcloud iam service-accounts delete $SA\`. If you set up a push, delete the subscription, the sink and the topic \`obs-logs\` too.
`
