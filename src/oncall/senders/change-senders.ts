/** The senders of changes. The names of their settings come from their own documents (see each format's file). */
import { ARGO_CD_TEMPLATE } from '../formats/argo-cd.ts'
import type { ChangeSender } from '../formats/index.ts'
import { BEARER, inHeader, inUrl, type SenderGuide } from './sender.ts'

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

export const CHANGE_SENDER_GUIDES: Readonly<Record<ChangeSender, SenderGuide>> = {
  github: {
    name: 'GitHub',
    targets: [inUrl('Payload URL')],
    signature: 'The webhook’s Secret is the key’s signing secret (X-Hub-Signature-256).',
    setup: `1. Repository or organization → Settings → Webhooks → Add webhook. Payload URL: \`{url}\`. Content type **application/json**.
2. Secret: a long random text, which is also the signing secret of the key.
3. Let me select individual events: Deployments, Deployment statuses, Pushes, Releases, Workflow runs.

All deployments and releases are read, pushes only of the default branch, and workflow runs only if the workflow’s name says that it deploys, releases or migrates. The repository’s name is taken as the service.`,
  },
  gitlab: {
    name: 'GitLab',
    targets: [
      inHeader('URL', 'Custom header `Authorization`, value `Bearer {key}`.'),
      inUrl('URL, key in the URL', 'For versions without custom headers.'),
    ],
    signature: 'The Secret token (X-Gitlab-Token), or the signing token, is the key’s signing secret.',
    setup: `1. Project or group → Settings → Webhooks → Add new webhook. URL: \`{url}\`. Custom header: \`Authorization\` = \`Bearer {key}\`.
2. Secret token: a long random text, which is also the signing secret of the key.
3. Trigger: Push events (of the default branch), Pipeline events, Deployment events, Releases events.`,
  },
  vercel: {
    name: 'Vercel',
    targets: [inUrl('Endpoint URL')],
    signature: 'Vercel shows the webhook’s secret once: set it as the key’s signing secret (x-vercel-signature).',
    setup: `1. Team settings → Webhooks → Create webhook. Endpoint: \`{url}\`.
2. Events: Deployment Created, Succeeded, Error, Promoted, Rollback. Projects: those of your services.
3. Vercel shows the secret once. Set it as the signing secret of the key.`,
  },
  netlify: {
    name: 'Netlify',
    targets: [inUrl('URL to notify')],
    signature: 'The JWS secret token is the key’s signing secret (X-Webhook-Signature).',
    setup: `1. Project configuration → Notifications → Deploy notifications → Add notification → **HTTP POST request**.
2. Events: Deploy started, Deploy succeeded, Deploy failed, one notification each. URL to notify: \`{url}\`.
3. JWS secret token: a long random text, which is also the signing secret of the key.`,
  },
  argo_cd: {
    name: 'Argo CD',
    targets: [inHeader('Webhook URL', `A webhook service of the notifications controller. ${BEARER}`)],
    signature: null,
    setup: `Add to \`argocd-notifications-cm\`:

\`\`\`yaml
data:
  service.webhook.observability-agent: |
    url: {url}
    headers:
      - name: Authorization
        value: Bearer {key}
      - name: Content-Type
        value: application/json
  template.observability-agent: |
    webhook:
      observability-agent:
        method: POST
        body: |
          ${indented(ARGO_CD_TEMPLATE, 10)}
  trigger.observability-agent: |
    - when: app.status.operationState.phase in ['Running']
      send: [observability-agent]
    - when: app.status.operationState.phase in ['Succeeded', 'Failed', 'Error']
      oncePer: app.status.operationState.finishedAt
      send: [observability-agent]
\`\`\`

and subscribe your applications: \`notifications.argoproj.io/subscribe.observability-agent.observability-agent: ""\`. Keep the key in \`argocd-notifications-secret\` and write \`$<its name>\` for it.`,
  },
  launchdarkly: {
    name: 'LaunchDarkly',
    targets: [inUrl('URL')],
    signature: 'Sign this webhook: the secret is the key’s signing secret (X-LD-Signature).',
    setup: `1. Integrations → Webhooks → Add webhook. URL: \`{url}\`.
2. Sign this webhook: set the same secret as the signing secret of the key.
3. Policy: the flags of your production environment, e.g. \`proj/*:env/production:flag/*\`.

A flag names no service, so the investigator judges it by its time.`,
  },
  generic: {
    name: 'Any JSON',
    targets: [inHeader('Webhook URL', `POST a JSON object. ${BEARER}`), inUrl('Webhook URL, key in the URL')],
    signature:
      'Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature, with the key’s signing secret.',
    setup: `At the end of a deployment:

\`\`\`sh
curl -sS {url} -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \\
  -d '{"kind":"deployment","service":"checkout","version":"2.14.0","environment":"production","author":"kim"}'
\`\`\`

Fields are those of \`POST /v1/changes\`; several changes go below \`changes\`. If your fields have other names, map them in the URL, as paths with dots: \`?services=app.name&version=app.image\`.`,
  },
}
