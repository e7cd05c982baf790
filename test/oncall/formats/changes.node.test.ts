/** What each sender's change becomes. */
import { describe, expect, it } from 'vitest'
import type { ChangeInput } from '../../../src/contracts/oncall-protocol.ts'
import { CHANGE_FORMATS, type ChangeSender } from '../../../src/oncall/formats/index.ts'
import { ENDED_MS, NOW_MS, STARTED_MS } from './alert-samples.ts'
import {
  CHANGE_SAMPLES,
  githubDeployment,
  githubDeploymentStatus,
  githubPush,
  githubRelease,
  githubWorkflowRun,
  gitlabPipeline,
  gitlabPush,
  gitlabRelease,
  vercelEvent,
} from './change-samples.ts'
import { decodeSample, itemsOf } from './decode.ts'

const only = (sender: ChangeSender, body: unknown = CHANGE_SAMPLES[sender].body, headers?: Record<string, string>) => {
  const sample = { ...CHANGE_SAMPLES[sender], body, ...(headers ? { headers } : {}) }
  const [change, ...more] = itemsOf(decodeSample(CHANGE_FORMATS[sender], sample))
  if (change === undefined || more.length > 0) throw new Error(`${more.length + 1} changes`)
  return change
}

const EXPECTED: Readonly<Record<ChangeSender, Partial<ChangeInput>>> = {
  github: {
    kind: 'deployment',
    services: ['checkout'],
    environment: 'production',
    version: '9f2c4f1d0a7b8e6c5d4f3a2b1c0d9e8f7a6b5c4d',
    author: 'kim',
    url: 'https://github.com/shop/checkout/actions/runs/4242',
    title: 'Deployment of shop/checkout v2.14.0 to production',
    startedAt: STARTED_MS,
    endedAt: ENDED_MS,
    status: 'succeeded',
    dedupKey: 'github:deployment shop/checkout 991122',
  },
  gitlab: {
    kind: 'deployment',
    services: ['orders'],
    environment: 'production',
    version: 'main',
    author: 'sam',
    endedAt: ENDED_MS,
    status: 'succeeded',
    dedupKey: 'gitlab:deployment shop/orders 15',
  },
  vercel: {
    kind: 'deployment',
    services: ['front'],
    environment: 'production',
    version: '4c3b2a19',
    author: 'lee',
    title: 'Deployment of front to production: New header',
    startedAt: STARTED_MS,
    endedAt: null,
    status: 'started',
    dedupKey: 'vercel:dpl_8Xk',
  },
  netlify: {
    kind: 'deployment',
    services: ['docs-shop'],
    environment: 'production',
    version: '77aa88bb',
    author: 'ada',
    url: 'https://app.netlify.com/sites/docs-shop/deploys/6636b1c2a1b2c3d4e5f60718',
    startedAt: STARTED_MS,
    endedAt: ENDED_MS,
    status: 'succeeded',
  },
  argo_cd: {
    kind: 'deployment',
    services: ['payments'],
    environment: 'payments-prod',
    version: '3b2a19c0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4',
    author: 'kim',
    title: 'Sync of payments to 3b2a19c0d9e8',
    startedAt: STARTED_MS,
    endedAt: ENDED_MS,
    status: 'succeeded',
  },
  launchdarkly: {
    kind: 'feature_flag',
    services: [],
    environment: 'production',
    author: 'kim@shop.test',
    url: 'https://app.launchdarkly.com/shop/production/features/new-checkout',
    title: 'kim@shop.test turned on the flag New checkout',
    startedAt: STARTED_MS,
    status: 'succeeded',
    dedupKey: 'launchdarkly:66360b1c2a1b2c3d4e5f6071',
  },
  generic: {
    kind: 'deployment',
    services: ['invoices'],
    environment: 'prod',
    version: 'invoices:81',
    author: 'robin',
    title: 'invoices invoices:81',
    startedAt: STARTED_MS,
    endedAt: ENDED_MS,
    status: 'succeeded',
    dedupKey: null,
  },
}

describe('a change of each sender', () => {
  it.each(Object.keys(EXPECTED) as ChangeSender[])('of %s has what it is, where, by whom and when', (sender) => {
    expect(only(sender)).toMatchObject({ source: sender, ...EXPECTED[sender] })
  })
})

