export const triggerDevSetupSkill = `# Connect Trigger.dev

The runs of the tasks you choose are read about every 30 seconds: when a run has ended, the lines it logged become records, and a run that logged nothing or failed becomes one record of its own.

## What you need
- **secret_key**: cloud.trigger.dev → your project → API keys → the **Secret key** of the environment (\`tr_prod_…\`). It can also trigger tasks, so treat it accordingly; it is rotated on the same page.
- Or a **personal token** (\`tr_pat_…\`, Account → Personal Access Tokens) together with \`project_ref\` (\`proj_…\`, Project settings). With it only the outcome of runs is read, not their lines; prefer the secret key.
- **base_url**: only for a self-hosted server, its https address.

## Connect
Create the connection with \`dataSourceType: "trigger_dev"\` and \`metadata: { "secret_key": "tr_prod_…" }\`. The key is checked at once.
List the resources (one per task) and create a stream with the \`config\` of each: \`{ "task": "charge-card" }\`.

## What happens in Trigger.dev
Nothing is created; runs and their events are read through the REST API (1,500 requests a minute are allowed).

## Check
The stream becomes \`active\`; run the task once. Ask the agent "which Trigger.dev runs failed in the last hour, and why?".

## If it fails
- *does not accept*: the key was rotated, or belongs to another server. *needs project_ref*: the key is a personal token.

## Alerts as they happen
Project → Alerts → New alert → Webhook, with the webhook URL of a connectionless log source of provider \`trigger_dev\`.

## Undo
Delete the stream or the connection, then rotate the key.
`
