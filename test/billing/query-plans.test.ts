/** Queries that run often, or over many organizations, go by an index: the plan of SQLite says so. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { waitingCheckouts } from '../../src/db/billing/checkouts.ts'
import { accountsToSettle } from '../../src/db/billing/due-accounts.ts'
import { dueInvoices, unpaidInvoices } from '../../src/db/billing/invoices.ts'
import { loadAccount } from '../../src/db/billing/load-account.ts'
import { ledgerPage, usageBetween } from '../../src/db/billing/read-ledger.ts'
import { recordUsage } from '../../src/db/billing/record-usage.ts'
import { usageOf } from './support.ts'

/** D1 that notes the plan of every statement prepared. */
function explaining(): { db: D1Database; statements: string[] } {
  const statements: string[] = []
  const db = new Proxy(env.DB, {
    get: (target, property) => {
      if (property !== 'prepare') return Reflect.get(target, property).bind(target)
      return (sql: string) => {
        statements.push(sql)
        return target.prepare(sql)
      }
    },
  })
  return { db, statements }
}

async function scansOf(statements: readonly string[]): Promise<string[]> {
  const scans: string[] = []
  for (const sql of statements) {
    const parameters = Math.max(
      0,
      ...[...sql.matchAll(/\?(\d)/g)].map((match) => Number(match[1])),
      sql.split('? ').length - 1,
    )
    const plan = env.DB.prepare(`explain query plan ${sql}`).bind(...Array.from({ length: parameters }, () => '[]'))
    const { results } = await plan.all<{ detail: string }>()
    // Scans of a list that was passed in, or of a result of the query's own, are no scans of a table.
    scans.push(
      ...results
        .map((row) => row.detail)
        .filter((detail) =>
          /^SCAN (?!(value|k|line|counted|page|boundary|json_each|CONSTANT)\b|\(subquery)/.test(detail),
        ),
    )
  }
  return scans
}

const NOW = Date.parse('2026-05-10T10:20:00Z')

describe('billing queries', () => {
  it.each<[string, (db: D1Database) => Promise<unknown>]>([
    ['the account', (db) => loadAccount(db, 'org_x', NOW)],
    [
      'a debit',
      (db) => recordUsage(db, { messages: [usageOf('org_x', 5, { hour: 1 })], newId: () => 'id-x', now: NOW }),
    ],
    ['a page of transactions', (db) => ledgerPage(db, 'org_x', 10, 1)],
    ['the usage of a cycle', (db) => usageBetween(db, 'org_x', 0, NOW)],
    ['unpaid invoices', (db) => unpaidInvoices(db, 'org_x')],
    ['invoices that are due', (db) => dueInvoices(db, NOW, 10)],
  ])('of %s read no table from end to end', async (_, query) => {
    const { db, statements } = explaining()
    await query(db)
    expect(statements.length).toBeGreaterThan(0)
    expect(await scansOf(statements)).toEqual([])
  })

  it('of the sweepers read small indexes', async () => {
    const { db, statements } = explaining()
    await accountsToSettle(db, { now: NOW, limit: 10, skip: [] })
    await waitingCheckouts(db, NOW, 10)
    const scans = await scansOf(statements)
    // Organizations that are not opened yet can only be found by looking at all of them, once a sweep.
    expect(scans.filter((scan) => !/^SCAN o\b/.test(scan))).toEqual([])
  })
})
