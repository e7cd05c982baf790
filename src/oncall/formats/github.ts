/**
 * GitHub's webhooks (https://docs.github.com/webhooks/webhook-events-and-payloads): deployment, deployment_status,
 * push, release and workflow_run. The header X-GitHub-Event names the event. A push counts only on the repository's
 * default branch, and a workflow only if its name says that it deploys.
 */
import type { ChangeInput } from '../../contracts/oncall-protocol.ts'
import { changeOf } from './change.ts'
import { type ChangeFormat, type Decoded, type DecodeInput, items, nothing, refused } from './format.ts'
import { at, firstText, itemsOf, lineOf, textOf } from './reading.ts'

export const github: ChangeFormat = {
  source: 'github',
  deliveryId: ({ headers }) => headers.get('x-github-delivery'),
  decode: (input) => {
    const event = input.headers.get('x-github-event') ?? ''
    const decode = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined
    if (decode !== undefined) {
      if (textOf(at(input.body, 'repository', 'full_name'), 200) === '')
        return refused('The event of GitHub has no repository.')
      return decode(input)
    }
    if (event === '') return refused('The header X-GitHub-Event is missing: this is no webhook of GitHub.')
    return nothing('This event of GitHub is no change: deployments, pushes, releases and workflow runs are.')
  },
}

type Decode = (input: DecodeInput) => Decoded<ChangeInput>

const EVENTS: Readonly<Record<string, Decode>> = {
  deployment: (input) => items([deployment(input, null)]),
  deployment_status: deploymentStatus,
  push,
  release,
  workflow_run: workflowRun,
}

/** What all events have: the repository stands for the service. */
function common({ body }: DecodeInput) {
  const repository = body['repository']
  return {
    services: [at(repository, 'name')],
    source: 'github' as const,
    repository: textOf(at(repository, 'full_name'), 200),
    url: textOf(at(repository, 'html_url'), 1000),
  }
}

const short = (sha: unknown): string => textOf(sha, 12)

function deployment(input: DecodeInput, status: ChangeInput['status']): ChangeInput {
  const { services, source, repository, url } = common(input)
  const subject = at(input.body, 'deployment')
  const state = at(input.body, 'deployment_status')
  const environment = firstText(200, at(state, 'environment'), at(subject, 'environment'))
  const sha = textOf(at(subject, 'sha'), 64)
  return changeOf(
    {
      kind: 'deployment',
      services,
      environment,
      version: sha,
      author: firstText(200, at(subject, 'creator', 'login'), at(input.body, 'sender', 'login')),
      url: firstText(2048, at(state, 'log_url'), at(state, 'target_url'), sha === '' ? '' : `${url}/commit/${sha}`),
      title: `Deployment of ${repository} ${firstText(80, at(subject, 'ref'), short(sha))} to ${environment || 'its environment'}`,
      startedAt: at(subject, 'created_at'),
      endedAt:
        status === 'started' || status === null
          ? null
          : firstText(40, at(state, 'created_at'), at(state, 'updated_at')),
      status: status ?? 'started',
      source,
      key: `deployment ${repository} ${textOf(at(subject, 'id'), 40)}`,
      attributes: {
        repository,
        ref: at(subject, 'ref'),
        task: at(subject, 'task'),
        description: firstText(500, at(state, 'description'), at(subject, 'description')),
      },
    },
    input.nowMs,
  )
}

const STATES: Readonly<Record<string, ChangeInput['status']>> = {
  queued: 'started',
  pending: 'started',
  in_progress: 'started',
  success: 'succeeded',
  failure: 'failed',
  error: 'failed',
}

function deploymentStatus(input: DecodeInput): Decoded<ChangeInput> {
  const state = textOf(at(input.body, 'deployment_status', 'state'), 40)
  const status = Object.hasOwn(STATES, state) ? STATES[state] : undefined
  // GitHub marks the deployments before as inactive when a new one succeeds.
  if (status === undefined) return nothing('This state of a deployment of GitHub is no change.')
  return items([deployment(input, status ?? null)])
}

