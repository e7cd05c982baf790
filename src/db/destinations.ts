/** Destinations of projects. */
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import type { DestinationRules } from '../contracts/delivery-protocol.ts'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { destinations } from './schema/destinations.ts'

export type DestinationRow = typeof destinations.$inferSelect

export async function findDestination(db: Database, id: string): Promise<DestinationRow | null> {
  return firstRow(ormOf(db).select().from(destinations).where(eq(destinations.id, id)))
}

/** Newest first, below the cursor. */
export const pageOfDestinations = (
  db: Database,
  input: { readonly projectId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<DestinationRow[]> =>
  ormOf(db)
    .select()
    .from(destinations)
    .where(
      and(
        eq(destinations.projectId, input.projectId),
        input.cursor === undefined ? undefined : lt(destinations.id, input.cursor),
      ),
    )
    .orderBy(desc(destinations.id))
    .limit(input.limit)

/** All destinations of a project; there are at most DESTINATIONS_PER_PROJECT_MAX. */
export const destinationsOfProject = (db: Database, projectId: string): Promise<DestinationRow[]> =>
  ormOf(db).select().from(destinations).where(eq(destinations.projectId, projectId)).orderBy(asc(destinations.id))

/**
 * Inserts nothing if the project already has `max`. A repetition with the same id replaces what the first attempt
 * wrote, because only the last attempt's secret is returned.
 */
export const insertDestination = (db: Database, row: DestinationRow, max: number): Statement =>
  rawStatement(
    db,
    sql`insert into ${destinations} (id, organization_id, project_id, kind, name, target, summary, rules, enabled,
          disabled_reason, disabled_at, created_at, updated_at)
        select ${row.id}, ${row.organizationId}, ${row.projectId}, ${row.kind}, ${row.name}, ${row.target},
          ${JSON.stringify(row.summary)}, ${JSON.stringify(row.rules)}, ${row.enabled ? 1 : 0}, null, null,
          ${row.createdAt}, ${row.updatedAt}
        where (select count(*) from ${destinations} where project_id = ${row.projectId} and id != ${row.id}) < ${max}
        on conflict (id) do update set target = excluded.target, summary = excluded.summary`,
  )

export type DestinationChange = Partial<
  Pick<DestinationRow, 'name' | 'target' | 'summary' | 'enabled' | 'disabledReason' | 'disabledAt'>
> & {
  readonly updatedAt: number
  /**
   * Merged with the rules that are stored when it is written, so that two changes of different rules both take effect.
   */
  readonly rules?: { readonly [Name in keyof DestinationRules]?: DestinationRules[Name] | undefined }
}

const changed = ({ rules, ...change }: DestinationChange) =>
  rules === undefined ? change : { ...change, rules: sql`json_patch(${destinations.rules}, ${JSON.stringify(rules)})` }

export const updateDestination = (db: Database, id: string, change: DestinationChange): Statement =>
  statementOf(db, ormOf(db).update(destinations).set(changed(change)).where(eq(destinations.id, id)))

/** Writes a new target only if the one that was read is still stored. */
export const replaceTarget = (
  db: Database,
  row: { readonly id: string; readonly before: string },
  change: DestinationChange,
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(destinations)
      .set(changed(change))
      .where(and(eq(destinations.id, row.id), eq(destinations.target, row.before))),
  )

/** Only where it is enabled. */
export const disableDestination = (
  db: Database,
  id: string,
  change: { readonly disabledReason: string; readonly disabledAt: number },
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(destinations)
      .set({ ...change, enabled: false, updatedAt: change.disabledAt })
      .where(and(eq(destinations.id, id), eq(destinations.enabled, true))),
  )

export const deleteDestination = (db: Database, id: string): Statement =>
  statementOf(db, ormOf(db).delete(destinations).where(eq(destinations.id, id)))
