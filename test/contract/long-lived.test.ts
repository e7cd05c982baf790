/** Every answer that goes on ends soon after the right to it is gone, whatever it was that went. */
import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetCallers } from '../../src/auth/authenticate.ts'
import { RECHECK_MS } from '../../src/domain/recheck.ts'
import { call } from '../support/api.ts'
import { gate, says, script } from '../support/scripted-agent.ts'
import { addCredential, addTenant, type TestTenant } from '../support/tenants.ts'
import { servedDocument } from './document.ts'

const streams = (await servedDocument()).operations
  .filter((operation) => Object.values(operation.responses).some((one) => one.content?.['text/event-stream']))
  .map((operation) => operation.operationId)
  .sort()

interface Following {
  readonly tenant: TestTenant
  readonly path: string
}

/** A run that stays under way, so that its streams do. */
async function openRun(): Promise<{ tenant: TestTenant; threadId: string; runId: string }> {
  const tenant = await addTenant()
  script({ model: () => gate().passed.then(() => says('never')) })
  const body = { message: 'why?', projectId: tenant.projectId, wait: false }
  const started = await call('POST /threads', { token: tenant.secretKey, body })
  return { tenant, ...started.body }
}

const FOLLOWED: Readonly<Record<string, () => Promise<Following>>> = {
  'telemetry.tail': async () => {
    const tenant = await addTenant()
    return { tenant, path: `/tail?projectId=${tenant.projectId}` }
  },
  'runs.stream': async () => {
    const { tenant, runId } = await openRun()
    return { tenant, path: `/runs/${runId}/stream` }
  },
  'threads.stream': async () => {
    const { tenant, threadId } = await openRun()
    return { tenant, path: `/threads/${threadId}/stream` }
  },
}

interface Loss {
  readonly reader: 'member' | 'key'
  readonly sql: string
  readonly of: (tenant: TestTenant, keyId: string) => string
}

const LOSSES: Readonly<Record<string, Loss>> = {
  'the member is removed': {
    reader: 'member',
    sql: 'delete from memberships where user_id = ?',
    of: (tenant) => tenant.member.userId,
  },
  'the key is revoked': {
    reader: 'key',
    sql: 'update credentials set deactivated_at = 1 where id = ?',
    of: (_tenant, keyId) => keyId,
  },
  'the key expires': {
    reader: 'key',
    sql: 'update credentials set expires_at = 1 where id = ?',
    of: (_tenant, keyId) => keyId,
  },
  'the project is deleted': {
    reader: 'member',
    sql: 'update projects set deleted_at = 1 where id = ?',
    of: (tenant) => tenant.projectId,
  },
  'the organization is deleted': {
    reader: 'key',
    sql: 'update organizations set deleted_at = 1 where id = ?',
    of: (tenant) => tenant.organizationId,
  },
}

afterEach(() => void vi.useRealTimers())

it('covers every operation that answers with a stream', () => {
  expect(Object.keys(FOLLOWED).sort()).toEqual(streams)
})

/** Reads until the stream ends; keeps whether it has. */
async function follow(path: string, token: string) {
  const response = await exports.default.fetch(`https://service.test/v1${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  const reader = response.body?.getReader()
  const state = { isEnded: false }
  const done = (async () => {
    while (reader && !(await reader.read()).done);
    state.isEnded = true
  })()
  return { state, done, leave: () => reader?.cancel() }
}

describe.each(Object.entries(FOLLOWED))('%s', (_operationId, prepare) => {
  it.each(Object.entries(LOSSES))('ends when %s', async (_what, { reader, sql, of }) => {
    const { tenant, path } = await prepare()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const key = await addCredential('secret', { organizationId: tenant.organizationId })
    const stream = await follow(path, reader === 'member' ? tenant.member.token : key.value)
    console.log('followed')
    await vi.advanceTimersByTimeAsync(RECHECK_MS * 2)
    console.log('advanced')
    await scheduler.wait(20)
    expect(stream.state.isEnded).toBe(false)
    await env.DB.prepare(sql).bind(of(tenant, key.id)).run()
    forgetCallers(() => true)
    await vi.advanceTimersByTimeAsync(RECHECK_MS)
    await stream.done
    expect(stream.state.isEnded).toBe(true)
  })
})
