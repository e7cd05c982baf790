/** Organizations. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { organizations, projects } from './schema/tenancy.ts'

const COLUMNS = {
  id: organizations.id,
  name: organizations.name,
  slug: organizations.slug,
  logo: organizations.logo,
}
export type OrganizationRow = Pick<typeof organizations.$inferSelect, keyof typeof COLUMNS>
const IS_LIVE = isNull(organizations.deletedAt)

export async function findOrganization(db: Database, id: string): Promise<OrganizationRow | null> {
  const [row] = await ormOf(db)
    .select(COLUMNS)
    .from(organizations)
    .where(and(eq(organizations.id, id), IS_LIVE))
  return row ?? null
}

/** Newest first. */
export const listPartnerOrganizations = async (
  db: Database,
  superorganizationId: string,
  limit: number,
): Promise<OrganizationRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(organizations)
    .where(and(eq(organizations.superorganizationId, superorganizationId), IS_LIVE))
    .orderBy(desc(organizations.createdAt), desc(organizations.id))
    .limit(limit)

export async function isPartnerOrganization(db: Database, superorganizationId: string, id: string): Promise<boolean> {
  const rows = await ormOf(db)
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.id, id), eq(organizations.superorganizationId, superorganizationId), IS_LIVE))
  return rows.length > 0
}

export const renameOrganization = (db: Database, id: string, name: string): Statement =>
  statementOf(db, ormOf(db).update(organizations).set({ name }).where(eq(organizations.id, id)))

/** The organization's own choice, null where it follows the deployment; undefined: there is no such organization. */
export async function findAgentMasking(db: Database, id: string): Promise<boolean | null | undefined> {
  const [row] = await ormOf(db)
    .select({ agentMasking: organizations.agentMasking })
    .from(organizations)
    .where(and(eq(organizations.id, id), IS_LIVE))
  return row?.agentMasking
}

/** Changes a row only where the choice is another. */
export const setAgentMasking = (db: Database, id: string, agentMasking: boolean | null): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(organizations)
      .set({ agentMasking })
      .where(
        and(
          eq(organizations.id, id),
          IS_LIVE,
          sql`${organizations.agentMasking} is not ${agentMasking === null ? null : Number(agentMasking)}`,
        ),
      ),
  )

/** A live project of a live organization. */
export async function findAccessibleProject(db: Database, projectId: string) {
  const [row] = await ormOf(db)
    .select({
      id: projects.id,
      organizationId: projects.organizationId,
      name: projects.name,
      region: projects.region,
    })
    .from(projects)
    .innerJoin(organizations, eq(organizations.id, projects.organizationId))
    .where(and(eq(projects.id, projectId), isNull(projects.deletedAt), IS_LIVE))
  return row ?? null
}
