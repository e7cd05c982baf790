/** Loads what a caller consists of, from the digest of a credential or from a person. */
import { and, asc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { type Database, ormOf } from './database.ts'
import { credentials, sessions } from './schema/credentials.ts'
import { memberships, organizations, projects, superorganizations, users } from './schema/tenancy.ts'

/** Written out, not bound: SQLite uses a partial index only where it sees its condition in the statement. */
const IS_DELETED = isNotNull(projects.deletedAt)

const MEMBERSHIP_COLUMNS = {
  id: organizations.id,
  name: organizations.name,
  slug: organizations.slug,
  logo: organizations.logo,
  role: memberships.role,
}

/**
 * Returns the credential with its organization, person and superorganization; the person's memberships; and the deleted
 * projects of all those organizations whose data is still being removed. Null: the credential is unknown, deactivated,
 * or belongs to something deleted. One batch, read from the primary, because a replica may not have a new credential
 * yet.
 */
export async function loadCredential(db: Database, digest: string) {
  const orm = ormOf(db)
  const userOfCredential = orm
    .select({ id: credentials.userId })
    .from(credentials)
    .where(eq(credentials.digest, digest))
  const organizationsOfCaller = unionAll(
    orm
      .select({ id: sql<string | null>`${credentials.organizationId}`.as('id') })
      .from(credentials)
      .where(and(eq(credentials.digest, digest), eq(credentials.kind, 'secret'))),
    orm
      .select({ id: sql<string | null>`${memberships.organizationId}`.as('id') })
      .from(memberships)
      .where(inArray(memberships.userId, userOfCredential)),
  )
  const [[credential], ofUser, deleted] = await orm.batch([
    orm
      // In a batch, D1 returns rows by column name, so columns with equal names need aliases.
      .select({
        id: sql<string>`${credentials.id}`.as('credential_id'),
        kind: credentials.kind,
        name: sql<string>`${credentials.name}`.as('credential_name'),
        origin: credentials.origin,
        projectId: sql<string | null>`${credentials.projectId}`.as('credential_project_id'),
        narrowedToOrganizationId: sql<string | null>`${credentials.organizationId}`.as('narrowed_to_organization_id'),
        grantId: credentials.grantId,
        audience: credentials.audience,
        scopes: credentials.scopes,
        expiresAt: credentials.expiresAt,
        lastUsedAt: credentials.lastUsedAt,
        organizationId: sql<string | null>`${organizations.id}`.as('organization_id'),
        organizationName: sql<string | null>`${organizations.name}`.as('organization_name'),
        organizationSlug: organizations.slug,
        organizationLogo: organizations.logo,
        userId: sql<string | null>`${users.id}`.as('user_id'),
        userName: sql<string | null>`${users.name}`.as('user_name'),
        userEmail: users.email,
        superorganizationId: sql<string | null>`${superorganizations.id}`.as('superorganization_id'),
        superorganizationName: sql<string | null>`${superorganizations.name}`.as('superorganization_name'),
      })
      .from(credentials)
      .leftJoin(organizations, and(eq(organizations.id, credentials.organizationId), isNull(organizations.deletedAt)))
      .leftJoin(users, eq(users.id, credentials.userId))
      .leftJoin(superorganizations, eq(superorganizations.id, credentials.superorganizationId))
      .leftJoin(projects, eq(projects.id, credentials.projectId))
      .where(
        and(
          eq(credentials.digest, digest),
          isNull(credentials.deactivatedAt),
          ne(credentials.kind, 'public'),
          or(isNull(credentials.projectId), isNull(projects.deletedAt)),
          or(isNull(credentials.organizationId), isNotNull(organizations.id)),
        ),
      ),
    orm
      .select(MEMBERSHIP_COLUMNS)
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(inArray(memberships.userId, userOfCredential), isNull(organizations.deletedAt)))
      .orderBy(asc(memberships.id)),
    orm
      .select({ id: projects.id })
      .from(projects)
      .where(and(IS_DELETED, inArray(projects.organizationId, organizationsOfCaller))),
  ])
  if (credential === undefined) return null
  return { credential, memberships: ofUser, deletedProjectIds: deleted.map(({ id }) => id) }
}

export type LoadedCredentialRow = NonNullable<Awaited<ReturnType<typeof loadCredential>>>

/**
 * Returns a console session with its person, as `loadCredential` does for a credential. Null: the session is unknown or
 * has ended.
 */
export async function loadSession(db: Database, digest: string) {
  const orm = ormOf(db)
  const userOfSession = orm.select({ id: sessions.userId }).from(sessions).where(eq(sessions.digest, digest))
  const [[session], ofUser, deleted] = await orm.batch([
    orm
      // In a batch, D1 returns rows by column name, so columns with equal names need aliases.
      .select({
        id: sql<string>`${sessions.id}`.as('session_id'),
        expiresAt: sessions.expiresAt,
        userId: sql<string>`${users.id}`.as('user_id'),
        userName: users.name,
        userEmail: users.email,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.digest, digest), isNull(sessions.endedAt))),
    ...membershipsOf(orm, inArray(memberships.userId, userOfSession)),
  ])
  if (session === undefined) return null
  return { session, memberships: ofUser, deletedProjectIds: deleted.map(({ id }) => id) }
}

/** The memberships of a person (`isTheirs`), and the deleted projects of those organizations. */
function membershipsOf(orm: ReturnType<typeof ormOf>, isTheirs: SQL) {
  const ownOrganizations = orm.select({ id: memberships.organizationId }).from(memberships).where(isTheirs)
  return [
    orm
      .select(MEMBERSHIP_COLUMNS)
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(isTheirs, isNull(organizations.deletedAt)))
      .orderBy(asc(memberships.id)),
    orm
      .select({ id: projects.id })
      .from(projects)
      .where(and(IS_DELETED, inArray(projects.organizationId, ownOrganizations))),
  ] as const
}

/** The same part of `loadCredential` for a person who is already known. */
export async function loadMemberships(db: Database, userId: string) {
  const orm = ormOf(db)
  const [ofUser, deleted] = await orm.batch([...membershipsOf(orm, eq(memberships.userId, userId))])
  return { memberships: ofUser, deletedProjectIds: deleted.map(({ id }) => id) }
}
