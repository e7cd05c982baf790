/**
 * SIGKILL of the whole process group while the cycle engine renews: every organization two cycles behind is renewed
 * exactly twice, whatever moment the kills hit.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { organizationRow } from '../../../scripts/admin/rows.ts'
import { subscriptionRows } from '../../../scripts/admin/subscription-rows.ts'
import { executeSql, querySql } from '../../../scripts/admin/wrangler-d1.ts'
import { createWorkbench, type Workbench } from '../../../scripts/server/workbench.ts'
import { monthsAfter } from '../../../src/billing/cycle.ts'

const ORGANIZATIONS = 400
/** Milliseconds after the clock's alarm at which the server is killed. */
const KILLED_AFTER_MS = [150, 400, 250]
/** The clock's alarm is set a second after the first request ever, and half a minute after each alarm. */
const FIRST_ALARM_MS = 1000
const ALARM_INTERVAL_MS = 30_000
const USED_MICRO = 7_000_000

let workbench: Workbench
const startedAt = monthsAfter(Date.now(), -2) - 3_600_000
const database = () => ({ environment: 'local', stateDir: workbench.places.persistDir })

/** On Starter since two months and an hour, with usage in the first and in the second cycle. */
function behind(index: number): string[] {
  const organization = organizationRow(`Behind ${index}`, null, startedAt)
  const usage = [0, 1].map((cycle) => {
    const at = monthsAfter(startedAt, cycle) + 86_400_000
    return `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
      values ('usage-${index}-${cycle}', '${organization.id}', 'usage-${index}-${cycle}', 'usage', -${USED_MICRO}, ${at}, ${at})`
  })
  const subscription = subscriptionRows({
    organizationId: organization.id,
    planSlug: 'starter',
    startedAt,
    now: startedAt,
  })
  return [...organization.statements, ...subscription, ...usage]
}

/** Entries, invoices and cycles of all of them, summed: one number off means one doubled or missing. */
function books(): Record<string, unknown> {
  const [row] = querySql(
    database(),
    `select (select count(*) from billing_subscriptions where plan_slug = 'starter' and cycle_number = 2) as renewed,
       (select count(*) from billing_subscriptions where plan_slug = 'starter' and cycle_number = 0) as untouched,
       (select count(*) from billing_ledger_entries where kind = 'cycle_grant' and plan_slug = 'starter') as grants,
       (select count(*) from billing_invoices where kind = 'renewal') as invoices,
       (select coalesce(sum(total_cents), 0) from billing_invoices where kind = 'renewal') as cents,
       (select sum(amount_micro) from billing_ledger_entries where plan_slug = 'starter' or id like 'usage-%') as micro`,
  )
  return row ?? {}
}

beforeAll(async () => {
  workbench = await createWorkbench({ name: 'billing-kill' })
  executeSql(database(), Array.from({ length: ORGANIZATIONS }, (_, index) => behind(index)).flat())
})

afterAll(() => workbench.remove())

it('doubles and loses no renewal when the server is killed while it renews', { timeout: 300_000 }, async () => {
  const seen: unknown[] = []
  let alarmAt: number | null = null
  for (const afterMs of KILLED_AFTER_MS) {
    const server = await workbench.start()
    await fetch(`${server.baseUrl}/healthz`)
    alarmAt = Math.max(alarmAt ?? Date.now() + FIRST_ALARM_MS, Date.now())
    await new Promise((resolve) => setTimeout(resolve, (alarmAt ?? 0) + afterMs - Date.now()))
    await server.kill()
    alarmAt += ALARM_INTERVAL_MS
    const { untouched, renewed } = books()
    expect(Number(untouched) + Number(renewed)).toBe(ORGANIZATIONS)
    seen.push(renewed)
  }
  console.info(`renewed at each kill: ${seen.join(', ')} of ${ORGANIZATIONS}`)
  const server = await workbench.start()
  await fetch(`${server.baseUrl}/healthz`)
  const deadline = Date.now() + 150_000
  while (Number(books().untouched) > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 5000))
  }
  await server.stop()
  expect(books()).toEqual({
    renewed: ORGANIZATIONS,
    untouched: 0,
    grants: ORGANIZATIONS * 3,
    invoices: ORGANIZATIONS * 2,
    cents: ORGANIZATIONS * 2 * 2900,
    micro: ORGANIZATIONS * 300_000_000,
  })
})
