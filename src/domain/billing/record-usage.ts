import type { UsageMessage } from '../../billing/metering/usage-message.ts'
import { newId } from '../../contracts/ids.ts'
import { recordUsage as recordUsageRows } from '../../db/billing/record-usage.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'

/**
 * Debits reported running totals, each exactly once, whether reports are repeated, late or out of order. Returns the
 * number of new entries.
 */
export async function recordUsage({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly messages: readonly UsageMessage[] }>): Promise<number> {
  return recordUsageRows(ctx.db, { messages: input.messages, newId, now: ctx.now() })
}
