/**
 * LaunchDarkly's webhooks (https://launchdarkly.com/docs/api/webhooks): an entry of its audit log. Entries about flags, segments
 * and environments are changes; entries about members, tokens and the like are not.
 */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, items, nothing, refused } from './format.ts'
import { at, firstText, itemsOf, lineOf, textOf } from './reading.ts'

const KINDS: Readonly<Record<string, ChangeInput['kind']>> = {
  flag: 'feature_flag',
  segment: 'feature_flag',
  environment: 'configuration',
}

export const launchdarkly: ChangeFormat = {
  source: 'launchdarkly',
  deliveryId: ({ body }) => textOf(body['_id'], 100) || null,
  decode: ({ body, nowMs }) => {
    const subject = textOf(body['kind'], 40)
    const id = textOf(body['_id'], 100)
    if (subject === '' || id === '') return refused('This is no webhook of LaunchDarkly: it has no kind, or no _id.')
    const kind = Object.hasOwn(KINDS, subject) ? KINDS[subject] : undefined
    if (kind === undefined)
      return nothing('This entry of LaunchDarkly is about neither a flag, a segment nor an environment.')
    const [access] = itemsOf(body['accesses'], 1)
    const resource = textOf(at(access, 'resource'), 300)
    const { project, environment, flag } = partsOf(resource)
    const member = firstText(200, at(body, 'member', 'email'), at(body, 'token', 'name'), at(body, 'app', 'name'))
    const name = firstText(200, body['name'], flag)
    const verb = textOf(body['titleVerb'], 100)
    const site = textOf(at(body, '_links', 'site', 'href'), 1000)
    return items([
      changeOf(
        {
          kind,
          services: [],
          environment,
          author: member,
          url: site === '' ? null : site.startsWith('/') ? `https://app.launchdarkly.com${site}` : site,
          title: verb === '' ? `LaunchDarkly: ${subject} ${name}` : `${member || 'Somebody'} ${verb} ${name}`,
          startedAt: body['date'],
          status: 'succeeded',
          source: 'launchdarkly',
          key: id,
          attributes: {
            flag,
            project,
            action: at(access, 'action'),
            comment: body['comment'],
            description: lineOf(body['description'], 500),
          },
        },
        nowMs,
      ),
    ])
  },
}

/** `proj/shop:env/production:flag/new-checkout`, with tags behind a semicolon. */
function partsOf(resource: string): { project: string; environment: string; flag: string } {
  const found = new Map(
    resource.split(':', 6).map((part) => {
      const [kind = '', name = ''] = part.split('/', 2)
      return [kind, name.split(';', 1)[0] ?? ''] as const
    }),
  )
  return {
    project: found.get('proj') ?? '',
    environment: found.get('env') ?? '',
    flag: found.get('flag') ?? found.get('segment') ?? '',
  }
}
