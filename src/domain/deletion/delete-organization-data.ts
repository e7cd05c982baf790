/**
 * Deletes everything that an organization holds: ends its subscription, deletes its projects one by one, then its own
 * data.
 */
import { deleteOrganizationRows } from '../../db/deletion.ts'
import { markProjectsDeleted, projectsToDelete } from '../../db/projects.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import type { DomainContext } from '../context.ts'
import { deleteProjectData } from './delete-project-data.ts'
import { type Progress, together } from './progress.ts'

/** Number of projects that one delivery handles; each does a bounded part of its work. */
const PROJECTS_PER_DELIVERY = 20

export interface DeletedOrganization {
  readonly organizationId: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  /** False: an earlier delivery has already removed the row. */
  readonly hasRow: boolean
}

/**
 * Deletes everything of a deleted organization: its projects, its organization object, its rows. Repeatable; returns
 * `done`, or how to continue.
 */
export async function deleteOrganizationData(ctx: DomainContext, input: DeletedOrganization): Promise<Progress> {
  const { organizationId, deletedAt, hasRow } = input
  // This comes first, so that a cycle that ends while a platform delays the job is not charged.
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
  // This also covers rows created by a caller whom an isolate still remembered.
  await markProjectsDeleted(ctx.db, organizationId, deletedAt)
  const projects = await projectsToDelete(ctx.db, organizationId)
  const parts: Progress[] = []
  let worked = 0
  for (const { id: projectId, region } of projects) {
    const part = await deleteProjectData(ctx, { projectId, organizationId, region, deletedAt })
    parts.push(part)
    // Projects that wait for a platform are cheap and do not delay the others.
    if (part !== 'later') worked += 1
    if (worked === PROJECTS_PER_DELIVERY) return 'more'
  }
  return together(parts)
}
