export const azureMonitorSetupSkill = `# Connect Azure Monitor

Rows of a Log Analytics workspace are read about every 30 seconds for each resource you choose, and the agent can run KQL over any time window.

## What you need
Azure delivers to Event Hubs, storage or Log Analytics only, never to an HTTPS address, so this connection **reads** Log Analytics.
1. **App registration**: Microsoft Entra ID → App registrations → New. Note \`client_id\` (Application ID) and \`tenant_id\` (Directory ID). Certificates & secrets → New client secret → copy the **Value** as \`client_secret\`.
2. **Roles** for that app: on the subscription *Reader* (to list resources), on the workspace *Log Analytics Reader*. With the CLI:
\`\`\`sh
az ad sp create-for-rbac --name observability-reader --role Reader --scopes /subscriptions/<subscription_id>
az role assignment create --assignee <client_id> --role "Log Analytics Reader" --scope <resource id of the workspace>
\`\`\`
3. \`subscription_id\`, and \`workspace_id\`: Log Analytics workspace → Overview → *Workspace ID* (a GUID, not the name). If you leave it out, the first workspace of the subscription is read.
4. The resources must send to that workspace: resource → Monitoring → **Diagnostic settings** → Add → choose log categories → *Send to Log Analytics workspace*. (Container insights and Application Insights do so themselves.)

## Connect
Create the connection with \`dataSourceType: "azure_monitor"\` and \`metadata: { "tenant_id", "client_id", "client_secret", "subscription_id", "workspace_id" }\`. The secret, the subscription and the workspace are checked at once.
List the resources and create a stream with the \`config\` of each you want: \`{ "resource_id": "/subscriptions/…/sites/api", "table": "AppServiceConsoleLogs" }\`. The proposed table depends on the kind of resource; any other table with \`_ResourceId\` works.

## What happens in Azure
Nothing is created. Reading counts as Log Analytics queries (200 in 30 seconds a user); basic and auxiliary tables cannot be read.

## Check
The stream becomes \`active\`. Rows reach Log Analytics some minutes after they happen. Ask the agent "what do the App Service console logs show for the last hour?".

## If it fails
- *does not accept*: wrong or expired secret, wrong tenant. *may not*: a role assignment is missing, or was made minutes ago.
- *cannot find*: wrong subscription or workspace ID.

## Faster delivery
Diagnostic settings → Event Hub → an Azure Function that posts each message to the webhook URL of a connectionless log source of provider \`azure_monitor\`.

## Undo
Delete the stream or the connection, then the client secret or the app registration.
`
