/** Bringing an organization of the tests into a state by the API itself. */
import { env } from 'cloudflare:workers'
import { v7 } from 'uuid'
import type { UsageDimension } from '../../../src/billing/price-book.ts'
import { type Answer, call } from '../../support/api.ts'
import type { TestTenant } from '../../support/tenants.ts'

export async function post(tenant: TestTenant, path: string, body: Record<string, unknown> = {}): Promise<Answer> {
  const { organizationId } = tenant
  return call(`POST /billing/${path}`, { token: tenant.admin.token, body: { organizationId, ...body } })
}

export async function get(tenant: TestTenant, path: string): Promise<Answer> {
  return call(`GET /billing/${path}`, { token: tenant.secretKey })
}

export async function changeTo(tenant: TestTenant, planSlug: string): Promise<Answer> {
  return post(tenant, 'plan-change', { planSlug })
}

/** Takes credits as a consumed usage message would, dated now. */
export async function spend(tenant: TestTenant, micro: number, dimension: UsageDimension = 'log_bytes'): Promise<void> {
  const now = Date.now()
  const id = v7()
  await env.DB.prepare(
    `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, project_id,
       dimension, hour, quantity, created_at) values (?, ?, ?, 'usage', ?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(id, tenant.organizationId, `test:${id}`, -micro, now, tenant.projectId, dimension, 1, micro * 250, now)
    .run()
}

/** Moves a subscription's whole history back by so many days, as if it had begun earlier. */
export async function ageBy(tenant: TestTenant, days: number): Promise<void> {
  const ms = days * 86_400_000
  const anchor = "select anchor_at from billing_subscriptions where organization_id = ?1 and status != 'canceled'"
  const row = await env.DB.prepare(anchor).bind(tenant.organizationId).first<{ anchor_at: number }>()
  const anchorAt = (row?.anchor_at ?? 0) - ms
  const { cycleOf } = await import('../../../src/billing/cycle.ts')
  const cycle = cycleOf(anchorAt, 0)
  await env.DB.prepare(
    `update billing_subscriptions set anchor_at = ?2, cycle_number = 0, cycle_starts_at = ?3, cycle_ends_at = ?4,
       started_at = ?2 where organization_id = ?1 and status != 'canceled'`,
  )
    .bind(tenant.organizationId, anchorAt, cycle.startsAt, cycle.endsAt)
    .run()
}
