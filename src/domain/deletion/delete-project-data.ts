/** Everything a project holds, part by part. Each part is repeatable and bounded. */
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

/** Threads removed by one delivery of the job; each is one call of its object. */
const THREADS_PER_DELIVERY = 200
/** Calls of purge by one delivery; each removes a bounded number of partitions. */
const PURGES_PER_DELIVERY = 20

/** Telemetry and its catalog, threads, search, streams on platforms, rows. The project's own row goes last. */
export async function deleteProjectData(ctx: DomainContext, project: DeletedProject): Promise<Progress> {
  // While the keys are there to say which they are.
  await forgetKeyHealth(ctx, project)
  // What is the tenant's own does not wait for a platform that does not answer.
  const streams = await takeDownStreams(ctx, project)
  const parts = [await purgeTelemetry(ctx, project), await deleteThreads(ctx, project), streams]
  const progress = together(parts)
  if (parts[0] !== 'done' || parts[1] !== 'done') return progress
  await ctx.objects.search(project).purge()
  // After the threads: what is under way of an incident finds its thread gone, and nothing tells people any more.
  await ctx.objects.monitors(project).purge()
  await ctx.objects.onCall(project).purge()
  await ctx.objects.deliveries(project).purge()
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
    // An object that holds no such thread (any more) answers the same.
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
