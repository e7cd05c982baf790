import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { flushUsage, reportUsage, UsageCounter } from '../../src/billing/metering/usage-counter.ts'
import type { UsageKey, UsageScope } from '../../src/billing/metering/usage-totals.ts'
import { CHECK_DELAY_MS, SEND_DELAY_MS } from '../../src/billing/metering/usage-totals.ts'
import { HOUR_MS } from '../../src/billing/plans.ts'
import { recordedUsageTotals } from '../../src/db/billing/recorded-totals.ts'
import type { UsageMessage } from '../../src/queues/usage/message.ts'

const recordedTotals = (...asked: [UsageScope, readonly UsageKey[]]) => recordedUsageTotals(env.DB, ...asked)

const NOW = Date.parse('2026-03-04T10:15:00Z')

function withCounter<T>(name: string, work: (usage: UsageCounter, sent: UsageMessage[], flush: Flush) => Promise<T>) {
  return runInDurableObject(env.ORGANIZATION.getByName(name), async (_object, state) => {
    const usage = new UsageCounter(state.storage.sql)
    const sent: UsageMessage[] = []
    const queue = {
      sendBatch: async (messages: Iterable<{ body: UsageMessage }>) => {
        for (const message of messages) sent.push(message.body)
        return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
      },
    }
    const scope = { organizationId: 'org_a', projectId: 'p1', source: name }
    return work(usage, sent, (nowMs) => flushUsage({ usage, scope, queue, recordedTotals, nowMs }))
  })
}
type Flush = (nowMs: number) => Promise<number | null>

describe('a counting object', () => {
  it('a counting object resends a total that D1 lacks, and forgets it once D1 has it', async () => {
    await withCounter('counter-1', async (usage, sent, flush) => {
      usage.count({ streamId: 's1', dimension: 'log_bytes', quantity: 700, nowMs: NOW })
      usage.count({ streamId: 's1', dimension: 'log_bytes', quantity: 300, nowMs: NOW + 1000 })
      const checkAt = await flush(NOW + SEND_DELAY_MS)
      expect(sent).toMatchObject([{ source: 'counter-1', streamId: 's1', total: 1000 }])
      expect(checkAt).toBe(NOW + SEND_DELAY_MS + CHECK_DELAY_MS)

      const againAt = await flush(checkAt ?? 0)
      expect(sent).toHaveLength(2)

      await env.DB.prepare('insert into billing_usage_totals values (?, ?, ?, ?, ?, ?, ?, ?)')
        .bind('org_a', 'p1', 'log_bytes', Math.floor(NOW / HOUR_MS), 's1', 'counter-1', 1000, NOW)
        .run()
      const afterHour = await flush(againAt ?? 0)
      expect(sent).toHaveLength(2)
      expect(await flush(afterHour ?? 0)).toBeNull()
    })
  })

  it('a counting object keeps what was counted while a send was under way', async () => {
    await withCounter('counter-2', async (usage, sent) => {
      usage.count({ streamId: null, dimension: 'ai_input_tokens', quantity: 5, nowMs: NOW })
      const nowMs = NOW + SEND_DELAY_MS
      const queue = {
        sendBatch: async (messages: Iterable<{ body: UsageMessage }>) => {
          usage.count({ streamId: null, dimension: 'ai_input_tokens', quantity: 2, nowMs })
          for (const message of messages) sent.push(message.body)
          return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
        },
      }
      const scope = { organizationId: 'org_a', projectId: 'p1', source: 'counter-2' }
      const dueAt = await flushUsage({ usage, scope, queue, recordedTotals, nowMs })
      expect(dueAt).toBe(nowMs + SEND_DELAY_MS)
      await flushUsage({ usage, scope, queue, recordedTotals, nowMs: dueAt ?? 0 })
      expect(sent.map((message) => message.total)).toEqual([5, 7])
    })
  })

  it('a counting object leaves totals due when the queue refuses them', async () => {
    await withCounter('counter-3', async (usage) => {
      usage.count({ streamId: null, dimension: 'ai_output_tokens', quantity: 5, nowMs: NOW })
      const nowMs = NOW + SEND_DELAY_MS
      const queue = { sendBatch: () => Promise.reject(new Error('queue is down')) }
      const scope = { organizationId: 'org_a', projectId: 'p1', source: 'counter-3' }
      await expect(flushUsage({ usage, scope, queue, recordedTotals, nowMs })).rejects.toThrow('queue is down')
      expect(usage.due(nowMs)).toHaveLength(1)
    })
  })

  it('a counting object reports everything, by stream, before it is deleted', async () => {
    await withCounter('counter-4', async (usage, sent) => {
      for (const streamId of ['s1', 's2', null]) {
        usage.count({ streamId, dimension: 'log_bytes', quantity: 10, nowMs: NOW })
      }
      const queue = {
        sendBatch: async (messages: Iterable<{ body: UsageMessage }>) => {
          for (const message of messages) sent.push(message.body)
          return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }
        },
      }
      const scope = { organizationId: 'org_a', projectId: 'p1', source: 'counter-4' }
      await reportUsage({ usage, scope, queue })
      expect(sent.map((message) => message.streamId).sort()).toEqual([null, 's1', 's2'])
    })
  })
})