function push(input: DecodeInput): Decoded<ChangeInput> {
  const { body } = input
  const { services, source, repository } = common(input)
  const ref = textOf(body['ref'], 300)
  const branch = textOf(at(body, 'repository', 'default_branch'), 200)
  if (body['deleted'] === true || ref !== `refs/heads/${branch}`)
    return nothing('Only pushes to the default branch of a repository are changes.')
  const commits = itemsOf(body['commits'], 100)
  const head = body['head_commit']
  const sha = textOf(body['after'], 64)
  const message = lineOf(textOf(at(head, 'message'), 400).split('\n', 1)[0], 200)
  return items([
    changeOf(
      {
        kind: 'commit',
        services,
        version: sha,
        author: firstText(200, at(head, 'author', 'username'), at(head, 'author', 'name'), at(body, 'pusher', 'name')),
        url: firstText(2048, at(head, 'url'), body['compare']),
        title: message === '' ? `Push to ${repository}` : `${repository}: ${message}`,
        // The commit may be days older than the push that brings it.
        startedAt: input.nowMs,
        status: 'succeeded',
        source,
        key: `push ${repository} ${sha}`,
        attributes: { repository, branch, commits: commits.length, forced: body['forced'] },
      },
      input.nowMs,
    ),
  ])
}

function release(input: DecodeInput): Decoded<ChangeInput> {
  const action = textOf(input.body['action'], 30)
  if (action !== 'published' && action !== 'released') return nothing('Only a release that is published is a change.')
  const { services, source, repository } = common(input)
  const subject = at(input.body, 'release')
  const tag = textOf(at(subject, 'tag_name'), 200)
  return items([
    changeOf(
      {
        kind: 'release',
        services,
        version: tag,
        author: at(subject, 'author', 'login'),
        url: at(subject, 'html_url'),
        title: `Release ${firstText(200, at(subject, 'name'), tag)} of ${repository}`,
        startedAt: firstText(40, at(subject, 'published_at'), at(subject, 'created_at')),
        status: 'succeeded',
        source,
        key: `release ${repository} ${textOf(at(subject, 'id'), 40)}`,
        attributes: { repository, prerelease: at(subject, 'prerelease') },
      },
      input.nowMs,
    ),
  ])
}

const DEPLOYS = /deploy|release|rollout|rollback|publish|ship|migrat/i
const ENDS: Readonly<Record<string, ChangeInput['status']>> = {
  success: 'succeeded',
  failure: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
}

function workflowRun(input: DecodeInput): Decoded<ChangeInput> {
  const run = at(input.body, 'workflow_run')
  const name = firstText(200, at(run, 'name'), at(input.body, 'workflow', 'name'))
  const action = textOf(input.body['action'], 30)
  if (!DEPLOYS.test(name))
    return nothing('Only workflows whose name says that they deploy, release or migrate are changes.')
  const conclusion = textOf(at(run, 'conclusion'), 30)
  const ended = action === 'completed' && Object.hasOwn(ENDS, conclusion) ? ENDS[conclusion] : undefined
  if (action === 'completed' && ended === undefined) return nothing('The workflow was cancelled or skipped.')
  const { services, source, repository } = common(input)
  return items([
    changeOf(
      {
        kind: /migrat/i.test(name) ? 'migration' : 'deployment',
        services,
        version: at(run, 'head_sha'),
        author: firstText(200, at(run, 'actor', 'login'), at(input.body, 'sender', 'login')),
        url: at(run, 'html_url'),
        title: `${repository}: workflow ${name}`,
        startedAt: firstText(40, at(run, 'run_started_at'), at(run, 'created_at')),
        endedAt: ended === undefined ? null : at(run, 'updated_at'),
        status: ended ?? 'started',
        source,
        key: `workflow ${repository} ${textOf(at(run, 'id'), 40)} ${textOf(at(run, 'run_attempt'), 10)}`,
        attributes: { repository, branch: at(run, 'head_branch'), event: at(run, 'event'), run: at(run, 'run_number') },
      },
      input.nowMs,
    ),
  ])
}
