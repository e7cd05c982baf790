import type { OrganizationScope, ProjectRow } from '../../auth/scope.ts'
import { conflict } from '../../http/errors.ts'
import { auditIfChanged, changesOf } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdId } from '../ids.ts'
import { PROJECTS_PER_ORGANIZATION_MAX } from './list-projects.ts'
import type { Region } from './region.ts'

export async function createProject({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: OrganizationScope
  readonly input: { readonly name: string; readonly region: Region }
}): Promise<ProjectRow> {
  const { organizationId, actor } = scope
  const id = createdId(ctx)
  const results = await ctx.db.batch([
    ctx.db
      .prepare(
        `insert into projects (id, organization_id, name, region, created_at)
         select ?1, ?2, ?3, ?4, ?5
         where (select count(*) from projects where organization_id = ?2 and deleted_at is null) < ?6
         on conflict (id) do update set name = excluded.name`,
      )
      .bind(id, organizationId, input.name, input.region, ctx.now(), PROJECTS_PER_ORGANIZATION_MAX),
    auditIfChanged(ctx, { organizationId, projectId: id, actor, action: 'project.create', targetId: id }),
  ])
  if (changesOf(results) === 0) throw conflict(`An organization has at most ${PROJECTS_PER_ORGANIZATION_MAX} projects.`)
  return { id, organizationId, name: input.name, region: input.region }
}
