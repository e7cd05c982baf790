/** Audit rows, and messages that must not be lost: both travel in the batch of the change they belong to. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    action: text('action').notNull(),
    targetId: text('target_id'),
    /** What changed, JSON, without secrets. */
    detail: text('detail').notNull(),
    requestId: text('request_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('audit_entries_by_organization').on(table.organizationId, table.id),
    // People look for what somebody did, and for who did something.
    index('audit_entries_by_actor').on(table.organizationId, table.actorId, table.id),
    index('audit_entries_by_action').on(table.organizationId, table.action, table.id),
  ],
)

export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    queue: text('queue', { enum: ['provisioning', 'deletion', 'rewrap'] }).notNull(),
    /** JSON. */
    payload: text('payload').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('outbox_by_due').on(table.nextAttemptAt)],
)
