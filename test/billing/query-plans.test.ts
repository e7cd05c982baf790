/** Queries that run often, or over many organizations, go by an index: the plan of SQLite says so. */
import { describe, expect, it } from 'vitest'
import { waitingCheckouts } from '../../src/db/billing/checkouts.ts'
import { accountsToSettle } from '../../src/db/billing/due-accounts.ts'
import { dueInvoices, unpaidInvoices } from '../../src/db/billing/invoices.ts'
import { loadAccount } from '../../src/db/billing/load-account.ts'
import { ledgerPage, usageBetween } from '../../src/db/billing/read-ledger.ts'
import { recordUsage } from '../../src/db/billing/record-usage.ts'
import type { Database } from '../../src/db/database.ts'
import { explained, fullScans } from '../support/query-plans.ts'
import { usageOf } from './support.ts'

const NOW = Date.parse('2026-05-10T10:20:00Z')

describe('billing queries', () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['the account', (db) => loadAccount(db, 'org_x', NOW)],
    [
      'a debit',
      (db) => recordUsage(db, { messages: [usageOf('org_x', 5, { hour: 1 })], newId: () => 'id-x', now: NOW }),
    ],
    ['a page of transactions', (db) => ledgerPage(db, 'org_x', 10, 1)],
    ['the usage of a cycle', (db) => usageBetween(db, 'org_x', 0, NOW)],
    ['unpaid invoices', (db) => unpaidInvoices(db, 'org_x')],
    ['invoices that are due', (db) => dueInvoices(db, NOW, 10)],
  ])('the queries of %s read no table from end to end', async (_, query) => {
    const statements = await explained(query)
    expect(statements.length).toBeGreaterThan(0)
    expect(fullScans(statements)).toEqual([])
  })

  it('the queries of the sweepers read small indexes', async () => {
    const scans = fullScans(
      await explained(async (db) => {
        await accountsToSettle(db, { now: NOW, limit: 10, skip: [] })
        await waitingCheckouts(db, NOW, 10)
      }),
    )
    // Organizations that are not opened yet can only be found by looking at all of them, once a sweep.
    expect(scans.filter((scan) => !/^SCAN organizations\b/.test(scan))).toEqual([])
  })
})
