/** Projects. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { billingSubscriptions } from './schema/billing.ts'
import { projects } from './schema/tenancy.ts'

/** A project as the API shows it. */
const COLUMNS = {
  id: projects.id,
  organizationId: projects.organizationId,
  name: projects.name,
  region: projects.region,
}
const IS_LIVE = isNull(projects.deletedAt)

export async function findProject(db: Database, id: string) {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(projects)
      .where(and(eq(projects.id, id), IS_LIVE)),
  )
}

/** Newest first; only the one named by `projectId`, if any. */
export const listProjects = (
  db: Database,
  organizationId: string,
  { projectId, limit }: { readonly projectId: string | null; readonly limit: number },
) =>
  ormOf(db)
    .select(COLUMNS)
    .from(projects)
    .where(
      and(
        eq(projects.organizationId, organizationId),
        IS_LIVE,
        projectId === null ? undefined : eq(projects.id, projectId),
      ),
    )
    .orderBy(desc(projects.id))
    .limit(limit)

/** Some live projects of an organization, oldest first. */
export const firstProjects = async (db: Database, organizationId: string, limit: number) =>
  ormOf(db)
    .select(COLUMNS)
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), IS_LIVE))
    .orderBy(asc(projects.id))
    .limit(limit)

export interface NewProject {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly region: string
  readonly createdAt: number
}

/** Changes nothing if the organization has `max` live projects. A repeated attempt changes only the name. */
export const insertProject = (db: Database, project: NewProject, max: number): Statement =>
  rawStatement(
    db,
    sql`insert into ${projects} (id, organization_id, name, region, created_at)
        select ${project.id}, ${project.organizationId}, ${project.name}, ${project.region}, ${project.createdAt}
        where (select count(*) from ${projects}
               where ${projects.organizationId} = ${project.organizationId} and ${IS_LIVE}) < ${max}
        on conflict (id) do update set name = excluded.name`,
  )

export const renameProject = (db: Database, id: string, name: string): Statement =>
  statementOf(db, ormOf(db).update(projects).set({ name }).where(eq(projects.id, id)))

export const markProjectDeleted = (db: Database, id: string, deletedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(projects)
      .set({ deletedAt })
      .where(and(eq(projects.id, id), IS_LIVE)),
  )

/** The region and plan that decide where and how long the records of a live project are stored. */
export async function findStoragePolicy(db: Database, projectId: string) {
  return firstRow(
    ormOf(db)
      .select({ region: projects.region, planSlug: billingSubscriptions.planSlug })
      .from(projects)
      .leftJoin(
        billingSubscriptions,
        and(
          eq(billingSubscriptions.organizationId, projects.organizationId),
          // Written out, not bound: SQLite uses a partial index only where it sees its condition in the statement.
          sql`${billingSubscriptions.status} != 'canceled'`,
        ),
      )
      .where(and(eq(projects.id, projectId), IS_LIVE)),
  )
}

// ---- Deletion of an organization ----

/** Marks the projects of a deleted organization that are not marked yet. */
export async function markProjectsDeleted(db: Database, organizationId: string, deletedAt: number): Promise<void> {
  await ormOf(db)
    .update(projects)
    .set({ deletedAt })
    .where(and(eq(projects.organizationId, organizationId), IS_LIVE))
}

/** Returns all projects of an organization, including deleted ones, oldest first. */
export const projectsToDelete = (db: Database, organizationId: string) =>
  ormOf(db)
    .select({ id: projects.id, region: projects.region })
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
    .orderBy(asc(projects.id))
