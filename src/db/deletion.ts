/** Removes everything that D1 holds of a project or an organization. The ledger and the audit log stay. */
import { eq } from 'drizzle-orm'
import { type Database, ormOf, statementOf } from './database.ts'
import { alertKeys } from './schema/alert-keys.ts'
import { credentials, deviceAuthorizations, oauthGrants } from './schema/credentials.ts'
import { destinations } from './schema/destinations.ts'
import { incidentShares } from './schema/incident-shares.ts'
import { mcpServers } from './schema/mcp-servers.ts'
import { projectClients, redactionSettings, threads } from './schema/projects.ts'
import { sources, streams } from './schema/sources.ts'
import { invitations, memberships, organizations, projects } from './schema/tenancy.ts'

/**
 * When the deletion was requested. The inner value is null if it was not requested, or was withdrawn. Null: the row no
 * longer exists.
 */
export async function findDeletionMark(
  db: Database,
  of: { readonly projectId: string } | { readonly organizationId: string },
) {
  const orm = ormOf(db)
  const [row] =
    'projectId' in of
      ? await orm.select({ deletedAt: projects.deletedAt }).from(projects).where(eq(projects.id, of.projectId))
      : await orm
          .select({ deletedAt: organizations.deletedAt })
          .from(organizations)
          .where(eq(organizations.id, of.organizationId))
  return row ?? null
}

/** Rows that refer to others are removed first; the project's own row is last. */
export async function deleteProjectRows(db: Database, projectId: string): Promise<void> {
  const orm = ormOf(db)
  await db.batch(
    [
      orm.delete(threads).where(eq(threads.projectId, projectId)),
      orm.delete(credentials).where(eq(credentials.projectId, projectId)),
      orm.delete(oauthGrants).where(eq(oauthGrants.projectId, projectId)),
      orm.delete(alertKeys).where(eq(alertKeys.projectId, projectId)),
      orm.delete(incidentShares).where(eq(incidentShares.projectId, projectId)),
      orm.delete(deviceAuthorizations).where(eq(deviceAuthorizations.projectId, projectId)),
      orm.delete(redactionSettings).where(eq(redactionSettings.projectId, projectId)),
      orm.delete(projectClients).where(eq(projectClients.projectId, projectId)),
      orm.delete(destinations).where(eq(destinations.projectId, projectId)),
      orm.delete(mcpServers).where(eq(mcpServers.projectId, projectId)),
      orm.delete(streams).where(eq(streams.projectId, projectId)),
      orm.delete(sources).where(eq(sources.projectId, projectId)),
      orm.delete(projects).where(eq(projects.id, projectId)),
    ].map((query) => statementOf(db, query)),
  )
}

/**
 * People stay, because they do not belong to the organization. Their memberships, and tokens narrowed to it, are
 * removed.
 */
export async function deleteOrganizationRows(db: Database, organizationId: string): Promise<void> {
  const orm = ormOf(db)
  await db.batch(
    [
      orm.delete(threads).where(eq(threads.organizationId, organizationId)),
      orm.delete(invitations).where(eq(invitations.organizationId, organizationId)),
      orm.delete(memberships).where(eq(memberships.organizationId, organizationId)),
      orm.delete(deviceAuthorizations).where(eq(deviceAuthorizations.organizationId, organizationId)),
      orm.delete(credentials).where(eq(credentials.organizationId, organizationId)),
      orm.delete(oauthGrants).where(eq(oauthGrants.organizationId, organizationId)),
      orm.delete(alertKeys).where(eq(alertKeys.organizationId, organizationId)),
      orm.delete(incidentShares).where(eq(incidentShares.organizationId, organizationId)),
      orm.delete(organizations).where(eq(organizations.id, organizationId)),
    ].map((query) => statementOf(db, query)),
  )
}
