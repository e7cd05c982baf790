import { env } from 'cloudflare:workers'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ProjectScope } from '../../src/auth/scope.ts'
import { appendMessage, createThread } from '../../src/domain/threads/start-run.ts'
import type { ThreadScope } from '../../src/domain/threads/thread-scope.ts'
import { receiveOtlp } from '../../src/intake/otlp/receive.ts'
import { call } from '../support/api.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'
import { contextAt } from './support.ts'

const INPUT = { message: 'what broke?', context: undefined, wait: false, timeoutSeconds: 1, clientSource: undefined }

function enforced() {
  return contextAt({ now: Date.now() }, { settings: { BILLING_ENFORCEMENT: 'on' } })
}

async function outOfCredits(): Promise<{ tenant: TestTenant; scope: ProjectScope; threadId: string }> {
  const tenant = await addTenant()
  const { organizationId, projectId } = tenant
  const started = await call('POST /threads', { token: tenant.secretKey, body: { message: 'hello', wait: false } })
  const now = Date.now()
  await env.DB.prepare(
    `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
     values (?, ?, ?, 'usage', -60000000, ?, ?)`,
  )
    .bind(v7(), organizationId, v7(), now, now)
    .run()
  // Scopes are made by auth only; these tests are below it.
  const scope = { organizationId, projectId, region: 'us-east-1' } as unknown as ProjectScope
  return { tenant, scope, threadId: started.body.threadId }
}

function accessOf(organizationId: string, threadId: string): ThreadScope {
  const ctx = enforced()
  return {
    id: threadId,
    tenants: { organizationIds: [organizationId], projectId: null },
    stub: () => ctx.objects.thread(threadId),
  }
}

describe('out of credits', () => {
  it('a new thread is refused with 402 when credits are used up, and nothing is stored', async () => {
    const { tenant, scope } = await outOfCredits()
    const ctx = enforced()
    await expect(createThread({ ctx, scope, input: INPUT })).rejects.toMatchObject({
      problem: { kind: 'out_of_credits' },
    })
    const list = await call('GET /threads', { token: tenant.secretKey })
    expect(list.body.threads).toHaveLength(1)
  })

  it('a message is refused with 402 when credits are used up, and reading stays possible', async () => {
    const { tenant, threadId } = await outOfCredits()
    const scope = accessOf(tenant.organizationId, threadId)
    const ctx = enforced()
    await expect(appendMessage({ ctx, scope, input: INPUT })).rejects.toMatchObject({
      problem: { kind: 'out_of_credits' },
    })
    expect((await call(`GET /threads/${threadId}`, { token: tenant.secretKey })).status).toBe(200)
  })

  it('a thread of another organization is 404 even when credits are used up', async () => {
    const [ours, theirs] = [await outOfCredits(), await outOfCredits()]
    const scope = accessOf(ours.tenant.organizationId, theirs.threadId)
    await expect(appendMessage({ ctx: enforced(), scope, input: INPUT })).rejects.toMatchObject({
      problem: { kind: 'not_found' },
    })
  })

  it('telemetry is refused with 402 when credits are used up, before anything is stored', async () => {
    const { tenant } = await outOfCredits()
    const logRecords = [{ timeUnixNano: `${BigInt(Date.now()) * 1_000_000n}`, body: { stringValue: 'refused' } }]
    const response = await receiveOtlp({
      request: new Request('https://service.test/intake/v1/logs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.publicKey}` },
        body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
      }),
      signal: 'logs',
      pathKey: null,
      ctx: {
        db: env.DB,
        telemetry: {
          append: () => {
            throw new Error('refused telemetry must not reach the store')
          },
        } as never,
        now: Date.now,
        waitUntil: () => {},
        refusalOf: async () => 'The organization is out of credits.',
      },
    })
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ message: 'The organization is out of credits.' })
  })
})
