/**
 * Any JSON object as a change, or a list of them below `changes`. Fields are those of `POST /v1/changes`, found by
 * their usual names or by a mapping in the delivery's address (mapping.ts).
 */
import { CHANGE_SERVICES_MAX, type ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, items, refused } from './format.ts'
import { labelsOf } from './labels.ts'
import { mapped } from './mapping.ts'
import { itemsOf, lineOf, textOf } from './reading.ts'

const CHANGES_MAX = 1000

const KINDS: Readonly<Record<string, ChangeInput['kind']>> = {
  deployment: 'deployment',
  deploy: 'deployment',
  deploymentevent: 'deployment',
  rollout: 'deployment',
  release: 'release',
  commit: 'commit',
  push: 'commit',
  merge: 'commit',
  feature_flag: 'feature_flag',
  featureflag: 'feature_flag',
  flag: 'feature_flag',
  configuration: 'configuration',
  config: 'configuration',
  scaling: 'scaling',
  scale: 'scaling',
  migration: 'migration',
  incident: 'incident',
}

const STATES: Readonly<Record<string, ChangeInput['status']>> = {
  started: 'started',
  running: 'started',
  in_progress: 'started',
  succeeded: 'succeeded',
  success: 'succeeded',
  finished: 'succeeded',
  completed: 'succeeded',
  done: 'succeeded',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  rolled_back: 'rolled_back',
  rollback: 'rolled_back',
  reverted: 'rolled_back',
}

export const genericChange: ChangeFormat = {
  source: 'generic',
  deliveryId: ({ headers }) => headers.get('webhook-id'),
  decode: ({ body, query, nowMs }) => {
    const listed = body['changes']
    const all = Array.isArray(listed) ? itemsOf(listed, CHANGES_MAX) : [body]
    const changes = all.flatMap((one) => decodeOne(one, query, nowMs))
    if (changes.length === 0)
      return refused(
        'No change was found: send a title, or a service and a version, or name their places with ?title=<path>.',
      )
    return items(changes, Array.isArray(listed) ? listed.length - all.length : 0)
  },
}

function decodeOne(change: unknown, query: URLSearchParams, nowMs: number): ChangeInput[] {
  const field = (name: string, ...usual: string[]) => mapped(change, query, name, [name, ...usual])
  const listed = field('services', 'service', 'service_name', 'serviceName', 'application', 'app')
  const services = Array.isArray(listed) ? itemsOf(listed, CHANGE_SERVICES_MAX) : [listed]
  const version = textOf(field('version', 'revision', 'sha', 'commit', 'tag', 'image'), 200)
  const service = lineOf(services[0], 200)
  const title = lineOf(field('title', 'name', 'summary', 'message', 'description'), 300)
  if (title === '' && (service === '' || version === '')) return []
  const kind = textOf(field('kind', 'type', 'event'), 40).toLowerCase()
  const status = textOf(field('status', 'state', 'result'), 40).toLowerCase()
  return [
    changeOf(
      {
        kind:
          (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined) ??
          (kind === '' && version !== '' ? 'deployment' : 'other'),
        services,
        environment: field('environment', 'env', 'stage', 'target'),
        version,
        author: field('author', 'user', 'actor', 'deployer', 'by'),
        url: field('url', 'link', 'href'),
        title: title || `${service} ${version}`,
        startedAt: field('startedAt', 'started_at', 'timestamp', 'time', 'created_at', 'createdAt', 'date'),
        endedAt: field('endedAt', 'ended_at', 'finished_at', 'finishedAt', 'completed_at'),
        status: (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? null,
        source: 'generic',
        key: field('key', 'dedupKey', 'dedup_key', 'id', 'deployment_id'),
        attributes: labelsOf(field('attributes', 'labels', 'metadata')),
      },
      nowMs,
    ),
  ]
}
