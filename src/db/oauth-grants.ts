/** Grants of OAuth and their access tokens. Codes and tokens are stored as digests alone. */
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { credentials, oauthGrants as grants } from './schema/credentials.ts'
import { memberships, organizations, projects } from './schema/tenancy.ts'

const COLUMNS = {
  id: grants.id,
  userId: grants.userId,
  clientId: grants.clientId,
  clientName: grants.clientName,
  organizationId: grants.organizationId,
  projectId: grants.projectId,
  audience: grants.audience,
  scopes: grants.scopes,
  codeUsedAt: grants.codeUsedAt,
  expiresAt: grants.expiresAt,
}
export type GrantRow = Pick<typeof grants.$inferSelect, keyof typeof COLUMNS>

export const insertGrant = (db: Database, grant: typeof grants.$inferInsert): Statement =>
  statementOf(db, ormOf(db).insert(grants).values(grant))

export const findGrantByCode = (db: Database, codeDigest: string): Promise<GrantRow | null> =>
  firstRow(ormOf(db).select(COLUMNS).from(grants).where(eq(grants.codeDigest, codeDigest)))

/** By its present refresh token, or by the one before it. */
export const findGrantByRefresh = (
  db: Database,
  digest: string,
): Promise<(GrantRow & { readonly refreshDigest: string | null }) | null> =>
  firstRow(
    ormOf(db)
      .select({ ...COLUMNS, refreshDigest: grants.refreshDigest })
      .from(grants)
      .where(or(eq(grants.refreshDigest, digest), eq(grants.usedRefreshDigest, digest))),
  )

export interface CodeUse {
  readonly codeDigest: string
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly refreshDigest: string
  readonly refreshExpiresAt: number
  readonly now: number
}

/** Changes the grant only for the client that requested the code, in time, and once. */
export const useCode = (db: Database, use: CodeUse): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(grants)
      .set({ codeUsedAt: use.now, refreshDigest: use.refreshDigest, expiresAt: use.refreshExpiresAt })
      .where(
        and(
          eq(grants.codeDigest, use.codeDigest),
          eq(grants.clientId, use.clientId),
          eq(grants.redirectUri, use.redirectUri),
          eq(grants.codeChallenge, use.codeChallenge),
          isNull(grants.codeUsedAt),
          gt(grants.expiresAt, use.now),
        ),
      ),
  )

export interface AccessToken {
  readonly id: string
  readonly digest: string
  readonly lastFour: string
  readonly expiresAt: number
  readonly createdAt: number
}

/** Adds the token of a grant only if the statement before it in the batch changed a row. */
export const insertAccessTokenIfChanged = (db: Database, grant: GrantRow, token: AccessToken): Statement =>
  rawStatement(
    db,
    sql`insert into ${credentials} (id, kind, digest, last_four, name, organization_id, project_id, user_id, origin,
          grant_id, audience, scopes, expires_at, created_at)
        select ${token.id}, 'user', ${token.digest}, ${token.lastFour}, ${grant.clientName}, ${grant.organizationId},
          ${grant.projectId}, ${grant.userId}, 'oauth', ${grant.id}, ${grant.audience}, ${grant.scopes},
          ${token.expiresAt}, ${token.createdAt} where changes() > 0`,
  )

export interface Rotation {
  readonly grantId: string
  readonly refreshDigest: string
  readonly newRefreshDigest: string
  readonly refreshExpiresAt: number
  readonly now: number
}

/** Changes the grant only if its token still exists and was not revoked. */
export const rotateRefresh = (db: Database, rotation: Rotation): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(grants)
      .set({
        refreshDigest: rotation.newRefreshDigest,
        usedRefreshDigest: rotation.refreshDigest,
        expiresAt: rotation.refreshExpiresAt,
      })
      .where(
        and(
          eq(grants.id, rotation.grantId),
          eq(grants.refreshDigest, rotation.refreshDigest),
          gt(grants.expiresAt, rotation.now),
          inArray(
            grants.id,
            ormOf(db)
              .select({ id: sql<string>`${credentials.grantId}` })
              .from(credentials)
              .where(and(eq(credentials.grantId, rotation.grantId), isNull(credentials.deactivatedAt))),
          ),
        ),
      ),
  )

/** Gives the token of a grant a new value, only if the statement before it in the batch changed a row. */
export const renewAccessTokenIfChanged = (
  db: Database,
  grantId: string,
  token: Pick<AccessToken, 'digest' | 'lastFour' | 'expiresAt'>,
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(credentials)
      .set({ digest: token.digest, lastFour: token.lastFour, expiresAt: token.expiresAt })
      .where(and(eq(credentials.grantId, grantId), sql`changes() > 0`)),
  )

/** Ends a grant: its tokens, and its code, cannot be used any more. */
export const endGrant = (db: Database, grantId: string, now: number): Statement[] => [
  statementOf(
    db,
    ormOf(db)
      .update(credentials)
      .set({ deactivatedAt: now })
      .where(and(eq(credentials.grantId, grantId), isNull(credentials.deactivatedAt))),
  ),
  statementOf(db, ormOf(db).update(grants).set({ refreshDigest: null, expiresAt: now }).where(eq(grants.id, grantId))),
]

/** The grant and person of an access token. */
export const findGrantOfToken = (db: Database, digest: string) =>
  firstRow(
    ormOf(db)
      .select({ id: credentials.grantId, credentialId: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.digest, digest), sql`grant_id is not null`)),
  )

/** Removes at most `limit` grants that ended before `before`, with their tokens. */
export async function deleteEndedGrants(db: Database, before: number, limit: number): Promise<void> {
  const orm = ormOf(db)
  const ended = orm.select({ id: grants.id }).from(grants).where(lt(grants.expiresAt, before)).limit(limit)
  await db.batch([
    statementOf(db, orm.delete(credentials).where(and(sql`grant_id is not null`, inArray(credentials.grantId, ended)))),
    statementOf(db, orm.delete(grants).where(inArray(grants.id, ended))),
  ])
}

/** Organizations and projects of a person, to choose from. */
export const listReaches = (db: Database, userId: string, limit: number) =>
  ormOf(db)
    .select({
      organizationId: sql<string>`${organizations.id}`.as('organization_id'),
      organizationName: sql<string>`${organizations.name}`.as('organization_name'),
      projectId: sql<string | null>`${projects.id}`.as('project_id'),
      projectName: sql<string | null>`${projects.name}`.as('project_name'),
    })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .leftJoin(projects, and(eq(projects.organizationId, organizations.id), isNull(projects.deletedAt)))
    .where(and(eq(memberships.userId, userId), isNull(organizations.deletedAt)))
    .orderBy(memberships.id, projects.id)
    .limit(limit)
