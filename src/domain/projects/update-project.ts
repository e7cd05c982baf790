import { forgetProject, type ProjectRow, type ProjectScope } from '../../auth/scope.ts'
import { renameProject } from '../../db/projects.ts'
import { audit } from '../audit.ts'
import type { VerbCall } from '../context.ts'

/** Renames a project. Its region never changes. */
export async function updateProject({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly name: string | undefined }>): Promise<ProjectRow> {
  const { organizationId, projectId, region, actor } = scope
  const name = input.name ?? scope.projectName
  await ctx.db.batch([
    renameProject(ctx.db, projectId, name),
    audit(ctx, { organizationId, projectId, actor, action: 'project.update', targetId: projectId, detail: { name } }),
  ])
  forgetProject(projectId)
  return { id: projectId, organizationId, name, region }
}
