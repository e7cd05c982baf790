import { env } from 'cloudflare:workers'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { heldPlan } from '../../src/billing/plans.ts'
import { DomainError } from '../../src/contracts/domain-error.ts'
import { assertCredits, creditStanding, forgetStanding } from '../../src/domain/billing/enforcement.ts'
import { renewDueSubscriptions } from '../../src/domain/billing/renew-due-subscriptions.ts'
import { SYSTEM } from '../support/system.ts'
import { addOrganization, contextAt, DAY_MS, HOUR_MS, type TestClock } from './support.ts'

const START = Date.parse('2026-04-01T00:00:00Z')
const enforced = (clock: TestClock) => contextAt(clock, { settings: { BILLING_ENFORCEMENT: 'on' } })

async function debit(organizationId: string, micro: number, at: number) {
  await env.DB.prepare(
    `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
     values (?, ?, ?, 'usage', ?, ?, ?)`,
  )
    .bind(v7(), organizationId, v7(), -micro, at, at)
    .run()
}

async function hold(organizationId: string, planSlug: string) {
  await renewDueSubscriptions({ ctx: contextAt({ now: START + 1 }), scope: SYSTEM, input: { limit: 500 } })
  await env.DB.prepare('update billing_subscriptions set plan_slug = ? where organization_id = ?')
    .bind(planSlug, organizationId)
    .run()
}

describe('enforcement', () => {
  it('a free organization without credits is refused, and told what to do and until when', async () => {
    const organizationId = await addOrganization(START)
    const clock = { now: START + DAY_MS }
    const ctx = enforced(clock)
    await debit(organizationId, 49_999_999, START + 10)
    expect(await creditStanding({ ctx, scope: { organizationId } })).toEqual({ allowed: true })
    await debit(organizationId, 1, START + 20)
    clock.now += 60_000
    const refusal = await assertCredits({ ctx, scope: { organizationId } }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect(refusal).toMatchObject({ problem: { kind: 'out_of_credits' } })
    expect(String(refusal)).toContain('2026-05-01T00:00:00.000Z')
    expect(String(refusal)).toContain('/billing/plan-change')
  })

  it('a paid plan may use its overdraft, and not one micro-credit more', async () => {
    const organizationId = await addOrganization(START)
    await hold(organizationId, 'starter')
    const clock = { now: START + DAY_MS }
    const ctx = enforced(clock)
    await debit(organizationId, 349_999_999, START + 10)
    expect((await creditStanding({ ctx, scope: { organizationId } })).allowed).toBe(true)
    await debit(organizationId, 1, START + 20)
    forgetStanding(organizationId)
    expect(await creditStanding({ ctx, scope: { organizationId } })).toMatchObject({ reason: 'out_of_credits' })
  })

  it('the balance that is checked is at most a minute old', async () => {
    const organizationId = await addOrganization(START)
    const clock = { now: START + HOUR_MS }
    const ctx = enforced(clock)
    expect((await creditStanding({ ctx, scope: { organizationId } })).allowed).toBe(true)
    await debit(organizationId, 60_000_000, START + 10)
    clock.now += 60_000
    expect((await creditStanding({ ctx, scope: { organizationId } })).allowed).toBe(false)
  })

  it('a renewal that is due counts before it is written', async () => {
    const organizationId = await addOrganization(START)
    await debit(organizationId, 80_000_000, START + 10)
    const ctx = enforced({ now: Date.parse('2026-05-01T00:00:00.001Z') })
    expect((await creditStanding({ ctx, scope: { organizationId } })).allowed).toBe(true)
  })

  it('an organization without a subscription is refused', async () => {
    const organizationId = await addOrganization(START)
    await hold(organizationId, 'starter')
    await env.DB.prepare(
      "update billing_subscriptions set status = 'canceled', canceled_at = ? where organization_id = ?",
    )
      .bind(START + 2, organizationId)
      .run()
    const ctx = enforced({ now: START + DAY_MS })
    expect(await creditStanding({ ctx, scope: { organizationId } })).toMatchObject({ reason: 'no_subscription' })
  })

  it('without a payment processor nobody is refused, unless enforcement is switched on', async () => {
    const organizationId = await addOrganization(START)
    await debit(organizationId, 90_000_000, START + 10)
    const ctx = contextAt({ now: START + DAY_MS })
    expect(await creditStanding({ ctx, scope: { organizationId } })).toEqual({ allowed: true })
    expect(heldPlan('free').overdraftCredits).toBe('0')
  })
})
