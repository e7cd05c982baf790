/** Computes balances from the ledger. `balanceOf` is the only definition of "the balance". */
import { type SQL, sql } from 'drizzle-orm'
import { type Database, ormOf } from '../database.ts'
import { billingCheckpoints as checkpoints, billingLedgerEntries as entries } from '../schema/billing.ts'

/** Micro-credits of an organization: its last checkpoint plus the entries after it. */
export const balanceOf = (organizationId: string): SQL<number> => sql<number>`(
  coalesce((select ${checkpoints.balanceMicro} from ${checkpoints}
    where ${checkpoints.organizationId} = ${organizationId} order by ${checkpoints.sequence} desc limit 1), 0)
  + coalesce((select sum(${entries.amountMicro}) from ${entries}
      where ${entries.organizationId} = ${organizationId} and ${entries.sequence} > coalesce(
        (select max(${checkpoints.sequence}) from ${checkpoints}
         where ${checkpoints.organizationId} = ${organizationId}), 0)), 0))`

/** The last entry of an organization, or 0. A decision is valid as long as this entry stays the last one. */
export const ledgerHeadOf = (organizationId: string): SQL<number> => sql<number>`
  coalesce((select max(${entries.sequence}) from ${entries} where ${entries.organizationId} = ${organizationId}), 0)`

/** Returns the micro-credits recorded with an effective time at or after each boundary. */
export async function recordedSince(
  db: Database,
  organizationId: string,
  boundaries: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await ormOf(db).all<{ readonly boundary: number; readonly micro: number }>(sql`
    select boundary.value as boundary, coalesce((select sum(${entries.amountMicro}) from ${entries}
      where ${entries.organizationId} = ${organizationId} and ${entries.effectiveAt} >= boundary.value), 0) as micro
    from json_each(${JSON.stringify(boundaries)}) as boundary`)
  return new Map(rows.map((row) => [row.boundary, row.micro]))
}
