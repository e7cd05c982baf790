/** Where a project's incidents are reported. Pending deliveries are in the project's delivery object. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DESTINATION_KINDS, type DestinationRules, type TargetSummary } from '../../contracts/delivery-protocol.ts'

export const destinations = sqliteTable(
  'destinations',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    kind: text('kind', { enum: DESTINATION_KINDS }).notNull(),
    name: text('name').notNull(),
    /** A `Target` as JSON, sealed: addresses of webhooks are credentials. */
    target: text('target').notNull(),
    /** What may be shown of it. */
    summary: text('summary', { mode: 'json' }).$type<TargetSummary>().notNull(),
    rules: text('rules', { mode: 'json' }).$type<DestinationRules>().notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    /** Why the service itself disabled it. Null if it did not. */
    disabledReason: text('disabled_reason'),
    disabledAt: integer('disabled_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    index('destinations_by_project').on(table.projectId, table.id),
    check('destinations_kind', sql`kind in ('webhook', 'slack', 'teams', 'pagerduty', 'opsgenie', 'email')`),
    check('destinations_enabled', sql`enabled in (0, 1)`),
  ],
)
