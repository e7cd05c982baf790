/** Links to incidents: rows as people manage them, and as a link that is opened finds its own. */
import { and, desc, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { type Database, firstRow, ormOf, type Statement, statementOf } from './database.ts'
import { incidentShares } from './schema/incident-shares.ts'
import { organizations, projects } from './schema/tenancy.ts'

const COLUMNS = {
  id: incidentShares.id,
  organizationId: incidentShares.organizationId,
  projectId: incidentShares.projectId,
  incidentId: incidentShares.incidentId,
  createdBy: incidentShares.createdBy,
  expiresAt: incidentShares.expiresAt,
  lastUsedAt: incidentShares.lastUsedAt,
  createdAt: incidentShares.createdAt,
}

export type IncidentShareRow = Pick<typeof incidentShares.$inferSelect, keyof typeof COLUMNS>

/** The links of an incident that have not expired, newest first. */
export async function liveSharesOf(
  db: Database,
  of: { readonly projectId: string; readonly incidentId: string; readonly now: number; readonly limit: number },
): Promise<IncidentShareRow[]> {
  return ormOf(db)
    .select(COLUMNS)
    .from(incidentShares)
    .where(
      and(
        eq(incidentShares.projectId, of.projectId),
        eq(incidentShares.incidentId, of.incidentId),
        gt(incidentShares.expiresAt, of.now),
      ),
    )
    .orderBy(desc(incidentShares.id))
    .limit(of.limit)
}

/** A repeated attempt of an idempotent request replaces the value: the one made before was never handed out. */
export const insertShare = (db: Database, share: typeof incidentShares.$inferInsert): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(incidentShares)
      .values(share)
      .onConflictDoUpdate({ target: incidentShares.id, set: { digest: share.digest } }),
  )

/** Removes a link of an incident. */
export const deleteShare = (
  db: Database,
  of: { readonly id: string; readonly projectId: string; readonly incidentId: string },
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .delete(incidentShares)
      .where(
        and(
          eq(incidentShares.id, of.id),
          eq(incidentShares.projectId, of.projectId),
          eq(incidentShares.incidentId, of.incidentId),
        ),
      ),
  )

/** The link of a value, in a live project of a live organization. Expiry is for its caller to judge. */
export async function findShareByDigest(db: Database, digest: string) {
  return firstRow(
    ormOf(db)
      .select({
        id: incidentShares.id,
        incidentId: incidentShares.incidentId,
        expiresAt: incidentShares.expiresAt,
        organizationId: organizations.id,
        projectId: projects.id,
        projectName: projects.name,
        region: projects.region,
      })
      .from(incidentShares)
      .innerJoin(projects, eq(projects.id, incidentShares.projectId))
      .innerJoin(organizations, eq(organizations.id, incidentShares.organizationId))
      .where(and(eq(incidentShares.digest, digest), isNull(projects.deletedAt), isNull(organizations.deletedAt))),
  )
}

/** Notes that a link was opened; an older note never replaces a newer one. */
export async function noteShareUse(db: Database, id: string, lastUsedAt: number): Promise<void> {
  const isNewer = or(isNull(incidentShares.lastUsedAt), lt(incidentShares.lastUsedAt, lastUsedAt))
  await ormOf(db)
    .update(incidentShares)
    .set({ lastUsedAt })
    .where(and(eq(incidentShares.id, id), isNewer))
}

/** Removes at most `limit` links that expired before `before`. */
export async function deleteExpiredShares(db: Database, before: number, limit: number): Promise<void> {
  const orm = ormOf(db)
  const expired = orm
    .select({ id: incidentShares.id })
    .from(incidentShares)
    .where(lt(incidentShares.expiresAt, before))
    .limit(limit)
  await orm.delete(incidentShares).where(inArray(incidentShares.id, expired))
}
