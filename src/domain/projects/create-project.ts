import type { OrganizationScope, ProjectRow } from '../../auth/scope.ts'
import { conflict } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import type { Region } from '../../contracts/region.ts'
import { changesOf } from '../../db/database.ts'
import { insertProject } from '../../db/projects.ts'
import { auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { PROJECTS_PER_ORGANIZATION_MAX } from './list-projects.ts'

/**
 * Creates a project. Its region cannot be changed later. Throws `conflict` when the organization has as many projects
 * as it may have.
 */
export async function createProject({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly name: string; readonly region: Region }>): Promise<ProjectRow> {
  const { organizationId, actor } = scope
  const id = createdId(ctx)
  const results = await ctx.db.batch([
    insertProject(
      ctx.db,
      { id, organizationId, name: input.name, region: input.region, createdAt: ctx.now() },
      PROJECTS_PER_ORGANIZATION_MAX,
    ),
    auditIfChanged(ctx, { organizationId, projectId: id, actor, action: 'project.create', targetId: id }),
  ])
  if (changesOf(results) === 0)
    throw conflict(
      `The organization already has ${PROJECTS_PER_ORGANIZATION_MAX} projects, the maximum. Delete one before you create another.`,
    )
  return { id, organizationId, name: input.name, region: input.region }
}
