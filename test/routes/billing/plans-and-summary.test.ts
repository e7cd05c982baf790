import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../billing/support.ts'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'
import { changeTo, get, post, spend } from './support.ts'

describe('GET /billing/plans', () => {
  it('the list of plans has the offered plans, and the free one as current', async () => {
    const tenant = await addTenant()
    const answer = await get(tenant, 'plans')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      billingModel: 'credit-balance-v1',
      currentPlanSlug: 'free',
      hasActiveProcessorBilling: false,
    })
    expect(answer.body.plans.map((plan: { slug: string }) => plan.slug)).toEqual(['free', 'starter', 'team', 'scale'])
    expect(answer.body.plans[1]).toEqual({
      slug: 'starter',
      billingModel: 'credit-balance-v1',
      name: 'Starter',
      description: expect.any(String),
      bestFor: expect.any(String),
      price: '29.00',
      currency: 'usd',
      cycleCredits: '300',
      targetCreditBalance: '300',
      logsIncludedBytes: '37500000000',
      aiTokensIncluded: '3000000',
    })
  })

  it('the list of plans requires a user to name the organization, and takes it from a secret key', async () => {
    const tenant = await addTenant()
    const unnamed = await call('GET /billing/plans', { token: tenant.member.token })
    expect(unnamed.status).toBe(400)
    expect(unnamed.body.missingContext).toEqual(['organizationId'])
    const named = await call(`GET /billing/plans?organizationId=${tenant.organizationId}`, {
      token: tenant.member.token,
    })
    expect(named.status).toBe(200)
    expect((await call('GET /billing/plans?organizationId=', { token: tenant.secretKey })).status).toBe(400)
  })
})

describe('GET /billing/summary', () => {
  it('the summary of a new organization shows the free plan, and writes nothing for it', async () => {
    const tenant = await addTenant()
    const before = await snapshotOf(tenant.organizationId)
    const answer = await get(tenant, 'summary')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      billable: false,
      nonBillableReason: 'free_plan',
      status: 'active',
      planSlug: 'free',
      currentBalance: '50',
      cycleCredits: '50',
      currentPeriodEstimate: { totalAmount: '0.00', creditDeficitAmount: '0' },
      pendingDowngrade: null,
      subscription: { status: 'active', billingPlanId: 'free', cycleType: 'monthly', cancelAt: null, canceledAt: null },
      currentPlan: { subscriptionStatus: 'active', pendingSwitch: null, pendingCancellation: null },
      collection: { status: 'current', outstandingAmount: null },
      hasActiveProcessorBilling: false,
    })
    expect(answer.body.currentPlan.renewalAt).toBe(answer.body.currentCycle.endsAt)
    expect(await snapshotOf(tenant.organizationId)).toEqual(before)
    // Read again, it is the same subscription.
    expect((await get(tenant, 'summary')).body.subscription.id).toBe(answer.body.subscription.id)
  })

  it('the summary estimates what the next renewal would charge, deficit included', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    await spend(tenant, 400_500_000)
    const { body } = await get(tenant, 'summary')
    const deficit = -Number(body.currentBalance)
    expect(deficit).toBeGreaterThan(50)
    const cents = Math.round(deficit * 12)
    expect(body.currentPeriodEstimate).toMatchObject({
      subscriptionChargeAmount: '29.00',
      creditDeficitChargeAmount: (cents / 100).toFixed(2),
      totalAmount: ((cents + 2900) / 100).toFixed(2),
    })
  })

  it('the summary shows a scheduled downgrade in both its places', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'team')
    const change = await changeTo(tenant, 'starter')
    const { body } = await get(tenant, 'summary')
    expect(body.pendingDowngrade).toMatchObject({
      billingSubscriptionChangeId: change.body.billingSubscriptionChangeId,
      planSlug: 'starter',
      effectiveAt: body.currentCycle.endsAt,
      price: '29.00',
    })
    expect(body.currentPlan.pendingSwitch).toEqual(body.pendingDowngrade)
    expect(body.currentPeriodEstimate.subscriptionChargeAmount).toBe('29.00')
  })

  it('the summary is open to members, and closed to keys narrowed to a project', async () => {
    const tenant = await addTenant()
    const { addCredential } = await import('../../support/tenants.ts')
    const { organizationId, projectId } = tenant
    const narrowed = await addCredential('secret', { organizationId, projectId })
    expect((await call('GET /billing/summary', { token: narrowed.value })).status).toBe(403)
    expect((await post(tenant, 'plan-change', { planSlug: 'free' })).status).toBe(409)
  })
})

for (const path of ['plans', 'summary', 'usage', 'transactions']) {
  describeSecurity(`GET /billing/${path}`, {
    operation: (tenant) => `GET /billing/${path}?organizationId=${tenant.organizationId}`,
    foreign: 404,
    forbidden: ['partnerKey'],
  })
}