describe('GitHub', () => {
  const github = (event: string, body: unknown) => only('github', body, { 'x-github-event': event })
  const kindOf = (event: string, body: unknown) =>
    decodeSample(CHANGE_FORMATS.github, { headers: { 'x-github-event': event }, body }).kind

  it('tells of one deployment under one key, from its beginning to its end', () => {
    const begun = github('deployment', githubDeployment)
    expect(begun).toMatchObject({ status: 'started', endedAt: null, startedAt: STARTED_MS })
    expect(github('deployment_status', githubDeploymentStatus).dedupKey).toBe(begun.dedupKey)
  })

  it('reads pushes to the default branch, releases, and workflows that deploy', () => {
    expect(github('push', githubPush)).toMatchObject({
      kind: 'commit',
      title: 'shop/checkout: Retry the payment once',
      author: 'kim',
      startedAt: NOW_MS,
    })
    expect(github('release', githubRelease)).toMatchObject({
      kind: 'release',
      version: 'v2.14.0',
      startedAt: STARTED_MS,
    })
    expect(github('workflow_run', githubWorkflowRun)).toMatchObject({
      kind: 'deployment',
      status: 'failed',
      startedAt: STARTED_MS,
      endedAt: ENDED_MS,
    })
  })

  it('takes other branches, other workflows and other events for no change', () => {
    expect(kindOf('push', { ...githubPush, ref: 'refs/heads/try' })).toBe('nothing')
    expect(kindOf('push', { ...githubPush, deleted: true })).toBe('nothing')
    const lint = { ...githubWorkflowRun.workflow_run, name: 'Lint' }
    expect(kindOf('workflow_run', { ...githubWorkflowRun, workflow_run: lint })).toBe('nothing')
    expect(kindOf('release', { ...githubRelease, action: 'edited' })).toBe('nothing')
    expect(kindOf('deployment_status', { ...githubDeploymentStatus, deployment_status: { state: 'inactive' } })).toBe(
      'nothing',
    )
    expect(kindOf('ping', { zen: 'Keep it logically awesome.' })).toBe('nothing')
    expect(kindOf('star', { repository: {} })).toBe('nothing')
    expect(kindOf('constructor', {})).toBe('nothing')
    expect(kindOf('', githubPush)).toBe('refused')
  })
})

describe('GitLab', () => {
  it('reads pushes to the default branch, releases and pipelines', () => {
    expect(only('gitlab', gitlabPush)).toMatchObject({
      kind: 'commit',
      services: ['orders'],
      title: 'shop/orders: Use a larger pool',
    })
    expect(only('gitlab', gitlabRelease)).toMatchObject({ kind: 'release', version: 'v7.1', startedAt: STARTED_MS })
    expect(only('gitlab', gitlabPipeline)).toMatchObject({ status: 'failed', startedAt: STARTED_MS, endedAt: ENDED_MS })
  })

  it('takes other branches, updates of a release and notes for no change', () => {
    const pipeline = { ...gitlabPipeline.object_attributes, ref: 'try' }
    for (const body of [
      { ...gitlabPush, ref: 'refs/heads/try' },
      { ...gitlabPush, checkout_sha: null, after: '0000000000000000000000000000000000000000' },
      { ...gitlabRelease, action: 'update' },
      { ...gitlabPipeline, object_attributes: pipeline },
      { object_kind: 'note' },
    ])
      expect(decodeSample(CHANGE_FORMATS.gitlab, { body }).kind).toBe('nothing')
  })
})

describe('the others', () => {
  it('Vercel tells of one deployment under one key, and of a rollback under its own', () => {
    const ended = only('vercel', vercelEvent('deployment.succeeded', ENDED_MS))
    expect(ended).toMatchObject({ status: 'succeeded', endedAt: ENDED_MS, dedupKey: only('vercel').dedupKey })
    const back = only('vercel', vercelEvent('deployment.rollback', ENDED_MS))
    expect(back.status).toBe('rolled_back')
    expect(back.dedupKey).not.toBe(ended.dedupKey)
    expect(decodeSample(CHANGE_FORMATS.vercel, { body: vercelEvent('project.created', 1) }).kind).toBe('nothing')
  })

  it('LaunchDarkly tells of flags and environments, not of members', () => {
    const body = { ...(CHANGE_SAMPLES.launchdarkly.body as object), kind: 'member' }
    expect(decodeSample(CHANGE_FORMATS.launchdarkly, { body }).kind).toBe('nothing')
  })

  it('a list of generic changes is read as a list', () => {
    const changes = [{ title: 'Index added', kind: 'migration' }, { nothing: true }, { service: 'a', version: '2' }]
    const decoded = decodeSample(CHANGE_FORMATS.generic, { body: { changes } })
    expect(itemsOf(decoded).map(({ kind, title }) => [kind, title])).toEqual([
      ['migration', 'Index added'],
      ['deployment', 'a 2'],
    ])
  })

  it.each(Object.keys(CHANGE_FORMATS) as ChangeSender[])('a body of somebody else is refused by %s', (sender) => {
    expect(decodeSample(CHANGE_FORMATS[sender], { body: { hello: 'world' } }).kind).toBe('refused')
  })
})
