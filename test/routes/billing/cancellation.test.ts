import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../billing/support.ts'
import { call } from '../../support/api.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant } from '../../support/tenants.ts'
import { ageBy, changeTo, get, post, spend } from './support.ts'

const PATH = 'subscription-cancellation'

describe('POST /billing/subscription-cancellation/preview', () => {
  it('a preview of a cancellation returns what would happen and changes nothing, also for a member and a secret key', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    const before = await snapshotOf(tenant.organizationId)
    const answer = await call(`POST /billing/${PATH}/preview`, { token: tenant.secretKey })
    expect(answer.status).toBe(200)
    const summary = await get(tenant, 'summary')
    expect(answer.body).toEqual({
      currentPlan: summary.body.currentPlan,
      effectiveAt: summary.body.currentCycle.endsAt,
      currentBalance: summary.body.currentBalance,
      servicePolicy: 'active_until_period_end',
      creditPolicy: 'dormant_until_resubscription',
      scheduledFinalCharge: null,
      autoTopUpEnabled: false,
      pendingDowngrade: null,
      calculatedAt: expect.any(String),
    })
    const { organizationId } = tenant
    const asMember = await call(`POST /billing/${PATH}/preview`, {
      token: tenant.member.token,
      body: { organizationId },
    })
    expect(asMember.status).toBe(200)
    expect(await snapshotOf(organizationId)).toEqual(before)
  })

  it('a preview of a cancellation shows a deficit as the final charge', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    await spend(tenant, 350_000_000)
    const { body } = await post(tenant, `${PATH}/preview`)
    expect(body.scheduledFinalCharge).toMatch(/^\d+\.\d{2}$/)
    expect(Number(body.scheduledFinalCharge)).toBeCloseTo(-Number(body.currentBalance) * 0.12, 1)
  })

  it('a preview of a cancellation refuses the free plan', async () => {
    const tenant = await addTenant()
    expect((await post(tenant, `${PATH}/preview`)).status).toBe(409)
    expect((await post(tenant, PATH)).status).toBe(409)
  })
})

describe('POST /billing/subscription-cancellation', () => {
  it('a cancellation is scheduled once, and asking again returns the same change', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    const first = await post(tenant, PATH)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ alreadyScheduled: false, effectiveAt: first.body.currentPlan.cycleEndsAt })
    expect(first.body.currentPlan).toMatchObject({
      pendingCancellation: { effectiveAt: first.body.effectiveAt },
      renewalAt: null,
    })
    const second = await post(tenant, PATH)
    expect(second.body).toMatchObject({
      alreadyScheduled: true,
      billingSubscriptionChangeId: first.body.billingSubscriptionChangeId,
    })
    const summary = await get(tenant, 'summary')
    expect(summary.body).toMatchObject({ status: 'active', subscription: { cancelAt: first.body.effectiveAt } })
  })

  it('a cancellation replaces a scheduled downgrade', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'team')
    await changeTo(tenant, 'starter')
    expect((await post(tenant, `${PATH}/preview`)).body.pendingDowngrade.planSlug).toBe('starter')
    expect((await post(tenant, PATH)).body.pendingDowngrade).toBeNull()
  })

  it('a cancellation ends the subscription with its cycle, keeps the credits dormant, and wakes them with the next one', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    const scheduled = await post(tenant, PATH)
    await ageBy(tenant, 40)
    const ended = await get(tenant, 'summary')
    expect(ended.status).toBe(200)
    expect(ended.body).toMatchObject({
      billable: false,
      nonBillableReason: 'no_subscription',
      status: 'canceled',
      planSlug: null,
      currentBalance: null,
      subscription: null,
      currentPlan: null,
      currentCycle: null,
      currentPeriodEstimate: null,
    })
    expect((await get(tenant, 'plans')).body.currentPlanSlug).toBeNull()
    expect((await post(tenant, PATH)).status).toBe(409)
    expect((await post(tenant, `${PATH}/resume`)).status).toBe(409)
    expect((await get(tenant, 'usage')).body).toEqual({ cycle: null, usage: [] })
    const preview = await post(tenant, 'plan-change/preview', { planSlug: 'starter' })
    const dormant = Number(scheduled.body.currentBalance)
    expect(preview.body).toMatchObject({
      type: 'upgrade',
      currentPlanSlug: null,
      currentPlanPrice: '0.00',
      remainingCycleFraction: '1.000000',
      immediateChargeAmount: '29.00',
    })
    expect(Number(preview.body.proratedCreditGrantAmount)).toBeCloseTo(Math.max(0, 300 - dormant), 6)
    const started = await changeTo(tenant, 'starter')
    expect(started.body.status).toBe('applied')
    const summary = await get(tenant, 'summary')
    expect(summary.body.subscription.id).toBe(started.body.billingSubscriptionId)
    expect(summary.body.subscription.id).not.toBe(scheduled.body.billingSubscriptionId)
    expect(Number(summary.body.currentBalance)).toBe(Math.max(300, dormant))
  })
})

describe('POST /billing/subscription-cancellation/resume', () => {
  it('resuming withdraws a cancellation, and is refused when there is none', async () => {
    const tenant = await addTenant()
    await changeTo(tenant, 'starter')
    expect((await post(tenant, `${PATH}/resume`)).status).toBe(409)
    await post(tenant, PATH)
    const answer = await post(tenant, `${PATH}/resume`)
    expect(answer.status).toBe(200)
    const summary = await get(tenant, 'summary')
    expect(answer.body).toEqual({ billingSubscriptionId: summary.body.subscription.id, resumed: true })
    expect(summary.body.subscription.cancelAt).toBeNull()
    expect(summary.body.currentPlan.pendingCancellation).toBeNull()
  })
})

describe('POST /billing/portal-session', () => {
  it('a portal session is refused without a processor', async () => {
    const answer = await post(await addTenant(), 'portal-session')
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('CONFLICT')
  })
})

describeSecurity(`POST /billing/${PATH}/preview`, {
  operation: () => `POST /billing/${PATH}/preview`,
  body: ({ organizationId }) => ({ organizationId }),
  foreign: 404,
  forbidden: ['partnerKey'],
})
for (const path of [PATH, `${PATH}/resume`, 'portal-session']) {
  describeSecurity(`POST /billing/${path}`, {
    operation: () => `POST /billing/${path}`,
    body: ({ organizationId }) => ({ organizationId }),
    foreign: 404,
    forbidden: ['member', 'secretKey', 'partnerKey'],
  })
}
