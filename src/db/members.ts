/** Memberships. */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { memberships, organizations, users } from './schema/tenancy.ts'

const COLUMNS = {
  membershipId: memberships.id,
  userId: users.id,
  name: users.name,
  email: users.email,
  imageUrl: users.imageUrl,
  role: memberships.role,
  createdAt: memberships.createdAt,
}

/** Newest first. */
export const listMembers = async (db: Database, organizationId: string, limit: number) =>
  ormOf(db)
    .select(COLUMNS)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.organizationId, organizationId))
    .orderBy(desc(memberships.createdAt), desc(memberships.id))
    .limit(limit)

export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]

const hasAddress = (email: string) => sql`lower(${users.email}) = lower(${email})`

/** Finds a member by user id or by e-mail address. The id wins if both would match. */
export async function findMember(
  db: Database,
  organizationId: string,
  userIdOrEmail: string,
): Promise<MemberRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(
        and(eq(memberships.organizationId, organizationId), or(eq(users.id, userIdOrEmail), hasAddress(userIdOrEmail))),
      )
      .orderBy(desc(sql`${users.id} = ${userIdOrEmail}`))
      .limit(1),
  )
}

/** Returns whether a member has this e-mail address. */
export async function isMember(db: Database, organizationId: string, email: string): Promise<boolean> {
  const rows = await ormOf(db)
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.organizationId, organizationId), hasAddress(email)))
    .limit(1)
  return rows.length > 0
}

/** Returns whether a person belongs to a live organization. */
export async function belongsTo(db: Database, userId: string, organizationId: string): Promise<boolean> {
  const rows = await ormOf(db)
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.userId, userId),
        isNull(organizations.deletedAt),
      ),
    )
  return rows.length > 0
}

/** Makes a person the admin of an existing organization. An existing membership stays as it is. */
export const insertFirstAdmin = (
  db: Database,
  row: { readonly id: string; readonly organizationId: string; readonly userId: string; readonly createdAt: number },
): Statement =>
  rawStatement(
    db,
    sql`insert into ${memberships} (id, organization_id, user_id, role, created_at)
        select ${row.id}, ${row.organizationId}, ${row.userId}, 'admin', ${row.createdAt}
        where exists (select 1 from ${organizations} where ${organizations.id} = ${row.organizationId})
        on conflict (organization_id, user_id) do nothing`,
  )

/** True while an admin other than this person remains. */
const anotherAdmin = (organizationId: string, userId: string) =>
  sql`exists (select 1 from ${memberships} as other where other.organization_id = ${organizationId}
    and other.role = 'admin' and other.user_id <> ${userId})`

/** Changes nothing if it would leave the organization without an admin. */
export const setRole = (
  db: Database,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: MemberRow['role'] },
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(memberships)
      .set({ role })
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          eq(memberships.userId, userId),
          role === 'admin' ? undefined : or(eq(memberships.role, 'member'), anotherAdmin(organizationId, userId)),
        ),
      ),
  )

/** Changes nothing if it would leave the organization without an admin. */
export const deleteMembership = (db: Database, organizationId: string, userId: string): Statement =>
  statementOf(
    db,
    ormOf(db)
      .delete(memberships)
      .where(
        and(
          eq(memberships.organizationId, organizationId),
          eq(memberships.userId, userId),
          or(eq(memberships.role, 'member'), anotherAdmin(organizationId, userId)),
        ),
      ),
  )
