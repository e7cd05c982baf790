/** Vercel's webhooks of deployments (https://vercel.com/docs/webhooks/webhooks-api). */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, items, nothing, refused } from './format.ts'
import { at, firstText, textOf } from './reading.ts'

const EVENTS: Readonly<Record<string, ChangeInput['status']>> = {
  'deployment.created': 'started',
  'deployment.succeeded': 'succeeded',
  'deployment.ready': 'succeeded',
  'deployment.promoted': 'succeeded',
  'deployment.error': 'failed',
  'deployment.rollback': 'rolled_back',
}

export const vercel: ChangeFormat = {
  source: 'vercel',
  deliveryId: ({ body }) => textOf(body['id'], 100) || null,
  decode: ({ body, nowMs }) => {
    const type = textOf(body['type'], 60)
    if (type === '') return refused('This is no webhook of Vercel: it has no type.')
    const status = Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined
    if (status === undefined) return nothing('This event of Vercel is no change of a deployment.')
    const payload = body['payload']
    const deployment = at(payload, 'deployment')
    const id = firstText(100, at(deployment, 'id'), at(payload, 'deploymentId'))
    if (id === '') return refused('The event of Vercel has no deployment.')
    const meta = at(deployment, 'meta')
    const name = firstText(200, at(deployment, 'name'), at(payload, 'name'), at(payload, 'project', 'name'))
    const environment = firstText(40, at(payload, 'target'), at(deployment, 'target')) || 'preview'
    const commit = firstText(
      64,
      at(meta, 'githubCommitSha'),
      at(meta, 'gitlabCommitSha'),
      at(meta, 'bitbucketCommitSha'),
    )
    const message = firstText(
      200,
      at(meta, 'githubCommitMessage'),
      at(meta, 'gitlabCommitMessage'),
      at(meta, 'bitbucketCommitMessage'),
    )
    const isOver = status !== 'started'
    return items([
      changeOf(
        {
          kind: 'deployment',
          services: [name],
          environment,
          version: commit || id,
          author: firstText(
            200,
            at(meta, 'githubCommitAuthorLogin'),
            at(meta, 'githubCommitAuthorName'),
            at(meta, 'gitlabCommitAuthorName'),
          ),
          url: firstText(2048, at(payload, 'links', 'deployment'), address(at(deployment, 'url'))),
          title: `Deployment of ${name || id} to ${environment}${message === '' ? '' : `: ${message.split('\n', 1)[0]}`}`,
          // Each event tells its own time: the first is the beginning, and the object keeps the earliest.
          startedAt: firstText(40, at(deployment, 'createdAt'), body['createdAt']),
          endedAt: isOver ? body['createdAt'] : null,
          status,
          source: 'vercel',
          // A rollback is a change of its own.
          key: status === 'rolled_back' ? `rollback ${id}` : id,
          attributes: {
            branch: firstText(200, at(meta, 'githubCommitRef'), at(meta, 'gitlabCommitRef')),
            project: at(payload, 'project', 'id'),
            region: body['region'],
          },
        },
        nowMs,
      ),
    ])
  },
}

const address = (host: unknown): string => {
  const text = textOf(host, 500)
  return text === '' ? '' : `https://${text}`
}
