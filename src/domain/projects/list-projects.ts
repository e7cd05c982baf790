import type { OrganizationScope, ProjectRow } from '../../auth/scope.ts'
import type { DomainContext } from '../context.ts'

/** The contract's list of projects has no cursor; an organization is limited to this many (create answers 409 past it). */
export const PROJECTS_PER_ORGANIZATION_MAX = 500

/** The projects of an organization, newest first; only its own for a narrowed credential. */
export async function listProjects({
  ctx,
  scope,
}: {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
}): Promise<ProjectRow[]> {
  const { results } = await ctx.db
    .prepare(
      `select id, organization_id as organizationId, name, region from projects
       where organization_id = ?1 and deleted_at is null and (?2 is null or id = ?2)
       order by id desc limit ?3`,
    )
    .bind(scope.organizationId, scope.narrowedToProjectId, PROJECTS_PER_ORGANIZATION_MAX)
    .all<ProjectRow>()
  return results
}
