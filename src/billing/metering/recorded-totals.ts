/** What D1 has recorded of one object's running totals: the receipt by which the object may stop resending. */
import type { RecordedTotal, UsageKey, UsageScope } from './usage-totals.ts'

export async function recordedUsageTotals(
  db: D1Database,
  scope: UsageScope,
  keys: readonly UsageKey[],
): Promise<RecordedTotal> {
  const { results } = await db
    .prepare(
      `select t.stream_id, t.dimension, t.hour, t.total
       from (select distinct value ->> 'dimension' as dimension, value ->> 'hour' as hour from json_each(?4)) as k
       join billing_usage_totals as t
         on t.organization_id = ?1 and t.project_id = ?2 and t.dimension = k.dimension and t.hour = k.hour
       where t.source = ?3`,
    )
    .bind(scope.organizationId, scope.projectId, scope.source, JSON.stringify(keys))
    .all<{ stream_id: string; dimension: string; hour: number; total: number }>()
  const totals = new Map(results.map((row) => [keyText(row.stream_id, row.dimension, row.hour), row.total]))
  return (key) => totals.get(keyText(key.streamId ?? '', key.dimension, key.hour)) ?? 0
}

function keyText(streamId: string, dimension: string, hour: number): string {
  return JSON.stringify([streamId, dimension, hour])
}
