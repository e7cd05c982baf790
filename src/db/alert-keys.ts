/** Alert keys: rows as people manage them, and as the delivery endpoints read them. */
import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { AFTER_ALL_IDS, type Database, firstRow, ormOf, type Statement, statementOf } from './database.ts'
import { alertKeys } from './schema/alert-keys.ts'
import { organizations, projects } from './schema/tenancy.ts'

const COLUMNS = {
  id: alertKeys.id,
  organizationId: alertKeys.organizationId,
  projectId: alertKeys.projectId,
  name: alertKeys.name,
  lastFour: alertKeys.lastFour,
  source: alertKeys.source,
  signingSecret: alertKeys.signingSecret,
  expiresAt: alertKeys.expiresAt,
  deactivatedAt: alertKeys.deactivatedAt,
  lastUsedAt: alertKeys.lastUsedAt,
  createdAt: alertKeys.createdAt,
}

export type AlertKeyRow = Pick<typeof alertKeys.$inferSelect, keyof typeof COLUMNS>

export async function findAlertKey(db: Database, id: string): Promise<AlertKeyRow | null> {
  return firstRow(ormOf(db).select(COLUMNS).from(alertKeys).where(eq(alertKeys.id, id)))
}

/** Newest first. */
export async function pageOfAlertKeys(
  db: Database,
  page: { readonly projectId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<AlertKeyRow[]> {
  return ormOf(db)
    .select(COLUMNS)
    .from(alertKeys)
    .where(and(eq(alertKeys.projectId, page.projectId), lt(alertKeys.id, page.cursor?.toLowerCase() ?? AFTER_ALL_IDS)))
    .orderBy(desc(alertKeys.id))
    .limit(page.limit)
}

/** A repeated attempt of an idempotent request replaces the value: the earlier value was never returned. */
export const insertAlertKey = (db: Database, key: typeof alertKeys.$inferInsert): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(alertKeys)
      .values(key)
      .onConflictDoUpdate({ target: alertKeys.id, set: { digest: key.digest, lastFour: key.lastFour } }),
  )

export interface AlertKeyChange {
  readonly name?: string
  readonly expiresAt?: number | null
  readonly signingSecret?: string | null
}

/** Writes the named fields, at least one, and leaves the others as they are now. */
export const updateAlertKey = (db: Database, id: string, change: AlertKeyChange): Statement =>
  statementOf(db, ormOf(db).update(alertKeys).set(change).where(eq(alertKeys.id, id)))

export const deactivateAlertKey = (db: Database, id: string, deactivatedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(alertKeys)
      .set({ deactivatedAt })
      .where(and(eq(alertKeys.id, id), isNull(alertKeys.deactivatedAt))),
  )

/** A live key of a live project, with the region of its objects. */
export async function findLiveAlertKey(db: Database, digest: string) {
  return firstRow(
    ormOf(db)
      .select({
        id: alertKeys.id,
        organizationId: organizations.id,
        projectId: projects.id,
        region: projects.region,
        source: alertKeys.source,
        signingSecret: alertKeys.signingSecret,
        expiresAt: alertKeys.expiresAt,
      })
      .from(alertKeys)
      .innerJoin(projects, eq(projects.id, alertKeys.projectId))
      .innerJoin(organizations, eq(organizations.id, alertKeys.organizationId))
      .where(
        and(
          eq(alertKeys.digest, digest),
          isNull(alertKeys.deactivatedAt),
          isNull(projects.deletedAt),
          isNull(organizations.deletedAt),
        ),
      ),
  )
}

/** Records a use of a key. An older record never replaces a newer one. */
export async function noteAlertKeyUse(db: Database, id: string, lastUsedAt: number): Promise<void> {
  await ormOf(db)
    .update(alertKeys)
    .set({ lastUsedAt })
    .where(and(eq(alertKeys.id, id), or(isNull(alertKeys.lastUsedAt), lt(alertKeys.lastUsedAt, lastUsedAt))))
}
