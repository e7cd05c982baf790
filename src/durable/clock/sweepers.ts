/** What the Clock runs. Each sweeper is a domain verb that does a bounded amount of work and can run at any time. */
import { collectCharges } from '../../domain/billing/collect-charges.ts'
import { renewDueSubscriptions } from '../../domain/billing/renew-due-subscriptions.ts'
import type { DomainContext } from '../../domain/context.ts'
import { sweepOutbox } from '../../domain/outbox.ts'

export type Sweeper = (ctx: DomainContext) => Promise<unknown>

export const SWEEPERS: Readonly<Record<string, Sweeper>> = {
  outbox: sweepOutbox,
  renewals: (ctx) => renewDueSubscriptions({ ctx, input: {} }),
  charges: (ctx) => collectCharges({ ctx, input: {} }),
}
