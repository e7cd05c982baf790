/** Invitations to organizations. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { invitations, memberships } from './schema/tenancy.ts'

const COLUMNS = {
  id: invitations.id,
  organizationId: invitations.organizationId,
  email: invitations.email,
  role: invitations.role,
  acceptedAt: invitations.acceptedAt,
  revokedAt: invitations.revokedAt,
  expiresAt: invitations.expiresAt,
  createdAt: invitations.createdAt,
}
export type InvitationRow = Pick<typeof invitations.$inferSelect, keyof typeof COLUMNS>

const IS_OPEN = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt))

export async function findInvitation(db: Database, id: string): Promise<InvitationRow | null> {
  return firstRow(ormOf(db).select(COLUMNS).from(invitations).where(eq(invitations.id, id)))
}

export async function findInvitationByToken(db: Database, tokenDigest: string): Promise<InvitationRow | null> {
  return firstRow(ormOf(db).select(COLUMNS).from(invitations).where(eq(invitations.tokenDigest, tokenDigest)))
}

/** Newest first. */
export const listInvitations = async (db: Database, organizationId: string, limit: number): Promise<InvitationRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(invitations)
    .where(eq(invitations.organizationId, organizationId))
    .orderBy(desc(invitations.id))
    .limit(limit)

/** Revokes the open invitations for this address, whatever the case of its letters. */
export const revokeInvitationsOf = (
  db: Database,
  organizationId: string,
  email: string,
  revokedAt: number,
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(invitations)
      .set({ revokedAt })
      .where(
        and(
          eq(invitations.organizationId, organizationId),
          sql`lower(${invitations.email}) = lower(${email})`,
          IS_OPEN,
        ),
      ),
  )

/** A repeated attempt of an idempotent request replaces the token, because the earlier token was never returned. */
export const insertInvitation = (db: Database, invitation: typeof invitations.$inferInsert): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(invitations)
      .values(invitation)
      .onConflictDoUpdate({
        target: invitations.id,
        set: { tokenDigest: invitation.tokenDigest, revokedAt: null },
      }),
  )

export const revokeInvitation = (db: Database, organizationId: string, id: string, revokedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(invitations)
      .set({ revokedAt })
      .where(and(eq(invitations.id, id), eq(invitations.organizationId, organizationId), IS_OPEN)),
  )

export const acceptInvitation = (db: Database, id: string, acceptedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(invitations)
      .set({ acceptedAt })
      .where(and(eq(invitations.id, id), IS_OPEN)),
  )

/**
 * Adds the membership only if the statement before it in the batch changed a row. An existing membership stays as it
 * is.
 */
export const insertMembershipIfChanged = (db: Database, row: typeof memberships.$inferInsert): Statement =>
  rawStatement(
    db,
    sql`insert into ${memberships} (id, organization_id, user_id, role, created_at)
        select ${row.id}, ${row.organizationId}, ${row.userId}, ${row.role}, ${row.createdAt} where changes() > 0
        on conflict (organization_id, user_id) do nothing`,
  )
