import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { loadAccount } from '../../src/db/billing/load-account.ts'
import { recordUsage } from '../../src/domain/billing/record-usage.ts'
import { renewDueSubscriptions } from '../../src/domain/billing/renew-due-subscriptions.ts'
import { SYSTEM } from '../support/system.ts'
import { addOrganization, balanceOf, contextAt, DAY_MS, hourOf, snapshotOf, usageOf } from './support.ts'

const START = Date.parse('2026-01-31T08:00:00.000Z')

/** Every organization of this file is settled by each sweep, so each test looks at its own rows only. */
async function sweep(now: number, db?: D1Database) {
  return renewDueSubscriptions({ ctx: contextAt({ now }, db ? { db } : {}), scope: SYSTEM, input: { limit: 500 } })
}

async function use(organizationId: string, bytes: number, at: number) {
  const messages = [usageOf(organizationId, bytes, { hour: hourOf(at) })]
  await recordUsage({ ctx: contextAt({ now: at }), scope: SYSTEM, input: { messages } })
}

async function grantsOf(organizationId: string) {
  const { results } = await env.DB.prepare(
    `select amount_micro as micro, effective_at as at from billing_ledger_entries
     where organization_id = ? and kind != 'usage' order by sequence`,
  )
    .bind(organizationId)
    .all<{ micro: number; at: number }>()
  return results.map(({ micro, at }) => `${new Date(at).toISOString().slice(0, 10)} ${micro / 1e6}`)
}

/** Fails every batch before, or after, it reached the database, until told otherwise. */
function failing(mode: 'before' | 'after' | 'middle', times: number): D1Database {
  let left = times
  return new Proxy(env.DB, {
    get: (target, property) => {
      if (property !== 'batch') return Reflect.get(target, property).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        // Reads of loadAccount are batches of three; what is to fail are the writes.
        const isWrite = statements.length > 3
        if (!isWrite || left === 0) return target.batch(statements)
        left -= 1
        if (mode === 'before') throw new Error('killed before the batch')
        if (mode === 'middle') {
          const poison = target.prepare('insert into billing_ledger_entries (id) values (null)')
          const middle = Math.ceil(statements.length / 2)
          return target.batch([...statements.slice(0, middle), poison, ...statements.slice(middle)])
        }
        await target.batch(statements)
        throw new Error('killed after the batch')
      }
    },
  })
}

