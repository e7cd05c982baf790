import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { objectNameOf } from '../../../src/contracts/thread-ids.ts'
import { call } from '../../support/api.ts'
import { asked, gate, says, script } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

beforeEach(() => script())

describe('messages with an Idempotency-Key', () => {
  it('messages with one Idempotency-Key make one thread and one run, and a replay shows the result that the run has by then', async () => {
    const slow = gate()
    script({ model: () => slow.passed.then(() => says('late')) })
    const { secretKey: token } = await addTenant()
    const request = { token, body: { message: 'once', wait: false }, headers: { 'idempotency-key': 'k1' } }
    const first = await call('POST /threads', request)
    expect(first.body.status).toBe('processing')
    slow.open()
    await expect.poll(async () => (await call(`GET /runs/${first.body.runId}`, { token })).body.completed).toBe(true)
    const again = await call('POST /threads', request)
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toMatchObject({ runId: first.body.runId, status: 'completed', response: 'late' })
    expect((await call('GET /threads', { token })).body.threads).toHaveLength(1)
    expect(asked).toEqual(['model once'])
  })

  it('a replay finds the run of an attempt whose answer was lost', async () => {
    const { secretKey: token } = await addTenant()
    const { threadId } = (await call('POST /threads', { token, body: { message: 'zero' } })).body
    const input = {
      threadId,
      content: [{ type: 'message' as const, message: 'one' }],
      source: 'api' as const,
      requestKey: 'the same',
      isRepeat: true,
      waitMs: 1_000,
    }
    const stub = () => env.THREAD.getByName(objectNameOf(threadId))
    const tenants = await runInDurableObject(stub(), (object) => {
      const owner = object.tenantOf(threadId)
      return { organizationIds: [owner?.organizationId ?? ''], projectId: null }
    })
    const first = await stub().append({ ...input, tenants })
    const second = await stub().append({ ...input, tenants })
    expect(second).toEqual(first)
    expect(asked).toEqual(['model zero', 'model one'])
  })
})
