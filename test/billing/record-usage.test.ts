import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { USAGE_TOTAL_MAX } from '../../src/billing/amounts.ts'
import type { UsageMessage } from '../../src/billing/metering/usage-message.ts'
import { recordUsage } from '../../src/domain/billing/record-usage.ts'
import { consumeUsage } from '../../src/queues/usage/consume.ts'
import { SYSTEM } from '../support/system.ts'
import { addOrganization, balanceOf, contextAt, hourOf, usageOf } from './support.ts'

const NOW = Date.parse('2026-05-10T10:20:00Z')
const HOUR = hourOf(NOW)
const clock = { now: NOW }
const ctx = contextAt(clock)

async function linesOf(organizationId: string) {
  const { results } = await env.DB.prepare(
    `select dimension, hour, sum(quantity) as quantity, -sum(amount_micro) as micro, count(*) as entries
     from billing_ledger_entries where organization_id = ? group by dimension, hour order by dimension, hour`,
  )
    .bind(organizationId)
    .all()
  return results
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  return items
    .map((item, index) => ({ item, rank: Math.imul(index + 1, seed * 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

describe('recorded usage', () => {
  it('usage is debited once, however often, late and out of order its totals come', async () => {
    const totals = [1000, 2500, 2501, 7777, 10_000]
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const organizationId = await addOrganization(NOW)
      const messages = totals.flatMap((total) => [
        usageOf(organizationId, total, { hour: HOUR }),
        usageOf(organizationId, total * 2, { hour: HOUR, source: 'partition-2' }),
        usageOf(organizationId, total * 3, { hour: HOUR, streamId: 's2' }),
        usageOf(organizationId, total, { hour: HOUR - 1 }),
      ])
      for (const message of shuffled([...messages, ...messages, ...messages], seed)) {
        await recordUsage({ ctx, scope: SYSTEM, input: { messages: [message] } })
      }
      const lines = await linesOf(organizationId)
      expect(lines).toMatchObject([
        { dimension: 'log_bytes', hour: HOUR - 1, quantity: 10_000, micro: 40 },
        { dimension: 'log_bytes', hour: HOUR, quantity: 60_000, micro: 240 },
      ])
    }
  })

  it('a lost message loses no usage once a later total of its key arrives', async () => {
    const organizationId = await addOrganization(NOW)
    await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, 500, { hour: HOUR })] } })
    // 1,000 and 1,500 were lost.
    await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, 2000, { hour: HOUR })] } })
    expect(await linesOf(organizationId)).toMatchObject([{ quantity: 2000, micro: 8 }])
  })

  it('the total of a line is rounded once, whatever steps it arrived in', async () => {
    const organizationId = await addOrganization(NOW)
    // 0.004 micro-credits a byte: 100 bytes round to 0 each, 1,374 bytes are 5.496, 1,375 bytes are 5.5.
    for (let total = 100; total <= 1300; total += 100) {
      await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, total, { hour: HOUR })] } })
    }
    await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, 1374, { hour: HOUR })] } })
    expect(await linesOf(organizationId)).toMatchObject([{ quantity: 1374, micro: 5 }])
    await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, 1375, { hour: HOUR })] } })
    expect(await linesOf(organizationId)).toMatchObject([{ quantity: 1375, micro: 6 }])
  })

  it('concurrent writers lose no entry', async () => {
    const organizationId = await addOrganization(NOW)
    const work: Promise<number>[] = []
    for (let total = 1; total <= 20; total++) {
      for (const source of ['a', 'b', 'c']) {
        const messages = [
          usageOf(organizationId, total * 250_000, { hour: HOUR, source }),
          usageOf(organizationId, total, { hour: HOUR, source, dimension: 'ai_output_tokens', streamId: null }),
        ]
        work.push(recordUsage({ ctx, scope: SYSTEM, input: { messages } }))
      }
    }
    await Promise.all(work)
    expect(await linesOf(organizationId)).toMatchObject([
      { dimension: 'ai_output_tokens', quantity: 60, micro: 7500 },
      { dimension: 'log_bytes', quantity: 15_000_000, micro: 60_000 },
    ])
    expect(await balanceOf(organizationId)).toBe(-67_500)
  })

  it('totals at the limits of what is accepted are handled', async () => {
    const organizationId = await addOrganization(NOW)
    const messages = [usageOf(organizationId, USAGE_TOTAL_MAX, { hour: HOUR, dimension: 'ai_output_tokens' })]
    await expect(recordUsage({ ctx, scope: SYSTEM, input: { messages } })).resolves.toBe(1)
    expect(await balanceOf(organizationId)).toBe(-125_000_000_000_000)
  })
})

describe('a ledger entry', () => {
  it('a ledger entry can be neither changed nor deleted', async () => {
    const organizationId = await addOrganization(NOW)
    await recordUsage({ ctx, scope: SYSTEM, input: { messages: [usageOf(organizationId, 500, { hour: HOUR })] } })
    const where = `where organization_id = '${organizationId}'`
    for (const sql of [
      `update billing_ledger_entries set amount_micro = 0 ${where}`,
      `delete from billing_ledger_entries ${where}`,
    ]) {
      await expect((async () => env.DB.prepare(sql).run())()).rejects.toThrow('ledger entries are never')
    }
  })
})

describe('the usage queue', () => {
  const message = (id: string, body: unknown) => ({ id, timestamp: new Date(NOW), attempts: 1, body })

  it('the usage queue acknowledges what was debited and what can never be', async () => {
    const organizationId = await addOrganization(NOW)
    const body: UsageMessage = usageOf(organizationId, 250_000, { hour: HOUR })
    const batch = createMessageBatch('usage', [
      message('1', body),
      message('2', { ...body, total: -1 }),
      message('3', 'nonsense'),
      message('4', { ...body, total: 500_000, addedLater: true }),
    ])
    await consumeUsage(batch, ctx)
    const result = await getQueueResult(batch, createExecutionContext())
    expect(result.explicitAcks.sort()).toEqual(['1', '2', '3', '4'])
    expect(await balanceOf(organizationId)).toBe(-2000)
  })

  it('the usage queue retries when the database fails, and the retry debits once', async () => {
    const organizationId = await addOrganization(NOW)
    const body = usageOf(organizationId, 250_000, { hour: HOUR })
    // The batch was committed, its answer was lost: the worst moment to fail.
    const db = new Proxy(env.DB, {
      get: (target, property) => {
        if (property !== 'batch') return Reflect.get(target, property).bind(target)
        return async (statements: D1PreparedStatement[]) => {
          await target.batch(statements)
          throw new Error('connection lost')
        }
      },
    })
    const failing = createMessageBatch('usage', [message('1', body)])
    const retry = vi.spyOn(failing.messages[0] as Message, 'retry')
    await consumeUsage(failing, contextAt(clock, { db }))
    expect(retry).toHaveBeenCalledOnce()
    await consumeUsage(createMessageBatch('usage', [message('1', body)]), ctx)
    expect(await balanceOf(organizationId)).toBe(-1000)
  })
})