describe('the cycle engine', () => {
  it('every organization starts on the free plan on the day it was created', async () => {
    const organizationId = await addOrganization(START)
    await sweep(START + DAY_MS)
    const rows = await snapshotOf(organizationId)
    expect(rows.billing_subscriptions).toMatchObject([
      { plan_slug: 'free', status: 'active', cycle_starts_at: START, cycle_number: 0 },
    ])
    expect(await balanceOf(organizationId)).toBe(50_000_000)
    expect(rows.billing_invoices).toEqual([])
  })

  it('each missed cycle is renewed once, as of its own day', async () => {
    const organizationId = await addOrganization(START)
    await sweep(START + 1)
    await use(organizationId, 2_000_000_000, Date.parse('2026-02-10T00:00:00Z'))
    await use(organizationId, 5_000_000_000, Date.parse('2026-03-15T00:00:00Z'))
    await sweep(Date.parse('2026-04-02T00:00:00Z'))
    expect(await grantsOf(organizationId)).toEqual(['2026-01-31 50', '2026-02-28 8', '2026-03-31 20'])
    expect(await balanceOf(organizationId)).toBe(50_000_000)
  })

  it('a second sweep changes nothing', async () => {
    const organizationId = await addOrganization(START)
    const now = Date.parse('2026-06-20T00:00:00Z')
    await sweep(now)
    const before = await snapshotOf(organizationId)
    await sweep(now)
    await sweep(now + 1000)
    expect(await snapshotOf(organizationId)).toEqual(before)
  })

  it('the state that is read is the same before and after a late renewal is written', async () => {
    const organizationId = await addOrganization(START)
    await use(organizationId, 9_000_000_000, START + 3 * DAY_MS)
    const now = Date.parse('2026-05-05T00:00:00Z')
    const before = await loadAccount(env.DB, organizationId, now)
    await sweep(now)
    const after = await loadAccount(env.DB, organizationId, now)
    expect(after?.account).toEqual(before?.account)
    expect(after?.balanceMicro).toBe(before?.balanceMicro)
    expect(before?.overdue.entries).not.toEqual([])
    expect(after?.overdue.entries).toEqual([])
  })

  it('a deleted organization is not renewed', async () => {
    const organizationId = await addOrganization(START)
    await env.DB.prepare('update organizations set deleted_at = ? where id = ?').bind(START, organizationId).run()
    await sweep(START + 100 * DAY_MS)
    expect((await snapshotOf(organizationId)).billing_accounts).toEqual([])
  })

  it('an organization that cannot be renewed does not stop the others', async () => {
    const broken = await addOrganization(START)
    const sound = await addOrganization(START + 1000)
    await sweep(START + 2000)
    await env.DB.prepare("update billing_subscriptions set plan_slug = 'gone' where organization_id = ?")
      .bind(broken)
      .run()
    const now = Date.parse('2026-03-02T00:00:00Z')
    await sweep(now - 3_600_000 * 24 * 2)
    await use(sound, 1_000_000_000, START + DAY_MS)
    const ctx = contextAt({ now })
    const skip: string[] = []
    for (let turn = 0; turn < 40; turn++) {
      const { failed, hasMore } = await renewDueSubscriptions({ ctx, scope: SYSTEM, input: { limit: 1, skip } })
      skip.push(...failed)
      if (!hasMore) break
    }
    expect(skip).toEqual([broken])
    const { billing_subscriptions: rows } = await snapshotOf(sound)
    expect(rows).toMatchObject([{ cycle_number: 1 }])
    await env.DB.prepare("update billing_subscriptions set plan_slug = 'free' where organization_id = ?")
      .bind(broken)
      .run()
  })

  it('a sweep says whether it has to run again', async () => {
    await addOrganization(START)
    const result = await sweep(START + 5)
    expect(result.hasMore).toBe(false)
    expect(result.nextDueAt).toBeGreaterThan(START)
  })

  it.each(['before', 'middle', 'after'] as const)(
    'a renewal that is killed %s its write and run again doubles and loses nothing',
    async (mode) => {
      const organizationId = await addOrganization(START)
      const untouched = await snapshotOf(organizationId)
      await sweep(START + 1, failing(mode, 1000))
      if (mode !== 'after') expect(await snapshotOf(organizationId)).toEqual(untouched)
      await sweep(START + 1)
      await use(organizationId, 2_500_000_000, START + DAY_MS)
      const renewedAt = Date.parse('2026-03-01T00:00:00Z')
      await sweep(renewedAt, failing(mode, 1000))
      await sweep(renewedAt)
      await sweep(renewedAt)
      expect(await grantsOf(organizationId)).toEqual(['2026-01-31 50', '2026-02-28 10'])
      const rows = await snapshotOf(organizationId)
      expect(rows.billing_subscriptions).toMatchObject([{ cycle_number: 1 }])
      expect(rows.billing_checkpoints?.at(-1)).toMatchObject({ balance_micro: 50_000_000 })
    },
  )

  it('many sweeps and debits at once leave a consistent ledger', async () => {
    const organizationId = await addOrganization(START)
    const now = Date.parse('2026-03-02T00:00:00Z')
    await Promise.all([
      ...Array.from({ length: 6 }, () => sweep(now)),
      ...Array.from({ length: 12 }, (_, index) => use(organizationId, (index + 1) * 1_000_000, now)),
    ])
    await sweep(now)
    expect(await grantsOf(organizationId)).toEqual(['2026-01-31 50'])
    expect(await balanceOf(organizationId)).toBe(50_000_000 - 48_000)
  })

  it('checkpoints agree with the entries', async () => {
    const organizationId = await addOrganization(START)
    for (let month = 0; month < 5; month++) {
      const now = START + month * 31 * DAY_MS + 1
      await sweep(now)
      await use(organizationId, 1_000_000_000 * (month + 1), now + DAY_MS)
    }
    const { results } = await env.DB.prepare(
      `select c.sequence, c.balance_micro, (select sum(amount_micro) from billing_ledger_entries e
         where e.organization_id = c.organization_id and e.sequence <= c.sequence) as sum_micro
       from billing_checkpoints c where c.organization_id = ?`,
    )
      .bind(organizationId)
      .all<{ balance_micro: number; sum_micro: number }>()
    expect(results.length).toBeGreaterThanOrEqual(4)
    for (const row of results) expect(row.balance_micro).toBe(row.sum_micro)
  })
})
