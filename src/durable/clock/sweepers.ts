/**
 * The sweepers that the clock runs. Each is a domain verb that does a limited amount of work and may run at any time.
 */
import { collectCharges } from '../../domain/billing/collect-charges.ts'
import { renewDueSubscriptions } from '../../domain/billing/renew-due-subscriptions.ts'
import type { VerbCall } from '../../domain/context.ts'
import { sweepConsoleSessions } from '../../domain/oauth/console-sessions.ts'
import { sweepDeviceAuthorizations } from '../../domain/oauth/device-authorization.ts'
import { sweepOauthGrants } from '../../domain/oauth/grants.ts'
import { sweepIncidentShares } from '../../domain/oncall/incident-shares.ts'
import { sweepOutbox } from '../../domain/outbox.ts'
import { sweepDiscovery } from '../../domain/sources/discovery.ts'
import type { SystemScope } from '../../domain/system-scope.ts'

export type Sweeper = (call: VerbCall<SystemScope>) => Promise<unknown>

export const SWEEPERS: Readonly<Record<string, Sweeper>> = {
  outbox: sweepOutbox,
  renewals: renewAll,
  discovery: sweepDiscovery,
  deviceAuthorizations: sweepDeviceAuthorizations,
  consoleSessions: sweepConsoleSessions,
  incidentShares: sweepIncidentShares,
  oauthGrants: sweepOauthGrants,
  charges: collectCharges,
}

/** Most sweeps of one alarm. On the first of a month thousands of rows are due at once. */
const RENEWAL_SWEEPS_MAX = 20

async function renewAll({ ctx, scope }: VerbCall<SystemScope>): Promise<void> {
  const skip: string[] = []
  for (let sweep = 0; sweep < RENEWAL_SWEEPS_MAX; sweep++) {
    const { hasMore, failed } = await renewDueSubscriptions({ ctx, scope, input: { skip } })
    skip.push(...failed)
    if (!hasMore) return
  }
}
