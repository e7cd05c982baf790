/**
 * Health of everything that delivers: last record, rate, refusals by reason, and silence compared with its usual
 * rhythm.
 */

import type { DeliveryHealth } from '../../agent/sources.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import type { SourceHealth } from '../../contracts/organization-protocol.ts'
import { intakeKeyIds, type KeyOwner } from '../../db/stream-keys.ts'
import type { VerbCall } from '../context.ts'

/** More keys than a source can have streams. */
const KEYS_MAX = 2000

/** Returns the health of one key, or of all keys through which a stream or a whole source delivers. */
export async function deliveryHealth({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, KeyOwner | { readonly keyId: string }>): Promise<DeliveryHealth> {
  const keyIds = 'keyId' in input ? [input.keyId] : await intakeKeyIds(ctx.db, input, KEYS_MAX)
  if (keyIds.length === 0) return combinedHealth([])
  return combinedHealth(await ctx.objects.organization(scope.organizationId).healthOf(keyIds))
}

/** Returns the health of a source that delivers through these keys. */
export function combinedHealth(all: readonly SourceHealth[]): DeliveryHealth {
  const last = Math.max(...all.map((one) => one.lastRecordMs ?? 0), 0)
  const sum = (pick: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + pick(one), 0)
  const habits = all.filter((one) => one.usualPerHour !== null)
  return {
    lastRecordAt: last > 0 ? new Date(last).toISOString() : null,
    recordsLastHour: sum((one) => one.recordsLastHour),
    recordsLastDay: sum((one) => one.recordsLastDay),
    usualPerHour:
      habits.length === 0 ? null : Math.round(habits.reduce((total, one) => total + (one.usualPerHour ?? 0), 0)),
    // A source with several keys is silent when every key that has a usual rhythm is silent.
    isSilent: habits.length > 0 && habits.every((one) => one.isSilent),
    dropped: sum((one) => one.dropped),
    rejected: byReason(all.map((one) => one.rejected)),
    repaired: byReason(all.map((one) => one.repaired ?? {})),
  }
}

function byReason(all: readonly Readonly<Record<string, number>>[]): { reason: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const counts of all) {
    for (const [reason, count] of Object.entries(counts)) sums.set(reason, (sums.get(reason) ?? 0) + count)
  }
  return [...sums].map(([reason, count]) => ({ reason, count }))
}
