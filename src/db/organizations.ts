/** Organizations. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { FREE_PLAN_SLUG } from '../billing/price-book.ts'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { billingSubscriptions as subscriptions } from './schema/billing.ts'
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
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(organizations)
      .where(and(eq(organizations.id, id), IS_LIVE)),
  )
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

/** Organizations other than `id` that this person created and that are on the free plan. */
const freeOrganizations = (founderId: string, id: string) => sql<number>`(
  select count(*) from ${organizations}
  where ${organizations.founderId} = ${founderId} and ${organizations.id} <> ${id} and ${IS_LIVE}
    and not exists (select 1 from ${subscriptions} where ${subscriptions.organizationId} = ${organizations.id}
      and ${subscriptions.status} <> 'canceled' and ${subscriptions.planSlug} <> ${FREE_PLAN_SLUG}))`

export async function countFreeOrganizations(db: Database, founderId: string, exceptId: string): Promise<number> {
  const row = await ormOf(db).get<{ readonly total: number }>(
    sql`select ${freeOrganizations(founderId, exceptId)} as total`,
  )
  return row.total
}

export interface NewOrganization {
  readonly id: string
  readonly name: string
  readonly slug: string
  /** `taken`: the slug belongs to another organization. */
  readonly suffixedSlug: string
  readonly superorganizationId: string | null
  /** Null for a partner's organization, which is not counted. */
  readonly founderId: string | null
  readonly freeOrganizationsMax: number
  readonly createdAt: number
}

/** Changes nothing if both slugs are taken or the founder already has the maximum of free organizations. */
export function insertOrganization(db: Database, row: NewOrganization): Statement {
  const { id, founderId } = row
  const hasStartingCredits =
    founderId === null
      ? sql`1`
      : sql`not exists (select 1 from ${organizations} where ${organizations.founderId} = ${founderId})`
  const isAllowed =
    founderId === null ? sql`true` : sql`${freeOrganizations(founderId, id)} < ${row.freeOrganizationsMax}`
  return rawStatement(
    db,
    sql`insert into ${organizations} (id, name, slug, superorganization_id, founder_id, has_starting_credits, created_at)
        select ${id}, ${row.name},
          case when exists (select 1 from ${organizations} where ${organizations.slug} = ${row.slug})
            then ${row.suffixedSlug} else ${row.slug} end,
          ${row.superorganizationId}, ${founderId}, ${hasStartingCredits}, ${row.createdAt}
        where ${isAllowed} on conflict do nothing`,
  )
}

export const renameOrganization = (db: Database, id: string, name: string): Statement =>
  statementOf(db, ormOf(db).update(organizations).set({ name }).where(eq(organizations.id, id)))

/** The organization's own setting; null if it follows the deployment; undefined if there is no such organization. */
export async function findAgentMasking(db: Database, id: string): Promise<boolean | null | undefined> {
  const [row] = await ormOf(db)
    .select({ agentMasking: organizations.agentMasking })
    .from(organizations)
    .where(and(eq(organizations.id, id), IS_LIVE))
  return row?.agentMasking
}

/** Changes a row only if the setting differs. */
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
  return firstRow(
    ormOf(db)
      .select({
        id: projects.id,
        organizationId: projects.organizationId,
        name: projects.name,
        region: projects.region,
      })
      .from(projects)
      .innerJoin(organizations, eq(organizations.id, projects.organizationId))
      .where(and(eq(projects.id, projectId), isNull(projects.deletedAt), IS_LIVE)),
  )
}
