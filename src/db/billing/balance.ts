/** Balances out of the ledger. The SQL below is the only definition of "the balance". */

/** Micro-credits of the organization bound as ?1: its last checkpoint and the entries after it. */
export const BALANCE_SQL = `(
  coalesce((select balance_micro from billing_checkpoints where organization_id = ?1 order by sequence desc limit 1), 0)
  + coalesce((select sum(amount_micro) from billing_ledger_entries
      where organization_id = ?1 and sequence > coalesce(
        (select max(sequence) from billing_checkpoints where organization_id = ?1), 0)), 0))`

/** The last entry of the organization bound as ?1, 0 for none: what was decided on it holds while it stays the last. */
export const LEDGER_HEAD_SQL =
  'coalesce((select max(sequence) from billing_ledger_entries where organization_id = ?1), 0)'

/** What was recorded with an effective time at or after each boundary, in micro-credits. */
export async function recordedSince(
  db: D1Database | D1DatabaseSession,
  organizationId: string,
  boundaries: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { results } = await db
    .prepare(
      `select boundary.value as boundary, coalesce((select sum(amount_micro) from billing_ledger_entries
         where organization_id = ?1 and effective_at >= boundary.value), 0) as micro
       from json_each(?2) as boundary`,
    )
    .bind(organizationId, JSON.stringify(boundaries))
    .all<{ boundary: number; micro: number }>()
  return new Map(results.map((row) => [row.boundary, row.micro]))
}
