import { env } from 'cloudflare:workers'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { previewCancellation } from '../../src/domain/billing/cancellation.ts'
import { Deployment, START } from './stripe-support.ts'
import { DAY_MS, HOUR_MS } from './support.ts'

const RENEWAL = Date.parse('2026-10-10T12:00:00.000Z')

async function overspend(deployment: Deployment, credits: number) {
  const { organizationId, clock } = deployment
  await env.DB.prepare(
    `insert into billing_ledger_entries (id, organization_id, entry_key, kind, amount_micro, effective_at, created_at)
     values (?, ?, ?, 'usage', ?, ?, ?)`,
  )
    .bind(v7(), organizationId, v7(), -credits * 1_000_000, clock.now, clock.now)
    .run()
}

describe('a renewal with Stripe', () => {
  it('a renewal is charged to the card kept at the checkout: the plan and the deficit, a line each', async () => {
    const deployment = await Deployment.create()
    await deployment.buy('starter')
    await overspend(deployment, 400)
    const before = await deployment.summary()
    await deployment.renew(RENEWAL)
    await deployment.collect()
    const [invoice] = deployment.invoicesAtStripe()
    expect(invoice).toMatchObject({ status: 'paid', collection_method: 'charge_automatically' })
    expect(invoice?.total).toBe(Math.round(Number(before.currentPeriodEstimate?.totalAmount) * 100))
    expect(deployment.linesAtStripe()).toMatchObject([
      { amount: 2900, metadata: { line_key: 'subscription' } },
      { metadata: { line_key: 'deficit' } },
    ])
    expect(await deployment.invoices()).toMatchObject([{ kind: 'upgrade' }, { kind: 'renewal', status: 'paid' }])
    await deployment.deliverAll()
    expect(await deployment.collect()).toEqual({ invoices: 0, checkouts: 0, failed: 0 })
  })

  it('a renewal whose card is refused becomes past due, is retried, and recovers', async () => {
    const deployment = await Deployment.create()
    await deployment.buy('starter')
    await overspend(deployment, 350)
    deployment.stripe.state.cardsWork = false
    await deployment.renew(RENEWAL)
    await deployment.collect()
    const late = await deployment.summary()
    const [invoice] = deployment.invoicesAtStripe()
    expect(late).toMatchObject({ status: 'past_due', currentPlan: { subscriptionStatus: 'past_due' } })
    expect(late.collection).toMatchObject({
      status: 'payment_retrying',
      currency: 'usd',
      scheduledAttemptsMade: 1,
      nextRetryAt: new Date(RENEWAL + 3 * DAY_MS).toISOString(),
      hostedInvoiceUrl: invoice?.hosted_invoice_url,
    })
    expect(late.collection.outstandingAmount).toBe((Number(invoice?.total) / 100).toFixed(2))
    expect(Number(late.collection.outstandingCredits)).toBeGreaterThan(0)
    deployment.clock.now = RENEWAL + 3 * DAY_MS
    deployment.stripe.state.cardsWork = true
    deployment.stripe.retry(invoice?.id ?? '')
    // The failure's event arrives after the payment's.
    await deployment.deliverAll()
    const recovered = await deployment.summary()
    expect(recovered).toMatchObject({ status: 'active', collection: { status: 'current', outstandingAmount: null } })
  })

  it('a renewal that is never paid ends delinquent, and is settled when its page is paid after all', async () => {
    const deployment = await Deployment.create()
    await deployment.buy('starter')
    deployment.stripe.state.cardsWork = false
    await deployment.renew(RENEWAL)
    await deployment.collect()
    const id = deployment.invoicesAtStripe()[0]?.id ?? ''
    for (let attempt = 2; attempt <= 4; attempt++) deployment.stripe.retry(id)
    deployment.stripe.giveUp(id)
    await deployment.deliverAll()
    expect((await deployment.summary()).collection).toMatchObject({ status: 'delinquent', nextRetryAt: null })
    deployment.stripe.payAtPage(id)
    await deployment.deliverAll()
    expect(await deployment.summary()).toMatchObject({ status: 'active', collection: { status: 'current' } })
  })

  it('a renewal without a card is invoiced with a page to pay at', async () => {
    const deployment = await Deployment.create()
    await deployment.renew(START + HOUR_MS)
    await env.DB.prepare("update billing_subscriptions set plan_slug = 'starter' where organization_id = ?")
      .bind(deployment.organizationId)
      .run()
    await deployment.renew(RENEWAL)
    await deployment.collect()
    expect(deployment.invoicesAtStripe()).toMatchObject([
      { collection_method: 'send_invoice', status: 'open', total: 2900 },
    ])
    expect(await deployment.invoices()).toMatchObject([{ status: 'open', hosted_url: expect.any(String), attempts: 0 }])
    expect((await deployment.summary()).status).toBe('active')
  })

  it('a renewal that was paid without a webhook is found by reconciliation', async () => {
    const deployment = await Deployment.create()
    await deployment.buy('starter')
    deployment.stripe.state.cardsWork = false
    await deployment.renew(RENEWAL)
    await deployment.collect()
    deployment.stripe.payAtPage(deployment.invoicesAtStripe()[0]?.id ?? '')
    deployment.clock.now += 7 * HOUR_MS
    await deployment.collect()
    expect((await deployment.summary()).status).toBe('active')
  })

  it.each([
    ['creating the invoice', /POST .v1.invoices$/],
    ['adding the first line', /POST .v1.invoiceitems/],
    ['finalizing', /finalize$/],
    ['charging', /pay$/],
  ])(
    'a renewal cut off while %s, and done again within or after the day of its keys, charges once',
    async (_, path) => {
      for (const how of ['before', 'after'] as const) {
        for (const delayMs of [HOUR_MS, 26 * HOUR_MS]) {
          const deployment = await Deployment.create()
          await deployment.buy('starter')
          await overspend(deployment, 400)
          await deployment.renew(RENEWAL)
          // More often than the client tries by itself.
          deployment.stripe.failures.push({ how, path, times: 3 })
          await deployment.collect()
          deployment.clock.now += delayMs
          await deployment.collect()
          deployment.clock.now += delayMs
          await deployment.collect()
          const invoices = deployment.invoicesAtStripe()
          expect(invoices).toHaveLength(1)
          expect(invoices[0]).toMatchObject({ status: 'paid' })
          expect(deployment.linesAtStripe()).toHaveLength(2)
          expect((await deployment.invoices()).at(-1)).toMatchObject({
            status: 'paid',
            total_cents: invoices[0]?.total,
          })
        }
      }
    },
    60_000,
  )

  it('a renewal that fails for one organization does not delay another', async () => {
    const [first, second] = [await Deployment.create(), await Deployment.create()]
    for (const deployment of [first, second]) await deployment.buy('starter')
    for (const deployment of [first, second]) await deployment.renew(RENEWAL)
    // The second's account does not know the first's customer: Stripe refuses, and the sweep goes on.
    const sweep = await second.collect()
    expect(sweep.invoices).toBeGreaterThanOrEqual(2)
    expect(sweep.failed).toBeGreaterThanOrEqual(1)
    expect((await second.invoices()).at(-1)).toMatchObject({ kind: 'renewal', status: 'paid' })
    await env.DB.prepare("update billing_invoices set status = 'void', due_at = null where status = 'open'").run()
  })
})

describe('without Stripe', () => {
  it('charges without Stripe are recorded and never collected', async () => {
    const deployment = await Deployment.create()
    const none = { ...deployment.ctx, settings: { ...deployment.ctx.settings, BILLING_PROCESSOR: 'none' as const } }
    const { changePlan } = await import('../../src/domain/billing/plan-change.ts')
    const change = await changePlan({ ctx: none, scope: deployment.scope, input: { planSlug: 'starter' } })
    expect(change.status).toBe('applied')
    expect((await deployment.invoices()).map((row) => [row.status, row.due_at])).toEqual([['recorded', null]])
    expect(deployment.stripe.requests).toEqual([])
    const preview = await previewCancellation({ ctx: none, scope: deployment.scope })
    expect(preview.scheduledFinalCharge).toBeNull()
  })
})
