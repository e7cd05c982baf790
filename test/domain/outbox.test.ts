import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DomainContext } from '../../src/domain/context.ts'
import { outboxEntry, settleOutbox, sweepOutbox } from '../../src/domain/outbox.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { SYSTEM } from '../support/system.ts'

const START = Date.UTC(2026, 10, 22, 8)
const MINUTE_MS = 60_000

/** A context with a clock, whose queues only write down what they are sent. */
function world() {
  const clock = { now: START }
  const sent: { readonly queue: string; readonly message: unknown }[] = []
  const ctx: DomainContext = {
    ...backgroundContext(env, () => {}),
    now: () => clock.now,
    queues: { send: async (queue, message) => void sent.push({ queue, message }), sendPieces: async () => {} },
  }
  const add = async (payload: unknown) => {
    const entry = outboxEntry(ctx, 'deletion', payload)
    await ctx.db.batch([entry.statement])
    return entry.message
  }
  return { clock, sent, ctx, add }
}

afterEach(() => {
  vi.restoreAllMocks()
})

beforeEach(() => env.DB.prepare('delete from outbox').run())

describe('the sweep of the outbox', () => {
  it('a row that nobody settled within a minute is sent again, with the message as it was', async () => {
    const { clock, sent, ctx, add } = world()
    const message = await add({ kind: 'organization', organizationId: 'org_a' })
    clock.now += MINUTE_MS - 1
    expect([await sweepOutbox({ ctx: ctx, scope: SYSTEM }), sent]).toEqual([0, []])
    clock.now += 1
    expect(await sweepOutbox({ ctx: ctx, scope: SYSTEM })).toBe(1)
    expect(sent).toEqual([{ queue: 'deletion', message }])
  })

  it('the wait after each attempt is twice as long, at most an hour', async () => {
    const { clock, ctx, add } = world()
    await add({ kind: 'organization', organizationId: 'org_a' })
    const waits: number[] = []
    let since = clock.now
    while (waits.length < 9) {
      clock.now += MINUTE_MS
      if ((await sweepOutbox({ ctx: ctx, scope: SYSTEM })) === 0) continue
      waits.push((clock.now - since) / MINUTE_MS)
      since = clock.now
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('a settled row is not sent again', async () => {
    const { clock, sent, ctx, add } = world()
    const { outboxId } = await add({ kind: 'organization', organizationId: 'org_a' })
    await settleOutbox(ctx, outboxId)
    clock.now += 10 * MINUTE_MS
    expect([await sweepOutbox({ ctx: ctx, scope: SYSTEM }), sent]).toEqual([0, []])
  })

  it('a sweep takes at most a hundred rows, those that wait longest first', async () => {
    const { clock, sent, ctx, add } = world()
    const first = await add({ kind: 'organization', organizationId: 'org_first' })
    clock.now += 1
    for (let i = 0; i < 100; i += 1) await add({ kind: 'organization', organizationId: `org_${i}` })
    clock.now += MINUTE_MS
    expect([await sweepOutbox({ ctx: ctx, scope: SYSTEM }), sent[0]?.message]).toEqual([100, first])
    expect(await sweepOutbox({ ctx: ctx, scope: SYSTEM })).toBe(1)
  })
  it('a row that cannot be read or sent is logged and tried again later, and the rows after it are sent', async () => {
    const logged: unknown[] = []
    vi.spyOn(console, 'error').mockImplementation((line: string) => void logged.push(JSON.parse(line)))
    const { clock, sent, ctx, add } = world()
    const unreadable = await add({ kind: 'organization', organizationId: 'org_unreadable' })
    await env.DB.prepare("update outbox set payload = 'no JSON' where id = ?").bind(unreadable.outboxId).run()
    clock.now += 1
    const refused = await add({ kind: 'organization', organizationId: 'org_refused' })
    clock.now += 1
    const message = await add({ kind: 'organization', organizationId: 'org_a' })
    clock.now += MINUTE_MS
    const send: DomainContext['queues']['send'] = async (queue, one) => {
      if (JSON.stringify(one).includes('org_refused')) throw new Error('The queue takes no message of this size.')
      await ctx.queues.send(queue, one)
    }
    const refusing = { ...ctx, queues: { ...ctx.queues, send } }
    expect([await sweepOutbox({ ctx: refusing, scope: SYSTEM }), sent]).toEqual([3, [{ queue: 'deletion', message }]])
    expect(logged).toMatchObject([
      { event: 'outbox_row_not_sent', outboxId: unreadable.outboxId, queue: 'deletion', reason: 'SyntaxError' },
      { event: 'outbox_row_not_sent', outboxId: refused.outboxId, queue: 'deletion', reason: 'Error' },
    ])
    expect(JSON.stringify(logged)).not.toContain('no JSON')
    clock.now += MINUTE_MS
    expect(await sweepOutbox({ ctx, scope: SYSTEM })).toBe(3)
    expect(sent.filter((one) => JSON.stringify(one).includes('org_refused'))).toEqual([
      { queue: 'deletion', message: refused },
    ])
  })
})
