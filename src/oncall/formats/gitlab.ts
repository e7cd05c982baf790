/**
 * GitLab's webhooks (https://docs.gitlab.com/user/project/integrations/webhook_events/): deployments, pushes to the
 * default branch, tags, releases, and pipelines of the default branch.
 */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, type Decoded, type DecodeInput, items, nothing, refused } from './format.ts'
import { at, firstText, itemsOf, lineOf, textOf } from './reading.ts'

export const gitlab: ChangeFormat = {
  source: 'gitlab',
  deliveryId: ({ headers }) => headers.get('webhook-id') ?? headers.get('idempotency-key'),
  decode: (input) => {
    const kind = textOf(input.body['object_kind'], 40)
    if (kind === '') return refused('This is no webhook of GitLab: it has no object_kind.')
    const decode = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
    if (decode === undefined)
      return nothing('This event of GitLab is no change: deployments, pushes, releases and pipelines are.')
    if (projectOf(input) === '') return refused('The event of GitLab has no project.')
    return decode(input)
  },
}

type Decode = (input: DecodeInput) => Decoded<ChangeInput>

const KINDS: Readonly<Record<string, Decode>> = { deployment, push, release, pipeline }

const projectOf = ({ body }: DecodeInput): string =>
  firstText(200, at(body, 'project', 'path_with_namespace'), at(body, 'project', 'name'))

/** The last part of the project's path: `shop/orders` is the service `orders`. */
function serviceOf(input: DecodeInput): string {
  const project = projectOf(input)
  return project.slice(project.lastIndexOf('/') + 1)
}

const STATES: Readonly<Record<string, ChangeInput['status']>> = {
  created: 'started',
  running: 'started',
  pending: 'started',
  success: 'succeeded',
  failed: 'failed',
}

const stateOf = (value: unknown): ChangeInput['status'] | undefined => {
  const state = textOf(value, 40)
  return Object.hasOwn(STATES, state) ? STATES[state] : undefined
}

function deployment(input: DecodeInput): Decoded<ChangeInput> {
  const { body, nowMs } = input
  const status = stateOf(body['status'])
  if (status === undefined) return nothing('This state of a deployment of GitLab is no change.')
  const project = projectOf(input)
  const environment = textOf(body['environment'], 200)
  const changedAt = body['status_changed_at']
  return items([
    changeOf(
      {
        kind: 'deployment',
        services: [serviceOf(input)],
        environment,
        version: firstText(200, body['ref'], body['short_sha']),
        author: firstText(200, at(body, 'user', 'username'), at(body, 'user', 'name')),
        url: firstText(2048, body['deployable_url'], body['commit_url']),
        title: `Deployment of ${project} ${textOf(body['short_sha'], 20)} to ${environment || 'its environment'}`,
        startedAt: changedAt,
        endedAt: status === 'started' ? null : changedAt,
        status,
        source: 'gitlab',
        key: `deployment ${project} ${textOf(body['deployment_id'], 40)}`,
        attributes: {
          project,
          commit: body['short_sha'],
          commit_title: body['commit_title'],
          environment_tier: body['environment_tier'],
        },
      },
      nowMs,
    ),
  ])
}

function push(input: DecodeInput): Decoded<ChangeInput> {
  const { body, nowMs } = input
  const branch = textOf(at(body, 'project', 'default_branch'), 200)
  const sha = firstText(64, body['checkout_sha'], body['after'])
  if (textOf(body['ref'], 300) !== `refs/heads/${branch}` || sha === '' || /^0+$/.test(sha))
    return nothing('Only pushes to the default branch of a project are changes.')
  const project = projectOf(input)
  const commits = itemsOf(body['commits'], 100)
  const head = commits.find((commit) => at(commit, 'id') === sha) ?? commits.at(-1)
  const message = lineOf(firstText(400, at(head, 'title'), at(head, 'message')), 200)
  return items([
    changeOf(
      {
        kind: 'commit',
        services: [serviceOf(input)],
        version: sha,
        author: firstText(200, body['user_username'], body['user_name']),
        url: at(head, 'url'),
        title: message === '' ? `Push to ${project}` : `${project}: ${message}`,
        startedAt: nowMs,
        status: 'succeeded',
        source: 'gitlab',
        key: `push ${project} ${sha}`,
        attributes: { project, branch, commits: body['total_commits_count'] },
      },
      nowMs,
    ),
  ])
}

function release(input: DecodeInput): Decoded<ChangeInput> {
  const { body, nowMs } = input
  if (textOf(body['action'], 20) !== 'create') return nothing('Only a release that is created is a change.')
  const project = projectOf(input)
  const tag = textOf(body['tag'], 200)
  return items([
    changeOf(
      {
        kind: 'release',
        services: [serviceOf(input)],
        version: tag,
        author: at(body, 'commit', 'author', 'name'),
        url: body['url'],
        title: `Release ${firstText(200, body['name'], tag)} of ${project}`,
        startedAt: firstText(40, body['released_at'], body['created_at']),
        status: 'succeeded',
        source: 'gitlab',
        key: `release ${project} ${tag}`,
        attributes: { project, commit: at(body, 'commit', 'id') },
      },
      nowMs,
    ),
  ])
}

function pipeline(input: DecodeInput): Decoded<ChangeInput> {
  const { body, nowMs } = input
  const attributes = at(body, 'object_attributes')
  const ref = textOf(at(attributes, 'ref'), 200)
  const isTag = at(attributes, 'tag') === true
  if (!isTag && ref !== textOf(at(body, 'project', 'default_branch'), 200))
    return nothing('Only pipelines of the default branch and of tags are changes.')
  const status = stateOf(at(attributes, 'status'))
  if (status === undefined) return nothing('This state of a pipeline of GitLab is no change.')
  const project = projectOf(input)
  const id = textOf(at(attributes, 'id'), 40)
  return items([
    changeOf(
      {
        kind: 'other',
        services: [serviceOf(input)],
        version: at(attributes, 'sha'),
        author: firstText(200, at(body, 'user', 'username'), at(body, 'user', 'name')),
        url: firstText(2048, at(attributes, 'url'), pipelineUrl(at(body, 'project', 'web_url'), id)),
        title: `Pipeline of ${project} on ${ref}`,
        startedAt: at(attributes, 'created_at'),
        endedAt: at(attributes, 'finished_at'),
        status,
        source: 'gitlab',
        key: `pipeline ${project} ${id}`,
        attributes: { project, ref, pipeline_source: at(attributes, 'source'), name: at(attributes, 'name') },
      },
      nowMs,
    ),
  ])
}

function pipelineUrl(web: unknown, id: string): string {
  const base = textOf(web, 1000)
  return base === '' ? '' : `${base}/-/pipelines/${id}`
}
