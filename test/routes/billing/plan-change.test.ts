import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { balanceOf, snapshotOf } from '../../billing/support.ts'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'
import { changeTo, get, post, spend } from './support.ts'

describe('POST /billing/plan-change/preview', () => {
  it('a preview of a plan change returns what the change would cost and grant, and changes nothing', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    await spend(tenant, 1_234_567)
    const before = await snapshotOf(tenant.organizationId)
    const answer = await post(tenant, 'plan-change/preview', { planSlug: 'team' })
    expect(answer.status).toBe(200)
    const { body } = answer
    expect(body).toMatchObject({
      type: 'upgrade',
      effectiveAt: body.calculatedAt,
      currency: 'usd',
      currentPlanSlug: 'starter',
      targetPlanSlug: 'team',
      currentPlanName: 'Starter',
      targetPlanName: 'Team',
      currentPlanPrice: '29.00',
      targetPlanPrice: '149.00',
      currentCycleCredits: '300',
      currentTargetCreditBalance: '300',
      cycleCredits: '1700',
      targetCreditBalance: '1700',
      creditDeficitAmount: '0',
      creditDeficitChargeAmount: '0.00',
      additionalCreditPrice: '0.10',
      nextCycleChargeAmount: '149.00',
    })
    expect(Object.keys(body)).toHaveLength(22)
    expect(await snapshotOf(tenant.organizationId)).toEqual(before)
  })

  it('a preview works for an organization that billing has not touched, and leaves it untouched', async () => {
    const tenant = await addTenant()
    const before = await snapshotOf(tenant.organizationId)
    const answer = await post(tenant, 'plan-change/preview', { planSlug: 'scale' })
    expect(answer.body).toMatchObject({
      type: 'upgrade',
      remainingCycleFraction: '1.000000',
      immediateChargeAmount: '999.00',
    })
    expect(await snapshotOf(tenant.organizationId)).toEqual(before)
  })

  it('a preview of a downgrade shows nothing due now', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'team')
    await spend(tenant, 2_000_000_000)
    const { body } = await post(tenant, 'plan-change/preview', { planSlug: 'free' })
    const summary = await get(tenant, 'summary')
    expect(body).toMatchObject({
      type: 'downgrade',
      effectiveAt: summary.body.currentCycle.endsAt,
      creditDeficitChargeAmount: '0.00',
      immediateChargeAmount: '0.00',
      subscriptionChargeAmount: '0.00',
      proratedCreditGrantAmount: '0',
      nextCycleChargeAmount: '0.00',
    })
    expect(Number(body.creditDeficitAmount)).toBeGreaterThan(0)
  })

  it('a preview refuses the current plan with 409, an unknown or retired one with 404, a missing one with 400', async () => {
    const tenant = await addTenant()
    expect((await post(tenant, 'plan-change/preview', { planSlug: 'free' })).status).toBe(409)
    expect((await post(tenant, 'plan-change/preview', { planSlug: 'gold' })).status).toBe(404)
    expect((await post(tenant, 'plan-change/preview', { planSlug: 'starter-preview' })).status).toBe(404)
    const missing = await post(tenant, 'plan-change/preview')
    expect(missing.status).toBe(400)
    expect(missing.body.issues[0].path).toBe('body.planSlug')
    const extra = await post(tenant, 'plan-change/preview', { planSlug: 'team', coupon: 'x' })
    expect(extra.status).toBe(400)
  })
})

describe('POST /billing/plan-change', () => {
  it('a plan change returns what the preview said, is applied and records the charge', async () => {
    const tenant = await addTenant()
    await spend(tenant, 60_000_000)
    const preview = await post(tenant, 'plan-change/preview', { planSlug: 'starter' })
    const { status, body } = await changeTo(tenant, 'starter')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'applied', checkoutUrl: null, type: 'upgrade' })
    for (const key of ['creditDeficitAmount', 'creditDeficitChargeAmount', 'nextCycleChargeAmount', 'targetPlanSlug']) {
      expect(body[key]).toBe(preview.body[key])
    }
    const summary = await get(tenant, 'summary')
    expect(summary.body).toMatchObject({ planSlug: 'starter', billable: true, nonBillableReason: null })
    expect(summary.body.subscription.id).toBe(body.billingSubscriptionId)
    // 50 granted, 60 used, 10 settled, and the prorated grant.
    expect(body.creditDeficitAmount).toBe('10')
    expect(summary.body.currentBalance).toBe(body.proratedCreditGrantAmount)
    const rows = await snapshotOf(tenant.organizationId)
    expect(rows.billing_invoices).toMatchObject([{ kind: 'upgrade', status: 'recorded' }])
    const cents = Math.round(Number(body.immediateChargeAmount) * 100)
    expect(rows.billing_invoices?.[0]?.total_cents).toBe(cents)
    const { results } = await env.DB.prepare('select action from audit_entries where organization_id = ?')
      .bind(tenant.organizationId)
      .all()
    expect(results).toEqual([{ action: 'billing.change_plan' }])
  })

  it('a downgrade is scheduled, and asking for the current plan withdraws it', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'team')
    const down = await changeTo(tenant, 'starter')
    expect(down.body).toMatchObject({ status: 'scheduled', type: 'downgrade' })
    const back = await changeTo(tenant, 'team')
    expect(back.status).toBe(200)
    expect(back.body).toMatchObject({
      type: 'withdrawal',
      status: 'applied',
      billingSubscriptionChangeId: down.body.billingSubscriptionChangeId,
      immediateChargeAmount: '0.00',
      nextCycleChargeAmount: '149.00',
    })
    expect((await get(tenant, 'summary')).body.pendingDowngrade).toBeNull()
    expect((await changeTo(tenant, 'team')).status).toBe(409)
  })

  it('a newer pending plan change replaces the older one', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'scale')
    await changeTo(tenant, 'team')
    const second = await changeTo(tenant, 'starter')
    const summary = await get(tenant, 'summary')
    expect(summary.body.pendingDowngrade.billingSubscriptionChangeId).toBe(second.body.billingSubscriptionChangeId)
    const rows = await snapshotOf(tenant.organizationId)
    expect(rows.billing_subscription_changes?.map((row) => row.status)).toEqual(['applied', 'replaced', 'scheduled'])
  })

  it('a plan change that is made ten times at once charges and grants once', async () => {
    const tenant = await addTenant()
    const answers = await Promise.all(Array.from({ length: 10 }, () => changeTo(tenant, 'team')))
    const statuses = answers.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status !== 200).every((status) => status === 409 || status === 503)).toBe(true)
    const rows = await snapshotOf(tenant.organizationId)
    expect(rows.billing_invoices).toHaveLength(1)
    expect(rows.billing_ledger_entries?.map((row) => row.kind)).toEqual(['cycle_grant', 'upgrade_grant'])
    expect(await balanceOf(tenant.organizationId)).toBeLessThanOrEqual(1_700_000_000)
  })
})

for (const path of ['plan-change/preview', 'plan-change']) {
  describeSecurity(`POST /billing/${path}`, {
    operation: () => `POST /billing/${path}`,
    body: ({ organizationId }) => ({ organizationId, planSlug: 'team' }),
    foreign: 404,
    forbidden: ['member', 'secretKey', 'partnerKey'],
  })
}

describe('a user credential with billing:manage', () => {
  it('a user credential with billing:manage is required; a secret key is never enough', async () => {
    const tenant = await addTenant()
    const answer = await call('POST /billing/plan-change/preview', {
      token: tenant.secretKey,
      body: { planSlug: 'team' },
    })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ code: 'FORBIDDEN', operationId: 'billing.previewPlanChange' })
  })
})
