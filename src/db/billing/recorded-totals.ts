/** Returns what D1 has recorded of one object's running totals. With this receipt the object may stop sending them. */
import { and, eq, sql } from 'drizzle-orm'
import type { RecordedTotal, UsageKey, UsageScope } from '../../billing/metering/usage-totals.ts'
import { type Database, ormOf } from '../database.ts'
import { billingUsageTotals as totals } from '../schema/billing.ts'

export async function recordedUsageTotals(
  db: Database,
  scope: UsageScope,
  keys: readonly UsageKey[],
): Promise<RecordedTotal> {
  const asked = sql`(select distinct value ->> 'dimension' as dimension, value ->> 'hour' as hour
    from json_each(${JSON.stringify(keys)})) as asked`
  const rows = await ormOf(db)
    .select({
      streamId: totals.streamId,
      dimension: totals.dimension,
      hour: totals.hour,
      total: totals.total,
    })
    .from(totals)
    .innerJoin(asked, sql`${totals.dimension} = asked.dimension and ${totals.hour} = asked.hour`)
    .where(
      and(
        eq(totals.organizationId, scope.organizationId),
        eq(totals.projectId, scope.projectId),
        eq(totals.source, scope.source),
      ),
    )
  const byKey = new Map(rows.map((row) => [keyText(row.streamId, row.dimension, row.hour), row.total]))
  return (key) => byKey.get(keyText(key.streamId ?? '', key.dimension, key.hour)) ?? 0
}

const keyText = (streamId: string, dimension: string, hour: number): string =>
  JSON.stringify([streamId, dimension, hour])
