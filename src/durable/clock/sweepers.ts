/** What the Clock runs. Each sweeper is a domain verb that does a bounded amount of work and can run at any time. */
import { collectCharges } from '../../domain/billing/collect-charges.ts'
import { renewDueSubscriptions } from '../../domain/billing/renew-due-subscriptions.ts'
import type { DomainContext } from '../../domain/context.ts'
import { sweepDeviceAuthorizations } from '../../domain/oauth/device-authorization.ts'
import { sweepOutbox } from '../../domain/outbox.ts'
import { sweepDiscovery } from '../../domain/sources/discovery.ts'

export type Sweeper = (ctx: DomainContext) => Promise<unknown>

export const SWEEPERS: Readonly<Record<string, Sweeper>> = {
  outbox: sweepOutbox,
  renewals: renewAll,
  discovery: sweepDiscovery,
  deviceAuthorizations: sweepDeviceAuthorizations,
  charges: (ctx) => collectCharges({ ctx, input: {} }),
}

/** On the first of a month thousands are due at once: an alarm goes on for so many sweeps before it lets others in. */
const RENEWAL_SWEEPS_MAX = 20

async function renewAll(ctx: DomainContext): Promise<void> {
  const skip: string[] = []
  for (let sweep = 0; sweep < RENEWAL_SWEEPS_MAX; sweep++) {
    const { hasMore, failed } = await renewDueSubscriptions({ ctx, input: { skip } })
    skip.push(...failed)
    if (!hasMore) return
  }
}
