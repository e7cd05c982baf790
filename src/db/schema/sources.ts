/**
 * Sources of telemetry. A source is a data source connection or a log source; both have streams, and the same code
 * provisions them. Sensitive metadata is sealed (src/crypto/envelope.ts).
 */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const SOURCE_KINDS = ['connection', 'log_source'] as const
export const SOURCE_MODES = ['managed', 'connectionless'] as const
export const STREAM_STATUSES = ['pending', 'provisioning', 'active', 'error'] as const

export interface AutoProvisionFilter {
  readonly allowlist: readonly string[]
  readonly denylist: readonly string[]
}

type JsonObject = Readonly<Record<string, unknown>>

export const sources = sqliteTable(
  'sources',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: SOURCE_KINDS }).notNull(),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    /** A dataSourceType, or another log provider. */
    provider: text('provider').notNull(),
    mode: text('mode', { enum: SOURCE_MODES }).notNull(),
    /** Log sources: the generated mnemonic. Connections: the display name, if any. */
    name: text('name'),
    /** Sealed. */
    metadata: text('metadata'),
    /** Null: every new resource becomes a stream. */
    autoProvisionFilter: text('auto_provision_filter', { mode: 'json' }).$type<AutoProvisionFilter>(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    /** Whether the agent may use the platform's own query language. An administrator enables it. */
    nativeQueriesEnabled: integer('native_queries', { mode: 'boolean' }).notNull().default(false),
    /** Time of the last discovery, in milliseconds since 1970. */
    discoveredAt: integer('discovered_at'),
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('sources_by_project').on(table.projectId, table.kind, table.id),
    uniqueIndex('log_source_names').on(table.projectId, table.name).where(sql`kind = 'log_source'`),
    index('sources_by_discovery').on(table.discoveredAt).where(sql`mode = 'managed' and deleted_at is null`),
    check('sources_kind', sql`kind in ('connection', 'log_source')`),
    check('sources_mode', sql`mode in ('managed', 'connectionless')`),
    check('sources_native_queries', sql`native_queries in (0, 1)`),
  ],
)

/** The provisioning consumer acts on this row, not on its message, because queues do not keep order. */
export const streams = sqliteTable(
  'streams',
  {
    id: text('id').primaryKey(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    displayName: text('display_name').notNull(),
    config: text('config', { mode: 'json' }).$type<JsonObject>().notNull(),
    /** Canonical text of the config, so that each resource of a source has one stream. */
    resourceKey: text('resource_key').notNull(),
    status: text('status', { enum: STREAM_STATUSES }).notNull(),
    errorMessage: text('error_message'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    /** What the connector stored about the resources that it created on the platform: ids, no secrets. */
    remote: text('remote', { mode: 'json' }).$type<JsonObject>(),
    /** A secret that belongs to this stream only, sealed, for platforms that sign deliveries. */
    signingSecret: text('signing_secret'),
    /** Incremented by each change that requires work. A message with an older version has no effect. */
    version: integer('version').notNull(),
    attempts: integer('attempts').notNull().default(0),
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    /**
     * Until when one consumer of the provisioning queue works on the stream alone, in milliseconds since 1970; 0 if
     * none does.
     */
    leasedUntil: integer('leased_until').notNull().default(0),
  },
  (table) => [
    index('streams_by_source').on(table.sourceId, table.id),
    uniqueIndex('streams_by_resource').on(table.sourceId, table.resourceKey).where(sql`deleted_at is null`),
    index('streams_by_project').on(table.projectId, table.status),
    check('streams_status', sql`status in ('pending', 'provisioning', 'active', 'error')`),
  ],
)
