import { forgetCallers } from '../../auth/authenticate.ts'
import { visibleOrganizationIds } from '../../auth/caller.ts'
import { forgetProject, type ProjectScope } from '../../auth/scope.ts'
import { conflict } from '../../contracts/domain-error.ts'
import { changesOf } from '../../db/database.ts'
import { markProjectDeleted } from '../../db/projects.ts'
import { hasProvisionedStreams } from '../../db/streams.ts'
import { forgetIntakeKeys } from '../../intake/intake-key.ts'
import { auditIfChanged } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { outboxEntry } from '../outbox.ts'

/**
 * From here on the project answers 404 (here at once, everywhere else within the 30 s that caches hold it). The job
 * that removes what it holds is sent by the outbox's sweeper a minute later, when it is forgotten everywhere. 409 while
 * streams are provisioned on a platform: taking those down can fail, and belongs to the person who made them.
 */
export async function deleteProject({ ctx, scope }: VerbCall<ProjectScope>): Promise<void> {
  const { organizationId, projectId, actor } = scope
  if (await hasProvisionedStreams(ctx.db, projectId))
    throw conflict('Streams of this project are provisioned on a platform: delete their sources first.')
  const job = outboxEntry(ctx, 'deletion', { kind: 'project', projectId, organizationId, region: scope.region })
  const results = await ctx.db.batch([
    markProjectDeleted(ctx.db, projectId, ctx.now()),
    auditIfChanged(ctx, { organizationId, projectId, actor, action: 'project.delete', targetId: projectId }),
    job.statement,
  ])
  if (changesOf(results) === 0) throw conflict('The project is being deleted already.')
  forgetProject(projectId)
  forgetCallers((caller) => visibleOrganizationIds(caller)?.includes(organizationId) ?? false)
  forgetIntakeKeys((key) => key.project.projectId === projectId)
}
