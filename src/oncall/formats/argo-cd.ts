/**
 * Argo CD's notifications with the template that we publish, a webhook service of its notifications controller
 * (https://argo-cd.readthedocs.io/en/stable/operator-manual/notifications/services/webhook/).
 */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, items, nothing, refused } from './format.ts'
import { firstText, itemsOf, textOf } from './reading.ts'

/**
 * The body of the template, for `argocd-notifications-cm`. `toJson` quotes and escapes; a missing part of an application
 * becomes null. Triggers: on-sync-running, on-deployed, on-sync-failed, on-health-degraded.
 */
export const ARGO_CD_TEMPLATE = `{
  "app": {{ .app.metadata.name | toJson }},
  "namespace": {{ .app.spec.destination.namespace | toJson }},
  "cluster": {{ .app.spec.destination.server | toJson }},
  "project": {{ .app.spec.project | toJson }},
  "repository": {{ .app.spec.source.repoURL | toJson }},
  "revision": {{ .app.status.sync.revision | toJson }},
  "sync": {{ .app.status.sync.status | toJson }},
  "health": {{ .app.status.health.status | toJson }},
  "phase": {{ .app.status.operationState.phase | toJson }},
  "message": {{ .app.status.operationState.message | toJson }},
  "startedAt": {{ .app.status.operationState.startedAt | toJson }},
  "finishedAt": {{ .app.status.operationState.finishedAt | toJson }},
  "initiatedBy": {{ .app.status.operationState.operation.initiatedBy | toJson }},
  "images": {{ .app.status.summary.images | toJson }},
  "url": {{ printf "%s/applications/%s" .context.argocdUrl .app.metadata.name | toJson }}
}`

const PHASES: Readonly<Record<string, ChangeInput['status']>> = {
  Running: 'started',
  Terminating: 'started',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Error: 'failed',
}

export const argoCd: ChangeFormat = {
  source: 'argo_cd',
  decode: ({ body, nowMs }) => {
    const app = textOf(body['app'], 200)
    if (app === '') return refused('This is not the template for Argo CD that this service publishes: it has no app.')
    const phase = textOf(body['phase'], 40)
    const status = Object.hasOwn(PHASES, phase) ? PHASES[phase] : undefined
    if (status === undefined) return nothing('The application of Argo CD was not synced.')
    const revision = textOf(body['revision'], 64)
    const images = itemsOf(body['images'], 20).map((image) => textOf(image, 300))
    const by = body['initiatedBy']
    const author = firstText(200, typeof by === 'object' && by !== null && 'username' in by ? by.username : by)
    return items([
      changeOf(
        {
          kind: 'deployment',
          services: [app],
          environment: firstText(200, body['environment'], body['namespace']),
          version: revision,
          author: author || 'Argo CD',
          url: body['url'],
          title: `Sync of ${app} to ${revision.slice(0, 12) || 'its revision'}`,
          startedAt: body['startedAt'],
          endedAt: status === 'started' ? null : body['finishedAt'],
          status,
          source: 'argo_cd',
          key: `${textOf(body['cluster'], 80)} ${textOf(body['namespace'], 60)} ${app} ${firstText(40, body['startedAt'], revision)}`,
          attributes: {
            repository: body['repository'],
            project: body['project'],
            cluster: body['cluster'],
            health: body['health'],
            message: body['message'],
            images: images.join(', '),
          },
        },
        nowMs,
      ),
    ])
  },
}
