/**
 * Debits usage exactly once, in one batch of two statements. The first raises the totals (it never lowers them); the
 * second adds, for each line that has grown, one entry for the difference to what the ledger already holds. Both use
 * what is stored at that moment, so repetition, reordering and concurrent consumers cannot debit twice, and the next
 * total of a key makes up for a lost message. The whole total of a line is rounded (amounts.ts), so its entries add up
 * to it.
 */
import { type SQL, sql } from 'drizzle-orm'
import { usageMicroCreditsSql } from '../../billing/amounts.ts'
import type { UsageMessage } from '../../billing/metering/usage-message.ts'
import { usageRateAt } from '../../billing/plans.ts'
import { type Database, rawStatement } from '../database.ts'
import { billingLedgerEntries as entries, billingUsageTotals as totals } from '../schema/billing.ts'

export interface RecordUsageInput {
  readonly messages: readonly UsageMessage[]
  readonly newId: () => string
  readonly now: number
}

interface Line {
  readonly id: string
  readonly organizationId: string
  readonly projectId: string
  readonly dimension: string
  readonly hour: number
  readonly numerator: number
  readonly denominator: number
}

const raiseTotals = (messages: readonly UsageMessage[], now: number): SQL => sql`
  insert into ${totals} (organization_id, project_id, dimension, hour, stream_id, source, total, updated_at)
  select value ->> 'organizationId', value ->> 'projectId', value ->> 'dimension', value ->> 'hour',
    coalesce(value ->> 'streamId', ''), value ->> 'source', value ->> 'total', ${now}
  from json_each(${JSON.stringify(messages)}) where true
  on conflict do update set total = excluded.total, updated_at = excluded.updated_at
    where excluded.total > ${totals.total}`

const LINE_MATCHES = sql.raw(`organization_id = line.organization_id and project_id = line.project_id
  and dimension = line.dimension and hour = line.hour`)

const debitLines = (lines: readonly Line[], now: number): SQL => sql`
  with line as (
    select value ->> 'id' as id, value ->> 'organizationId' as organization_id, value ->> 'projectId' as project_id,
      value ->> 'dimension' as dimension, value ->> 'hour' as hour,
      value ->> 'numerator' as numerator, value ->> 'denominator' as denominator
    from json_each(${JSON.stringify(lines)})),
  counted as (
    select line.*,
      (select sum(total) from ${totals} where ${LINE_MATCHES}) as total,
      (select coalesce(sum(quantity), 0) from ${entries} where kind = 'usage' and ${LINE_MATCHES}) as debited_quantity,
      (select coalesce(-sum(amount_micro), 0) from ${entries} where kind = 'usage' and ${LINE_MATCHES}) as debited_micro
    from line)
  insert into ${entries} (id, organization_id, entry_key, kind, amount_micro, effective_at, project_id,
    dimension, hour, quantity, created_at)
  select id, organization_id,
    'usage:' || organization_id || ':' || project_id || ':' || dimension || ':' || hour || ':' || total,
    'usage', debited_micro - ${sql.raw(usageMicroCreditsSql('total', 'numerator', 'denominator'))}, ${now}, project_id,
    dimension, hour, total - debited_quantity, ${now}
  from counted where total > debited_quantity`

/** Returns how many ledger entries were appended. */
export async function recordUsage(db: Database, input: RecordUsageInput): Promise<number> {
  const { messages, now } = input
  if (messages.length === 0) return 0
  const [, debited] = await db.batch([
    rawStatement(db, raiseTotals(messages, now)),
    rawStatement(db, debitLines(linesOf(input), now)),
  ])
  return debited?.meta.changes ?? 0
}

/** Returns the lines that the messages affect, each once, with the price of its hour. */
function linesOf({ messages, newId }: RecordUsageInput): Line[] {
  const lines = new Map<string, Line>()
  for (const { organizationId, projectId, dimension, hour } of messages) {
    const key = JSON.stringify([organizationId, projectId, dimension, hour])
    if (lines.has(key)) continue
    lines.set(key, { id: newId(), organizationId, projectId, dimension, hour, ...usageRateAt(dimension, hour) })
  }
  return [...lines.values()]
}
