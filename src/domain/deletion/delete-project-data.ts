/** Deletes everything that a project holds, part by part. Each part is bounded and safe to repeat. */
import { deleteProjectRows } from '../../db/deletion.ts'
import { intakeKeyIdsOfProject } from '../../db/stream-keys.ts'
import { deleteThread, someThreadIds } from '../../db/threads.ts'
import type { DomainContext } from '../context.ts'
import { type Progress, together } from './progress.ts'
import { takeDownStreams } from './take-down-streams.ts'

export interface DeletedProject {
  readonly projectId: string
  readonly organizationId: string
  readonly region: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
}

/** Number of threads removed by one delivery of the job; each takes one call of its object. */
const THREADS_PER_DELIVERY = 200
/** Number of purge calls in one delivery; each removes a bounded number of partitions. */
const PURGES_PER_DELIVERY = 20

/**
 * Deletes telemetry and its catalog, threads, search, streams on platforms, and rows. The project's own row is deleted
 * last.
 */
export async function deleteProjectData(ctx: DomainContext, project: DeletedProject): Promise<Progress> {
  // This runs while the keys still exist, because they name what has to be deleted.
  await forgetKeyHealth(ctx, project)
  // Deleting the tenant's own data does not wait for a platform that does not answer.
  const streams = await takeDownStreams(ctx, project)
  // Before the threads: nothing starts an investigation, and so a thread, any more.
  await ctx.objects.monitors(project).purge()
  await ctx.objects.onCall(project).purge()
  await ctx.objects.deliveries(project).purge()
  const parts = [await purgeTelemetry(ctx, project), await deleteThreads(ctx, project), streams]
  const progress = together(parts)
  if (parts[0] !== 'done' || parts[1] !== 'done') return progress
  await ctx.objects.search(project).purge()
  if (progress !== 'done') return progress
  await deleteProjectRows(ctx.db, project.projectId)
  return 'done'
}

async function purgeTelemetry(ctx: DomainContext, project: DeletedProject): Promise<Progress> {
  const { organizationId, projectId, region } = project
  for (let i = 0; i < PURGES_PER_DELIVERY; i += 1) {
    const { done } = await ctx.telemetry.purge({ organizationId, projectId, region, retentionDays: 0 })
    if (done) return 'done'
  }
  return 'more'
}

async function deleteThreads(ctx: DomainContext, { organizationId, projectId }: DeletedProject): Promise<Progress> {
  const ids = await someThreadIds(ctx.db, projectId, THREADS_PER_DELIVERY)
  const tenants = { organizationIds: [organizationId], projectId }
  for (const id of ids) {
    // An object that holds no such thread, or no longer, gives the same answer.
    await ctx.objects.thread(id).deleteThread({ threadId: id, tenants })
    await deleteThread(ctx.db, id)
  }
  return ids.length < THREADS_PER_DELIVERY ? 'done' : 'more'
}

/** The organization's object counts deliveries per key. */
async function forgetKeyHealth(ctx: DomainContext, { organizationId, projectId }: DeletedProject): Promise<void> {
  const keyIds = await intakeKeyIdsOfProject(ctx.db, projectId)
  if (keyIds.length === 0) return
  await ctx.objects.organization(organizationId).forgetKeys(keyIds)
}
