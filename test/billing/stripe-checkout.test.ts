import { describe, expect, it } from 'vitest'
import { DomainError } from '../../src/contracts/domain-error.ts'
import { createPortalSession } from '../../src/domain/billing/create-portal-session.ts'
import { handleProcessorEvent } from '../../src/domain/billing/handle-processor-event.ts'
import { SYSTEM } from '../support/system.ts'
import { Deployment, START } from './stripe-support.ts'
import { DAY_MS, HOUR_MS } from './support.ts'

describe('an upgrade with Stripe', () => {
  it('an upgrade with Stripe waits for its payment, then applies exactly what was quoted', async () => {
    const deployment = await Deployment.create()
    deployment.clock.now = START + 10 * DAY_MS
    const change = await deployment.change('team')
    expect(change).toMatchObject({ status: 'pending_payment', type: 'upgrade' })
    expect(change.checkoutUrl).toContain('https://checkout.stripe.com/')
    expect((await deployment.summary()).planSlug).toBe('free')
    const session = deployment.stripe.state.get('checkout.session', deployment.lastSessionId())
    expect(session).toMatchObject({
      amount_total: Math.round(Number(change.immediateChargeAmount) * 100),
      setup_future_usage: 'off_session',
      metadata: { change_id: change.billingSubscriptionChangeId, organization_id: deployment.organizationId },
    })
    deployment.clock.now += HOUR_MS / 2
    deployment.stripe.pay(deployment.lastSessionId())
    await deployment.deliverAll()
    const summary = await deployment.summary()
    expect(summary).toMatchObject({ planSlug: 'team', hasActiveProcessorBilling: true })
    expect(Number(summary.currentBalance)).toBeCloseTo(50 + Number(change.proratedCreditGrantAmount), 6)
    expect(await deployment.invoices()).toMatchObject([{ kind: 'upgrade', status: 'paid', due_at: null }])
    const [customer] = deployment.stripe.state.all('customer')
    expect(customer?.invoice_settings).toMatchObject({ default_payment_method: expect.stringMatching(/^pm_/) })
  })

  it('an upgrade is applied once, however often and in whatever order its events come', async () => {
    const deployment = await Deployment.create()
    await deployment.buy('starter')
    const events = deployment.stripe.state.events
    const outcomes = await Promise.all(
      [...events, ...events].map((event) => deployment.deliver({ ...event, id: `${event.id}_again` })),
    )
    expect(new Set(outcomes).size).toBeGreaterThanOrEqual(1)
    const [first] = events
    if (first === undefined) throw new Error('no event')
    expect(await deployment.deliver(first)).toBe('repeated')
    expect(await deployment.grants()).toEqual(['cycle_grant', 'upgrade_grant'])
    expect(await deployment.invoices()).toHaveLength(1)
    expect(deployment.stripe.state.all('refund')).toEqual([])
  })

  it('an upgrade whose webhook never came is found by reconciliation', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    deployment.stripe.pay(deployment.lastSessionId())
    deployment.clock.now += 11 * 60_000
    await deployment.collect()
    expect((await deployment.summary()).planSlug).toBe('starter')
  })

  it('an upgrade expires with its payment page', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    deployment.stripe.expire(deployment.lastSessionId())
    await deployment.deliverAll()
    const again = await deployment.change('starter')
    expect(again.status).toBe('pending_payment')
    expect((await deployment.summary()).planSlug).toBe('free')
  })

  it('an upgrade that is replaced has its payment page closed, and a payment for it is refunded', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    const first = deployment.lastSessionId()
    // The page cannot be closed just now, so its customer pays it.
    deployment.stripe.failures.push({ how: 500, path: /expire$/, times: 3 })
    await deployment.change('team')
    deployment.stripe.pay(first)
    await deployment.deliverAll()
    expect((await deployment.summary()).planSlug).toBe('free')
    expect(deployment.stripe.state.all('refund')).toMatchObject([{ status: 'succeeded' }])
    const second = deployment.lastSessionId()
    deployment.stripe.pay(second)
    await deployment.deliverAll()
    expect((await deployment.summary()).planSlug).toBe('team')
    expect(deployment.stripe.state.all('refund')).toHaveLength(1)
  })

  it('an upgrade that is replaced normally leaves nothing to pay', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    const first = deployment.lastSessionId()
    await deployment.change('team')
    expect(deployment.stripe.state.get('checkout.session', first)?.status).toBe('expired')
  })

  it('a payment that arrives after the cycle is over is refunded', async () => {
    const deployment = await Deployment.create()
    deployment.clock.now = Date.parse('2026-10-10T11:20:00.000Z')
    await deployment.change('scale')
    deployment.clock.now = Date.parse('2026-10-10T12:10:00.000Z')
    deployment.stripe.pay(deployment.lastSessionId())
    await deployment.deliverAll()
    expect((await deployment.summary()).planSlug).toBe('free')
    expect(deployment.stripe.state.all('refund')).toHaveLength(1)
    // The event again, when Stripe has forgotten the key of the refund.
    const paid = deployment.stripe.state.events.find((event) => event.type === 'checkout.session.completed')
    if (paid === undefined) throw new Error('no event')
    deployment.clock.now += 25 * HOUR_MS
    expect(await deployment.deliver({ ...paid, id: 'evt_again' })).toBe('handled')
    expect(deployment.stripe.state.all('refund')).toHaveLength(1)
    await deployment.renew(deployment.clock.now)
    expect((await deployment.summary()).planSlug).toBe('free')
  })

  it('an upgrade too small to charge by itself applies at once and goes on an invoice', async () => {
    const deployment = await Deployment.create()
    deployment.clock.now = Date.parse('2026-10-10T11:59:00.000Z')
    const change = await deployment.change('starter')
    expect(change).toMatchObject({ status: 'applied', checkoutUrl: null })
    expect(Number(change.immediateChargeAmount)).toBeLessThan(0.5)
  })

  it('a failed call of Stripe does not block the next attempt', async () => {
    const deployment = await Deployment.create()
    deployment.stripe.failures.push({ how: 'before', path: /checkout/, times: 3 })
    const refusal = await deployment.change('starter').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DomainError)
    expect(refusal).toMatchObject({ problem: { kind: 'processor_unreachable' } })
    const again = await deployment.change('starter')
    expect(again.status).toBe('pending_payment')
    expect(deployment.stripe.state.all('customer')).toHaveLength(1)
  })

  it('one payment page is opened although the answer of the first attempt was lost', async () => {
    const deployment = await Deployment.create()
    deployment.stripe.failures.push({ how: 'after', path: /POST .v1.checkout/, times: 1 })
    await deployment.change('starter')
    expect(deployment.stripe.state.all('checkout.session')).toHaveLength(1)
  })
})

