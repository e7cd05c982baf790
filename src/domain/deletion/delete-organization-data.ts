/** Everything an organization holds: its subscription ends, its projects go one by one, then what is its own. */
import { deleteOrganizationRows } from '../../db/deletion.ts'
import { markProjectsDeleted, projectsToDelete } from '../../db/projects.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import type { DomainContext } from '../context.ts'
import { deleteProjectData } from './delete-project-data.ts'
import { type Progress, together } from './progress.ts'

/** Projects looked at by one delivery; each does a bounded part. */
const PROJECTS_PER_DELIVERY = 20

export interface DeletedOrganization {
  readonly organizationId: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  /** False: an earlier delivery has removed the row already. */
  readonly hasRow: boolean
}

export async function deleteOrganizationData(ctx: DomainContext, input: DeletedOrganization): Promise<Progress> {
  const { organizationId, deletedAt, hasRow } = input
  // First, so that a cycle that ends while a platform keeps the job waiting is not charged.
  if (hasRow) await endSubscription(ctx, { organizationId, endedAt: deletedAt })
  const projects = await deleteProjects(ctx, input)
  if (projects !== 'done') return projects
  await ctx.objects.organization(organizationId).purge()
  await deleteOrganizationRows(ctx.db, organizationId)
  return 'done'
}

async function deleteProjects(
  ctx: DomainContext,
  { organizationId, deletedAt }: DeletedOrganization,
): Promise<Progress> {
  // Those too that were made by somebody whom an isolate still remembered.
  await markProjectsDeleted(ctx.db, organizationId, deletedAt)
  const projects = await projectsToDelete(ctx.db, organizationId)
  const parts: Progress[] = []
  let worked = 0
  for (const { id: projectId, region } of projects) {
    const part = await deleteProjectData(ctx, { projectId, organizationId, region, deletedAt })
    parts.push(part)
    // Projects that wait for a platform cost little and do not keep the others from their turn.
    if (part !== 'later') worked += 1
    if (worked === PROJECTS_PER_DELIVERY) return 'more'
  }
  return together(parts)
}
