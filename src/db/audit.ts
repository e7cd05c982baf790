/** Audit rows. They are written in the batch of the change that they record, and read by admins. */
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { AFTER_ALL_IDS, type Database, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { auditEntries } from './schema/audit.ts'
import { credentials } from './schema/credentials.ts'
import { users } from './schema/tenancy.ts'

export type NewAuditEntry = typeof auditEntries.$inferInsert

/** Records the change unconditionally. */
export const insertAuditEntry = (db: Database, entry: NewAuditEntry): Statement =>
  statementOf(db, ormOf(db).insert(auditEntries).values(entry))

/** Records the change only if the statement before it in the batch changed a row. */
export function insertAuditEntryIfChanged(db: Database, entry: NewAuditEntry): Statement {
  // The builder's `insert … select` names every column of the table in its order.
  return rawStatement(
    db,
    sql`insert into ${auditEntries} (id, organization_id, project_id, actor_kind, actor_id, action, target_id, detail,
          request_id, created_at)
        select ${entry.id}, ${entry.organizationId}, ${entry.projectId ?? null}, ${entry.actorKind}, ${entry.actorId},
          ${entry.action}, ${entry.targetId ?? null}, ${entry.detail}, ${entry.requestId ?? null}, ${entry.createdAt}
        where changes() > 0`,
  )
}

export interface AuditPage {
  readonly organizationId: string
  readonly projectId?: string | undefined
  readonly actorId?: string | undefined
  /** `member.update_role`, or with `isGroup` all actions on a `member`. */
  readonly action?: { readonly text: string; readonly isGroup: boolean } | undefined
  /** Milliseconds since 1970, half-open. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** What was done in an organization, newest first, with the names that its people and keys have now. */
export async function pageOfAuditEntries(db: Database, page: AuditPage) {
  return (
    ormOf(db)
      .select({
        id: auditEntries.id,
        projectId: auditEntries.projectId,
        actorKind: auditEntries.actorKind,
        actorId: auditEntries.actorId,
        userName: users.name,
        userEmail: users.email,
        keyName: credentials.name,
        action: auditEntries.action,
        targetId: auditEntries.targetId,
        detail: auditEntries.detail,
        requestId: auditEntries.requestId,
        createdAt: auditEntries.createdAt,
      })
      .from(auditEntries)
      .leftJoin(users, and(eq(auditEntries.actorKind, 'user'), eq(users.id, auditEntries.actorId)))
      // A key of a partner is not the organization's, so its name is not told.
      .leftJoin(
        credentials,
        and(eq(credentials.id, auditEntries.actorId), eq(credentials.organizationId, auditEntries.organizationId)),
      )
      .where(and(...conditionsOf(page)))
      .orderBy(desc(auditEntries.id))
      .limit(page.limit)
  )
}

function conditionsOf({ organizationId, projectId, actorId, action, from, to, cursor }: AuditPage) {
  return [
    eq(auditEntries.organizationId, organizationId),
    lt(auditEntries.id, cursor?.toLowerCase() ?? AFTER_ALL_IDS),
    projectId === undefined ? undefined : eq(auditEntries.projectId, projectId),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    action === undefined || action.isGroup ? undefined : eq(auditEntries.action, action.text),
    // `/` follows `.`: everything that begins with the word and a dot.
    action?.isGroup
      ? and(gte(auditEntries.action, `${action.text}.`), lt(auditEntries.action, `${action.text}/`))
      : undefined,
    from === undefined ? undefined : gte(auditEntries.createdAt, from),
    to === undefined ? undefined : lt(auditEntries.createdAt, to),
  ]
}