describe('a webhook', () => {
  it('a webhook with a wrong, an old or no signature is refused', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    deployment.stripe.pay(deployment.lastSessionId())
    const [event] = deployment.stripe.state.events
    if (event === undefined) throw new Error('no event')
    const { ctx } = deployment
    const good = await deployment.stripe.signed(event)
    const refused = [
      await deployment.stripe.signed(event, deployment.clock.now, 'whsec_other'),
      await deployment.stripe.signed(event, deployment.clock.now - 301_000),
      { payload: `${good.payload} `, signature: good.signature },
      { payload: good.payload, signature: '' },
      { payload: good.payload, signature: 't=1,v1=00' },
    ]
    for (const input of refused) expect(await handleProcessorEvent({ ctx, scope: SYSTEM, input })).toBe('not_signed')
    expect((await deployment.summary()).planSlug).toBe('free')
    expect(await handleProcessorEvent({ ctx, scope: SYSTEM, input: good })).toBe('handled')
    expect((await deployment.summary()).planSlug).toBe('starter')
  })

  it('a webhook whose handling failed is handled when it is sent again', async () => {
    const deployment = await Deployment.create()
    await deployment.change('starter')
    deployment.stripe.pay(deployment.lastSessionId())
    const [event] = deployment.stripe.state.events
    if (event === undefined) throw new Error('no event')
    deployment.stripe.failures.push({ how: 500, path: /GET .v1.payment_intents/, times: 3 })
    await expect(deployment.deliver(event)).rejects.toThrow('stripe')
    expect(await deployment.deliver(event)).toBe('handled')
    expect(await deployment.grants()).toEqual(['cycle_grant', 'upgrade_grant'])
    expect((await deployment.summary()).hasActiveProcessorBilling).toBe(true)
  })

  it('a webhook about something that is not ours is accepted and changes nothing', async () => {
    const deployment = await Deployment.create()
    const { state } = deployment.stripe
    const stranger = state.add('invoice', 'in', {
      metadata: {},
      status: 'open',
      attempt_count: 1,
      status_transitions: {},
    })
    stranger.next_payment_attempt = null
    stranger.status_transitions = { paid_at: null }
    state.emit('invoice.payment_failed', stranger)
    state.emit('customer.updated', stranger)
    await deployment.deliverAll()
    expect((await deployment.summary()).collection.status).toBe('current')
  })
})

describe('the customer portal', () => {
  it('the customer portal opens also for an organization that has never paid', async () => {
    const deployment = await Deployment.create()
    const { ctx, scope } = deployment
    const { portalUrl } = await createPortalSession({ ctx, scope })
    expect(portalUrl).toContain('https://billing.stripe.com/')
    await createPortalSession({ ctx, scope })
    expect(deployment.stripe.state.all('customer')).toHaveLength(1)
  })
})
