export const newRelicSetupSkill = `# Connect New Relic

Logs of the services you choose are read from New Relic about every 30 seconds, and the agent can run NRQL over any time window.

## What you need
- **User API key** (\`NRAK-…\`): open the menu under your name → *API keys* → *Create a key*, type **User**. Ingest (license) keys cannot read. The key sees what its user sees; a user of type *Basic* with the role to view logs is enough.
- **Account ID**: the number in the same list.
- **Region**: \`EU\` if you sign in at one.eu.newrelic.com, \`JP\` for Japan, else \`US\`. A key used in the wrong region is reported as wrong.

## Connect
Create the connection with \`dataSourceType: "new_relic"\` and \`metadata: { "user_api_key": "NRAK-…", "account_id": 1234567, "region": "US" }\`. The key and its access to the account are checked at once.
List the resources (services with logs in the last day) and create a stream with the \`config\` of each: \`{ "service": "checkout" }\`.

## What happens in New Relic
Nothing is created. Each active stream runs small NRQL queries over \`Log\`; they count against the NRQL limits of the account (2,000 rows of one answer).

## Check
The stream becomes \`active\` and logs appear in the project within a minute. Ask the agent "show errors of the last hour in New Relic".

## If it fails
- *does not accept*: wrong key or region. *has no access to the New Relic account*: the user lacks access to that account ID.
- *is limiting the rate*: the account's query limits are used up; reading continues by itself later.

## Push instead of reading
With Data Plus, a streaming export rule to Amazon Data Firehose can deliver to this project: create a log source of provider \`firehose\` and use its URL as the HTTP endpoint.

## Undo
Delete the stream or the connection, then delete the key under *API keys*.
`
