/** Credentials of every kind, sessions of browsers, and device logins in progress. Only digests of the values are stored. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { organizations, projects, superorganizations, users } from './tenancy.ts'

export const credentials = sqliteTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['secret', 'user', 'partner', 'public'] }).notNull(),
    /** SHA-256 of the value, hex. */
    digest: text('digest').notNull().unique(),
    lastFour: text('last_four').notNull(),
    name: text('name').notNull(),
    /** Secret and public keys: their organization. User tokens: the organization they are narrowed to, if any. */
    organizationId: text('organization_id').references(() => organizations.id),
    /** Public keys: their project. Secret keys and user tokens: the project they are narrowed to, if any. */
    projectId: text('project_id').references(() => projects.id),
    userId: text('user_id').references(() => users.id),
    superorganizationId: text('superorganization_id').references(() => superorganizations.id),
    /**
     * `operator` (made by script), `api`, `partner` (made by a partner: fewer permissions), `device` (device login),
     * `oauth` (authorization code).
     */
    origin: text('origin').notNull(),
    dataSourceConnectionId: text('data_source_connection_id'),
    logStreamId: text('log_stream_id'),
    /** For keys of log streams: sealed, because their URL is shown again. */
    encryptedValue: text('encrypted_value'),
    /** Access tokens of OAuth: the grant they belong to, the one resource that accepts them, and what they may do. */
    grantId: text('grant_id'),
    audience: text('audience'),
    /** Permissions, separated by spaces. */
    scopes: text('scopes'),
    expiresAt: integer('expires_at'),
    deactivatedAt: integer('deactivated_at'),
    lastUsedAt: integer('last_used_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('credentials_by_organization').on(table.organizationId, table.kind, table.id),
    index('credentials_by_project').on(table.projectId, table.kind, table.id),
    index('credentials_by_user').on(table.userId, table.id).where(sql`user_id is not null`),
    index('credentials_by_stream').on(table.logStreamId).where(sql`log_stream_id is not null`),
    index('credentials_by_connection')
      .on(table.dataSourceConnectionId)
      .where(sql`data_source_connection_id is not null`),
    index('credentials_by_grant').on(table.grantId).where(sql`grant_id is not null`),
    check('credentials_kind', sql`kind in ('secret', 'user', 'partner', 'public')`),
  ],
)

/**
 * Sign-ins of browsers to the console. They have a table of their own, because the kinds of `credentials` are checked
 * there.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    /** SHA-256 of the cookie's value, hex. */
    digest: text('digest').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The one-time link that started it; only in local deployments. */
    linkId: text('link_id'),
    expiresAt: integer('expires_at').notNull(),
    endedAt: integer('ended_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sessions_by_digest').on(table.digest),
    // A link signs in once: a second session of the same link cannot be stored.
    uniqueIndex('sessions_by_link').on(table.linkId).where(sql`link_id is not null`),
    index('sessions_by_expiry').on(table.expiresAt),
    index('sessions_by_user').on(table.userId),
  ],
)

/** Device login (RFC 8628). The user code is short-lived and typed by a person. */
export const deviceAuthorizations = sqliteTable(
  'device_authorizations',
  {
    id: text('id').primaryKey(),
    deviceCodeDigest: text('device_code_digest').notNull().unique(),
    userCode: text('user_code').notNull().unique(),
    clientId: text('client_id').notNull(),
    /** The requested scope; both null: the person's whole reach. */
    organizationId: text('organization_id'),
    projectId: text('project_id'),
    status: text('status', { enum: ['pending', 'approved', 'denied', 'used'] }).notNull(),
    userId: text('user_id').references(() => users.id),
    lastPolledAt: integer('last_polled_at'),
    pollIntervalSeconds: integer('poll_interval_seconds').notNull(),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('device_authorizations_by_expiry').on(table.expiresAt),
    check('device_authorizations_status', sql`status in ('pending', 'approved', 'denied', 'used')`),
  ],
)

/**
 * What a person allowed a client through OAuth's authorization code. It is written with the code when they allow it.
 * The access token of a grant is one row of `credentials`, which gets a new value with each refresh.
 */
export const oauthGrants = sqliteTable(
  'oauth_grants',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The address of the client's metadata document, or the signed id of a registration. */
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** What the person narrowed it to. */
    organizationId: text('organization_id').references(() => organizations.id),
    projectId: text('project_id').references(() => projects.id),
    audience: text('audience').notNull(),
    scopes: text('scopes').notNull(),
    codeDigest: text('code_digest').notNull(),
    codeChallenge: text('code_challenge').notNull(),
    codeUsedAt: integer('code_used_at'),
    refreshDigest: text('refresh_digest'),
    /** The refresh token before the present one. A second use of it means that a token was stolen. */
    usedRefreshDigest: text('used_refresh_digest'),
    /** Of the code, later of the refresh token. */
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('oauth_grants_code_digest_unique').on(table.codeDigest),
    uniqueIndex('oauth_grants_refresh_digest_unique').on(table.refreshDigest),
    uniqueIndex('oauth_grants_used_refresh_digest_unique').on(table.usedRefreshDigest),
    index('oauth_grants_by_expiry').on(table.expiresAt),
    index('oauth_grants_by_organization').on(table.organizationId),
    index('oauth_grants_by_project').on(table.projectId),
  ],
)
