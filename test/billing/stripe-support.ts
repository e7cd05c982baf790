/** A deployment with Stripe: domain verbs against the fake account, one clock for both. */
import { env } from 'cloudflare:workers'
import type { OrganizationScope } from '../../src/auth/scope.ts'
import { collectCharges } from '../../src/domain/billing/collect-charges.ts'
import { getSummary } from '../../src/domain/billing/get-summary.ts'
import { handleProcessorEvent } from '../../src/domain/billing/handle-processor-event.ts'
import { changePlan } from '../../src/domain/billing/plan-change.ts'
import { settleOverdue } from '../../src/domain/billing/settle-overdue.ts'
import type { DomainContext } from '../../src/domain/context.ts'
import type { InvoiceLine } from '../fakes/stripe/invoices.ts'
import type { StoredEvent } from '../fakes/stripe/state.ts'
import { StripeFake } from '../fakes/stripe/stripe-fake.ts'
import { SYSTEM } from '../support/system.ts'
import { addOrganization, contextAt, type TestClock } from './support.ts'

export const START = Date.parse('2026-09-10T12:00:00.000Z')

export class Deployment {
  readonly clock: TestClock
  readonly stripe: StripeFake
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly organizationId: string
  #delivered = 0

  private constructor(organizationId: string) {
    this.organizationId = organizationId
    this.clock = { now: START }
    this.stripe = new StripeFake(() => this.clock.now)
    this.ctx = contextAt(this.clock, {
      fetch: this.stripe.fetch,
      settings: {
        BILLING_PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: this.stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: this.stripe.webhookSecret,
      },
    })
    // Scopes are made by auth only; these tests are below it.
    this.scope = {
      organizationId,
      narrowedToProjectId: null,
      actor: { kind: 'user', id: 'user_test' },
      permissions: new Set(),
    } as unknown as OrganizationScope
  }

  static async create(): Promise<Deployment> {
    // Sweeps see every organization of the file's database: what earlier tests left waiting is not this one's.
    await env.DB.batch([
      env.DB.prepare('update billing_invoices set due_at = null'),
      env.DB.prepare("update billing_subscription_changes set status = 'expired' where status = 'pending_payment'"),
    ])
    return new Deployment(await addOrganization(START))
  }

  change(planSlug: string) {
    return changePlan({ ctx: this.ctx, scope: this.scope, input: { planSlug } })
  }

  summary() {
    return getSummary({ ctx: this.ctx, scope: this.scope })
  }

  collect() {
    return collectCharges({ ctx: this.ctx, scope: SYSTEM })
  }

  async renew(at: number) {
    this.clock.now = at
    await settleOverdue(this.ctx, this.organizationId)
  }

  async deliver(event: StoredEvent) {
    return handleProcessorEvent({ ctx: this.ctx, scope: SYSTEM, input: await this.stripe.signed(event) })
  }

  /** Delivers what has happened since the last time, last event first: Stripe promises no order. */
  async deliverAll(): Promise<void> {
    const events = this.stripe.state.events.slice(this.#delivered)
    this.#delivered = this.stripe.state.events.length
    for (const event of events.reverse()) await this.deliver(event)
  }

  /** On a paid plan, paid for at the checkout. */
  async buy(planSlug: string): Promise<void> {
    await this.change(planSlug)
    this.stripe.pay(this.lastSessionId())
    await this.deliverAll()
  }

  lastSessionId(): string {
    const session = this.stripe.state.all('checkout.session').at(-1)
    if (session === undefined) throw new Error('no checkout was opened')
    return session.id
  }

  invoicesAtStripe() {
    return this.stripe.state.all('invoice')
  }

  linesAtStripe(index = 0): InvoiceLine[] {
    return (this.invoicesAtStripe()[index]?.lines as { data: InvoiceLine[] } | undefined)?.data ?? []
  }

  async invoices() {
    const { results } = await env.DB.prepare(
      'select * from billing_invoices where organization_id = ? order by issued_at',
    )
      .bind(this.organizationId)
      .all<Record<string, unknown>>()
    return results
  }

  async grants(): Promise<string[]> {
    const { results } = await env.DB.prepare(
      "select kind from billing_ledger_entries where organization_id = ? and kind != 'usage' order by sequence",
    )
      .bind(this.organizationId)
      .all<{ kind: string }>()
    return results.map((row) => row.kind)
  }
}
