/** Organizations, people, memberships, projects, invitations. */
import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const ROLES = ['admin', 'member'] as const

export const superorganizations = sqliteTable('superorganizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const organizations = sqliteTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull().unique(),
    logo: text('logo'),
    superorganizationId: text('superorganization_id').references(() => superorganizations.id),
    /** Set when deletion was requested. The row answers 404 from then on, and the deletion job removes the rest. */
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    /** Whether prompts are masked before they are sent to a model provider; null follows the deployment's setting. */
    agentMasking: integer('agent_masking', { mode: 'boolean' }),
    /**
     * The person who created it; null if a partner or an operator did. Not a reference, because the person may be
     * deleted first.
     */
    founderId: text('founder_id'),
    /** A person's first organization starts with the free plan's credits; later ones do not. */
    hasStartingCredits: integer('has_starting_credits', { mode: 'boolean' }).notNull().default(true),
  },
  (table) => [
    index('organizations_by_superorganization')
      .on(table.superorganizationId, table.id)
      .where(sql`superorganization_id is not null`),
    check('organizations_agent_masking', sql`agent_masking in (0, 1)`),
    check('organizations_has_starting_credits', sql`has_starting_credits in (0, 1)`),
    index('organizations_by_founder').on(table.founderId).where(sql`founder_id is not null`),
  ],
)

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name'),
    email: text('email').notNull(),
    imageUrl: text('image_url'),
    /** The identity provider's name for this person; null for users made by an operator's script. */
    oidcIssuer: text('oidc_issuer'),
    oidcSubject: text('oidc_subject'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_by_oidc_identity').on(table.oidcIssuer, table.oidcSubject).where(sql`oidc_issuer is not null`),
    index('users_by_email').on(sql`lower(${table.email})`),
  ],
)

export const memberships = sqliteTable(
  'memberships',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    unique('memberships_organization_user').on(table.organizationId, table.userId),
    index('memberships_by_user').on(table.userId),
    check('memberships_role', sql`role in ('admin', 'member')`),
  ],
)

export const projects = sqliteTable(
  'projects',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    region: text('region').notNull(),
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('projects_by_organization').on(table.organizationId, table.id),
    index('projects_deleted').on(table.organizationId, table.id).where(sql`deleted_at is not null`),
  ],
)

/** Only a digest of the token is stored. The token is shown once, in the accept URL. */
export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    tokenDigest: text('token_digest').notNull().unique(),
    invitedBy: text('invited_by').notNull(),
    acceptedAt: integer('accepted_at'),
    revokedAt: integer('revoked_at'),
    expiresAt: integer('expires_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('invitations_by_organization').on(table.organizationId, table.id),
    check('invitations_role', sql`role in ('admin', 'member')`),
  ],
)
