/** What D1 holds of a project besides its sources: list rows of threads, redaction settings, clients. */
import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Threads as lists show them. Everything else of a thread is in its Durable Object, which writes these rows. */
export const threads = sqliteTable(
  'threads',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    title: text('title'),
    status: text('status', { enum: ['regular', 'archived'] }).notNull(),
    source: text('source').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Number of changes of the thread, so that a late delivery does not overwrite a newer one. */
    version: integer('version').notNull(),
  },
  (table) => [
    index('threads_by_project').on(table.projectId, table.id),
    index('threads_by_project_and_status').on(table.projectId, table.status, table.id),
    check('threads_status', sql`status in ('regular', 'archived')`),
  ],
)

/** If there is no row, the built-in rules apply, without e-mail addresses. */
export const redactionSettings = sqliteTable('redaction_settings', {
  projectId: text('project_id').primaryKey(),
  enabled: integer('enabled', { mode: 'boolean' }).notNull(),
  redactEmails: integer('redact_emails', { mode: 'boolean' }).notNull(),
  /** JSON: [{name, pattern, replacement}] */
  rules: text('rules').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The kinds of clients (x-oas-client-source) that use a project, and when each was last seen, to the hour. */
export const projectClients = sqliteTable(
  'project_clients',
  {
    projectId: text('project_id').notNull(),
    client: text('client', { enum: ['mcp', 'cli', 'chat'] }).notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.client] }),
    check('project_clients_client', sql`client in ('mcp', 'cli', 'chat')`),
  ],
)
