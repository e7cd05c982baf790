/** An answer that goes on ends soon after the right to it is gone, whatever it was that went. */
import { env, exports } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCallers } from '../../src/auth/authenticate.ts'
import { RECHECK_MS } from '../../src/domain/recheck.ts'
import { addCredential, addTenant, type TestTenant } from '../support/tenants.ts'

interface Following {
  readonly tenant: TestTenant
  readonly path: string
}

const FOLLOWED: Readonly<Record<string, () => Promise<Following>>> = {
  'telemetry.tail': async () => {
    const tenant = await addTenant()
    return { tenant, path: `/tail?projectId=${tenant.projectId}` }
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

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
    const key = await addCredential('secret', { organizationId: tenant.organizationId })
    const stream = await follow(path, reader === 'member' ? tenant.member.token : key.value)
    await vi.advanceTimersByTimeAsync(RECHECK_MS * 2)
    await scheduler.wait(20)
    expect(stream.state.isEnded).toBe(false)
    await env.DB.prepare(sql).bind(of(tenant, key.id)).run()
    forgetCallers(() => true)
    await vi.advanceTimersByTimeAsync(RECHECK_MS)
    await stream.done
    expect(stream.state.isEnded).toBe(true)
  })
})
