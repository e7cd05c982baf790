/** Everything an organization holds: its subscription ends, its projects go one by one, then what is its own. */
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
  await ctx.bindings.ORGANIZATION.getByName(organizationId).purge()
  await deleteRows(ctx, organizationId)
  return 'done'
}

async function deleteProjects(
  ctx: DomainContext,
  { organizationId, deletedAt }: DeletedOrganization,
): Promise<Progress> {
  // Those too that were made by somebody whom an isolate still remembered.
  await ctx.db
    .prepare('update projects set deleted_at = ?2 where organization_id = ?1 and deleted_at is null')
    .bind(organizationId, deletedAt)
    .run()
  const { results } = await ctx.db
    .prepare('select id, region from projects where organization_id = ? order by id')
    .bind(organizationId)
    .all<{ id: string; region: string }>()
  const parts: Progress[] = []
  let worked = 0
  for (const { id: projectId, region } of results) {
    const part = await deleteProjectData(ctx, { projectId, organizationId, region, deletedAt })
    parts.push(part)
    // Projects that wait for a platform cost little and do not keep the others from their turn.
    if (part !== 'later') worked += 1
    if (worked === PROJECTS_PER_DELIVERY) return 'more'
  }
  return together(parts)
}

/** People stay: they are not the organization's. Their memberships and the tokens narrowed to it go. */
async function deleteRows(ctx: DomainContext, organizationId: string): Promise<void> {
  const of = (table: string, column = 'organization_id') =>
    ctx.db.prepare(`delete from ${table} where ${column} = ?`).bind(organizationId)
  await ctx.db.batch([
    of('threads'),
    of('invitations'),
    of('memberships'),
    of('device_authorizations'),
    of('credentials'),
    of('organizations', 'id'),
  ])
}
