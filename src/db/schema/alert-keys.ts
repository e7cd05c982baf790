/** Keys that senders of alerts and changes deliver with. Values are kept as digests only. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { organizations, projects } from './tenancy.ts'

export const alertKeys = sqliteTable(
  'alert_keys',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    name: text('name').notNull(),
    /** SHA-256 of the value, hex. */
    digest: text('digest').notNull(),
    lastFour: text('last_four').notNull(),
    /** The one sender that may deliver with it, named as in its path. Null: any. */
    source: text('source'),
    /** The sealed secret with which the sender signs. Null: deliveries need no signature. */
    signingSecret: text('signing_secret'),
    expiresAt: integer('expires_at'),
    deactivatedAt: integer('deactivated_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('alert_keys_by_digest').on(table.digest),
    index('alert_keys_by_project').on(table.projectId, table.id),
    index('alert_keys_by_organization').on(table.organizationId),
    // A rotation of the master key looks for sealed values alone.
    index('alert_keys_signed').on(table.id).where(sql`signing_secret is not null`),
  ],
)
