/** Audit rows. They are written in the batch of the change that they record. */
import { sql } from 'drizzle-orm'
import { type Database, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { auditEntries } from './schema/audit.ts'

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
