import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../src/contracts/ids.ts'
import { outboxEntry } from '../../src/domain/outbox.ts'
import { dispatchQueue } from '../../src/queues/dispatch.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { addTenant } from '../support/tenants.ts'

const ctx = backgroundContext(env, () => {})
afterEach(() => vi.restoreAllMocks())

/** A stream that is being provisioned, with the outbox row of its job. */
async function pendingStream(kind: 'provision' | 'deprovision') {
  const { organizationId, projectId } = await addTenant()
  const [sourceId, streamId] = [newId(), newId()]
  const job = outboxEntry(ctx, 'provisioning', { kind, streamId, version: 1 })
  await env.DB.batch([
    env.DB.prepare(
      "insert into sources (id, kind, organization_id, project_id, provider, mode, metadata, created_at) values (?, 'connection', ?, ?, 'axiom', 'managed', null, 1)",
    ).bind(sourceId, organizationId, projectId),
    env.DB.prepare(
      "insert into streams (id, source_id, organization_id, project_id, display_name, config, resource_key, status, version, created_at) values (?, ?, ?, ?, 's', '{}', '[]', 'pending', 1, 1)",
    ).bind(streamId, sourceId, organizationId, projectId),
    job.statement,
  ])
  const stream = () =>
    env.DB.prepare('select status, error_message as error from streams where id = ?').bind(streamId).first()
  const jobs = async () =>
    (await env.DB.prepare('select id from outbox where id = ?').bind(job.message.outboxId).all()).results.length
  return { message: job.message, stream, jobs }
}

async function deliver(body: unknown) {
  const seen: string[] = []
  const message = {
    id: newId(),
    timestamp: new Date(),
    attempts: 1,
    body,
    ack: () => seen.push('ack'),
    retry: () => seen.push('retry'),
  }
  // The dispatcher looks at the queue's name and the messages alone.
  await dispatchQueue({ queue: 'provisioning-dead-local', messages: [message] } as unknown as MessageBatch, ctx)
  return seen
}

describe('the dead letters of provisioning', () => {
  it('put the stream into error with what the person can do, and end its job', async () => {
    const { message, stream, jobs } = await pendingStream('provision')
    expect(await deliver(message)).toEqual(['ack'])
    expect(await stream()).toEqual({ status: 'error', error: expect.stringContaining('Retry the stream') })
    expect(await jobs()).toBe(0)
  })

  it('leave a take-down in the outbox, which tries it again', async () => {
    const { message, stream, jobs } = await pendingStream('deprovision')
    expect(await deliver(message)).toEqual(['ack'])
    expect(await stream()).toMatchObject({ status: 'pending' })
    expect(await jobs()).toBe(1)
  })

  it('drop a message that cannot be parsed, and log its id without its content', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    expect(await deliver({ password: 'hunter2' })).toEqual(['ack'])
    expect(logged.mock.calls.join()).toContain('dead_provisioning_message_refused')
    expect(logged.mock.calls.join()).not.toContain('hunter2')
  })
})
