/** Device logins in progress (RFC 8628). */
import { and, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { credentials, deviceAuthorizations as logins } from './schema/credentials.ts'
import { memberships, organizations, projects } from './schema/tenancy.ts'

const COLUMNS = {
  id: logins.id,
  userCode: logins.userCode,
  clientId: logins.clientId,
  organizationId: logins.organizationId,
  projectId: logins.projectId,
  status: logins.status,
  userId: logins.userId,
  lastPolledAt: logins.lastPolledAt,
  pollIntervalSeconds: logins.pollIntervalSeconds,
  expiresAt: logins.expiresAt,
}
export type DeviceAuthorizationRow = Pick<typeof logins.$inferSelect, keyof typeof COLUMNS>

export async function insertDeviceAuthorization(
  db: Database,
  row: Omit<typeof logins.$inferInsert, 'status'>,
): Promise<void> {
  await ormOf(db)
    .insert(logins)
    .values({ ...row, status: 'pending' })
}

/** Removes at most `limit` logins that expired before `before`. */
export async function deleteExpiredDeviceAuthorizations(db: Database, before: number, limit: number): Promise<void> {
  const orm = ormOf(db)
  const expired = orm.select({ id: logins.id }).from(logins).where(lt(logins.expiresAt, before)).limit(limit)
  await orm.delete(logins).where(inArray(logins.id, expired))
}

export async function findPendingByUserCode(
  db: Database,
  userCode: string,
  now: number,
): Promise<DeviceAuthorizationRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(logins)
      .where(and(eq(logins.userCode, userCode), eq(logins.status, 'pending'), gt(logins.expiresAt, now))),
  )
}

export async function findByDeviceCode(
  db: Database,
  deviceCodeDigest: string,
  clientId: string,
): Promise<DeviceAuthorizationRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(logins)
      .where(and(eq(logins.deviceCodeDigest, deviceCodeDigest), eq(logins.clientId, clientId))),
  )
}

/** Returns false when it is no longer pending, or has expired. */
export async function storeDecision(
  db: Database,
  decision: {
    readonly id: string
    readonly status: 'approved' | 'denied'
    readonly userId: string
    readonly organizationId: string | null
    readonly now: number
  },
): Promise<boolean> {
  const { id, status, userId, organizationId, now } = decision
  const changed = await ormOf(db)
    .update(logins)
    .set({ status, userId, organizationId })
    .where(and(eq(logins.id, id), eq(logins.status, 'pending'), gt(logins.expiresAt, now)))
    .returning({ id: logins.id })
  return changed.length === 1
}

/** Records a poll and increases the interval by `slowerSeconds`. */
export async function notePoll(db: Database, id: string, now: number, slowerSeconds: number): Promise<void> {
  await ormOf(db)
    .update(logins)
    .set({ lastPolledAt: now, pollIntervalSeconds: sql`${logins.pollIntervalSeconds} + ${slowerSeconds}` })
    .where(eq(logins.id, id))
}

/** Changes approved to used. */
export const useDeviceAuthorization = (db: Database, id: string): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(logins)
      .set({ status: 'used' })
      .where(and(eq(logins.id, id), eq(logins.status, 'approved'))),
  )

export interface NewUserToken {
  readonly id: string
  readonly digest: string
  readonly lastFour: string
  readonly name: string
  readonly organizationId: string | null
  readonly projectId: string | null
  readonly userId: string
  readonly expiresAt: number
  readonly createdAt: number
}

/** Adds the token only if the statement before it in the batch changed a row. */
export const insertUserTokenIfChanged = (db: Database, token: NewUserToken): Statement =>
  rawStatement(
    db,
    sql`insert into ${credentials} (id, kind, digest, last_four, name, organization_id, project_id, user_id, origin,
          expires_at, created_at)
        select ${token.id}, 'user', ${token.digest}, ${token.lastFour}, ${token.name}, ${token.organizationId},
          ${token.projectId}, ${token.userId}, 'device', ${token.expiresAt}, ${token.createdAt} where changes() > 0`,
  )

/** Returns the organization (and project) of a scope if the person belongs to it, otherwise null. */
export async function findReach(
  db: Database,
  userId: string,
  { organizationId, projectId }: { readonly organizationId: string | null; readonly projectId: string | null },
) {
  return firstRow(
    ormOf(db)
      .select({
        organizationId: organizations.id,
        organizationName: organizations.name,
        projectName: projects.name,
      })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .leftJoin(
        projects,
        and(
          eq(projects.id, projectId ?? ''),
          eq(projects.organizationId, organizations.id),
          isNull(projects.deletedAt),
        ),
      )
      .where(
        and(
          eq(memberships.userId, userId),
          isNull(organizations.deletedAt),
          organizationId === null ? undefined : eq(organizations.id, organizationId),
          projectId === null ? undefined : isNotNull(projects.id),
        ),
      )
      .limit(1),
  )
}
