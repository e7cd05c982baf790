/**
 * Netlify's deploy notifications (https://docs.netlify.com/deploy/deploy-notifications/): the deploy as Netlify's API
 * shows it, with the event in a header and the deploy's state in the body.
 */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, items, nothing, refused } from './format.ts'
import { firstText, textOf } from './reading.ts'

const STATES: Readonly<Record<string, ChangeInput['status']>> = {
  new: 'started',
  pending_review: 'started',
  enqueued: 'started',
  building: 'started',
  uploading: 'started',
  processing: 'started',
  ready: 'succeeded',
  error: 'failed',
}

export const netlify: ChangeFormat = {
  source: 'netlify',
  decode: ({ body, nowMs }) => {
    const id = textOf(body['id'], 100)
    const state = textOf(body['state'], 40)
    if (id === '' || textOf(body['site_id'], 100) === '')
      return refused('This is no deploy notification of Netlify: it has no id, or no site_id.')
    const status = Object.hasOwn(STATES, state) ? STATES[state] : undefined
    if (status === undefined) return nothing('This state of a deploy of Netlify is no change.')
    const name = textOf(body['name'], 200)
    const environment = textOf(body['context'], 60)
    const title = textOf(body['title'], 200)
    return items([
      changeOf(
        {
          kind: 'deployment',
          services: [name],
          environment,
          version: firstText(64, body['commit_ref'], id),
          author: body['committer'],
          url: firstText(2048, adminUrl(body['admin_url'], id), body['deploy_ssl_url'], body['commit_url']),
          title: `Deploy of ${name || id}${environment === '' ? '' : ` to ${environment}`}${title === '' ? '' : `: ${title}`}`,
          startedAt: body['created_at'],
          endedAt: status === 'started' ? null : firstText(40, body['published_at'], body['updated_at']),
          status,
          source: 'netlify',
          key: id,
          attributes: { branch: body['branch'], error: body['error_message'], site: body['site_id'] },
        },
        nowMs,
      ),
    ])
  },
}

function adminUrl(base: unknown, id: string): string {
  const text = textOf(base, 1000)
  return text === '' ? '' : `${text}/deploys/${id}`
}
