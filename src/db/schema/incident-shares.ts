/** Links that show one incident to whoever has them. Values are kept as digests only. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { organizations, projects } from './tenancy.ts'

export const incidentShares = sqliteTable(
  'incident_shares',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    /** The incident lies in the on-call object of the project, so nothing of D1 refers to it. */
    incidentId: text('incident_id').notNull(),
    /** SHA-256 of the value, hex. */
    digest: text('digest').notNull(),
    /** `user user_…`, `secret_key …`. */
    createdBy: text('created_by').notNull(),
    expiresAt: integer('expires_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('incident_shares_by_digest').on(table.digest),
    index('incident_shares_by_incident').on(table.projectId, table.incidentId, table.id),
    index('incident_shares_by_organization').on(table.organizationId),
    // Links that have expired are removed.
    index('incident_shares_by_expiry').on(table.expiresAt),
  ],
)
