import type { OrganizationScope, ProjectRow } from '../../auth/scope.ts'
import * as rows from '../../db/projects.ts'
import type { VerbCall } from '../context.ts'

/**
 * Maximum number of projects in an organization (creating more answers 409), because the contract's list of projects
 * has no cursor.
 */
export const PROJECTS_PER_ORGANIZATION_MAX = 500

/** Returns the projects of an organization, newest first. A narrowed credential sees only its own. */
export async function listProjects({ ctx, scope }: VerbCall<OrganizationScope>): Promise<ProjectRow[]> {
  const { organizationId, narrowedToProjectId } = scope
  return rows.listProjects(ctx.db, organizationId, {
    projectId: narrowedToProjectId,
    limit: PROJECTS_PER_ORGANIZATION_MAX,
  })
}
