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
 * Marks a project as deleted. From then on it answers 404: in this isolate at once, everywhere else within the 30 s
 * that caches live. The outbox's sweeper sends the job that removes its data a minute later, when no cache knows the
 * project any more. Answers 409 while streams are provisioned on a platform, because removing them can fail and is the
 * task of the person who created them.
 */
export async function deleteProject({ ctx, scope }: VerbCall<ProjectScope>): Promise<void> {
  const { organizationId, projectId, actor } = scope
  if (await hasProvisionedStreams(ctx.db, projectId))
    throw conflict(
      'The project cannot be deleted while its streams are provisioned on a platform. Delete their sources first.',
    )
  const job = outboxEntry(ctx, 'deletion', { kind: 'project', projectId, organizationId, region: scope.region })
  const results = await ctx.db.batch([
    markProjectDeleted(ctx.db, projectId, ctx.now()),
    auditIfChanged(ctx, { organizationId, projectId, actor, action: 'project.delete', targetId: projectId }),
    job.statement,
  ])
  if (changesOf(results) === 0) throw conflict('The project is already being deleted.')
  forgetProject(projectId)
  forgetCallers((caller) => visibleOrganizationIds(caller)?.includes(organizationId) ?? false)
  forgetIntakeKeys((key) => key.project.projectId === projectId)
}
