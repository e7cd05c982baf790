import type { OrganizationScope, ProjectRow } from '../../auth/scope.ts'
import * as rows from '../../db/projects.ts'
import type { VerbCall } from '../context.ts'

/** The contract's list of projects has no cursor; an organization is limited to this many (create answers 409 past it). */
export const PROJECTS_PER_ORGANIZATION_MAX = 500

/** The projects of an organization, newest first; only its own for a narrowed credential. */
export async function listProjects({ ctx, scope }: VerbCall<OrganizationScope>): Promise<ProjectRow[]> {
  const { organizationId, narrowedToProjectId } = scope
  return rows.listProjects(ctx.db, organizationId, {
    projectId: narrowedToProjectId,
    limit: PROJECTS_PER_ORGANIZATION_MAX,
  })
}
