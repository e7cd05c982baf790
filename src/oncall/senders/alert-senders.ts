/** The senders of alerts. The names of their settings come from their own documents (see each format's file). */

import type { AlertSender } from '../../contracts/oncall-protocol.ts'
import { DATADOG_TEMPLATE } from '../formats/datadog.ts'
import { BEARER, inHeader, inUrl, type SenderGuide } from './sender.ts'

const datadogPayload = JSON.stringify(DATADOG_TEMPLATE, null, 2)

export const ALERT_SENDER_GUIDES: Readonly<Record<AlertSender, SenderGuide>> = {
  alertmanager: {
    name: 'Prometheus Alertmanager',
    targets: [inHeader('Webhook URL', 'webhook_configs: `url`, with `http_config.authorization.credentials: {key}`.')],
    signature: null,
    setup: `Add a receiver to \`alertmanager.yml\` and a route to it:

\`\`\`yaml
receivers:
  - name: observability-agent
    webhook_configs:
      - url: {url}
        send_resolved: true
        max_alerts: 0
        http_config:
          authorization:
            credentials: {key}
route:
  routes:
    - receiver: observability-agent
      continue: true
\`\`\`

Put the route first: \`continue: true\` then passes the alert on to your other receivers too. Labels named \`service\`, \`app\`, \`deployment\` or \`container\` name the affected service.`,
  },
  grafana: {
    name: 'Grafana Alerting',
    targets: [
      inHeader('Webhook URL', 'Contact point “Webhook”: Authorization Header, scheme `Bearer`, credentials `{key}`.'),
    ],
    signature:
      'HMAC Signature: the secret is the key’s signing secret, the header stays as it is, the timestamp header is `X-Grafana-Alerting-Timestamp`.',
    setup: `1. Alerts & IRM → Alerting → Contact points → Add contact point, integration **Webhook**.
2. URL: \`{url}\`. Method POST. Authorization Header: scheme \`Bearer\`, credentials \`{key}\`.
3. If the key has a signing secret: HMAC Signature → secret, and Timestamp Header \`X-Grafana-Alerting-Timestamp\`.
4. Test, save, and name the contact point in a notification policy. Leave the custom payload empty.`,
  },
  datadog: {
    name: 'Datadog',
    targets: [inHeader('Webhook URL', 'Custom headers: `{"Authorization": "Bearer {key}"}`.')],
    signature: null,
    setup: `1. Integrations → Webhooks → New. Name: \`observability-agent\`. URL: \`{url}\`.
2. Custom headers: \`{"Authorization": "Bearer {key}"}\`. Do not encode as form.
3. Payload:

\`\`\`json
${datadogPayload}
\`\`\`

4. Write \`@webhook-observability-agent\` into the message of each monitor that should be investigated, for its recovery too.`,
  },
  pagerduty: {
    name: 'PagerDuty',
    targets: [
      inHeader('Webhook URL', 'Generic Webhooks (v3): custom header `Authorization`, value `Bearer {key}`.'),
      inUrl('Webhook URL, key in the URL', 'Where no custom header can be set.'),
    ],
    signature:
      'PagerDuty makes the secret when the webhook is created, and shows it once: set it as the key’s signing secret.',
    setup: `1. Integrations → Generic Webhooks (v3) → New Webhook. URL: \`{url}\`.
2. Scope: the services that should be investigated. Events: incident.triggered, .acknowledged, .escalated, .reopened, .priority_updated, .resolved.
3. Custom header: \`Authorization\` = \`Bearer {key}\`.
4. PagerDuty shows the webhook’s secret once. Set it as the signing secret of the key.`,
  },
  pagerduty_events: {
    name: 'PagerDuty Events API v2',
    targets: [
      inHeader('Events URL', `Instead of https://events.pagerduty.com/v2/enqueue. ${BEARER} Any routing key works.`),
      inUrl('Events URL, key in the URL', 'For senders in which only the address can be changed.'),
    ],
    signature: null,
    setup: `Any program that sends events to PagerDuty and has a configurable address can send them here: POST the same body to \`{url}\` with the header \`Authorization: Bearer {key}\`. \`event_action\` is \`trigger\`, \`acknowledge\` or \`resolve\`; \`dedup_key\` distinguishes alerts. The routing key is neither read nor stored.`,
  },
  incident_io: {
    name: 'incident.io',
    targets: [inUrl('Webhook endpoint')],
    signature: 'The signing secret of the endpoint (`whsec_…`) is the key’s signing secret.',
    setup: `1. Settings → Webhooks → Add endpoint. URL: \`{url}\`.
2. Events: public_incident.incident_created_v2, public_incident.incident_updated_v2, public_incident.incident_status_updated_v2. Alerts of incident.io itself: public_alert.*
3. Copy the endpoint’s signing secret and set it as the signing secret of the key.`,
  },
  jira_service_management: {
    name: 'Jira Service Management',
    targets: [
      inHeader('Webhook URL', 'Webhook integration: custom header `Authorization`, value `Bearer {key}`.'),
      inUrl('Webhook URL, key in the URL', 'Where no custom header can be set.'),
    ],
    signature: null,
    setup: `1. Operations → Integrations → Add integration → **Webhook** (of Opsgenie: Settings → Integrations → Webhook).
2. Webhook URL: \`{url}\`. Custom headers: \`Authorization\` = \`Bearer {key}\`.
3. Turn on “Add alert description to payload” and “Add alert details to payload”.
4. Actions: alert is created, closed, deleted, and its priority is updated. A tag \`service:<name>\` names the affected service.`,
  },
  sentry: {
    name: 'Sentry',
    targets: [inUrl('Webhook URL')],
    signature: 'The Client Secret of the internal integration is the key’s signing secret.',
    setup: `1. Settings → Developer Settings → Custom Integrations → Create New Integration → **Internal Integration**.
2. Webhook URL: \`{url}\`. Turn on “Alert Rule Action”. Permission Issue & Event: Read; webhooks: issue.
3. Save, copy the Client Secret, and set it as the signing secret of the key.
4. In issue alerts and metric alerts choose the action “Send a notification via” this integration.`,
  },
  better_stack: {
    name: 'Better Stack',
    targets: [
      inHeader('Webhook URL', 'Outgoing webhook: request header `Authorization`, value `Bearer {key}`.'),
      inUrl('Webhook URL, key in the URL', 'Where no header can be set.'),
    ],
    signature: null,
    setup: `1. Integrations → Exporting data → Outgoing webhooks → Configure, for **incidents**.
2. URL: \`{url}\`. Request header: \`Authorization\` = \`Bearer {key}\`.
3. Events: incident started, acknowledged, resolved. A metadata field \`Service\` names the affected service.`,
  },
  cloudwatch: {
    name: 'Amazon CloudWatch',
    targets: [inUrl('HTTPS endpoint of an SNS subscription')],
    signature: null,
    setup: `1. SNS → the topic of your alarms → Create subscription. Protocol **HTTPS**, endpoint \`{url}\`.
2. Leave raw message delivery off: raw messages are not signed, and are refused. The subscription confirms itself.
3. Make the topic an action of your alarms for **In alarm** and for **OK**.

Every message is checked against Amazon’s signature. Create a separate key for this sender, with the source \`cloudwatch\` and without a signing secret.`,
  },
  azure_monitor: {
    name: 'Azure Monitor',
    targets: [inUrl('Webhook URI')],
    signature: null,
    setup: `1. Monitor → Alerts → Action groups → Create or edit. Actions: **Webhook**, URI \`{url}\`.
2. Enable the common alert schema: **Yes**. Other schemas are refused.
3. Name the action group in your alert rules, with “Automatically resolve alerts” on.`,
  },
  gcp_monitoring: {
    name: 'Google Cloud Monitoring',
    targets: [
      inHeader('Endpoint URL', 'Webhook channel with HTTP Basic Auth: any user name, the password is {key}.'),
      inUrl('Endpoint URL, key in the URL', 'Without authentication.'),
    ],
    signature: null,
    setup: `1. Monitoring → Alerting → Edit notification channels → Webhooks → Add new. Endpoint: \`{url}\`.
2. Use HTTP Basic Auth: user name \`agent\`, password \`{key}\`.
3. Test connection, save, and add the channel to your policies with “Notify on incident closure”.`,
  },
  generic: {
    name: 'Any JSON',
    targets: [inHeader('Webhook URL', `POST a JSON object. ${BEARER}`), inUrl('Webhook URL, key in the URL')],
    signature:
      'Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature, with the key’s signing secret.',
    setup: `POST a JSON object, or several below \`alerts\`, to \`{url}\` with the header \`Authorization: Bearer {key}\`:

\`\`\`json
{"title": "Export did not run", "status": "firing", "severity": "error", "service": "export", "key": "export-nightly"}
\`\`\`

The same \`key\` with \`"status": "resolved"\` closes it. If your fields have other names, map them in the URL, as paths with dots: \`?title=check.name&service=check.labels.app&status=check.state&resolved=green\`. Fields: title, status, severity, service, description, key, startedAt, endedAt, query, url, labels, host. \`POST /v1/alerts/explain\` shows how a body is read.`,
  },
}
