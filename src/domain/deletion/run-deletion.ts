/**
 * The deletion job of a project: telemetry and its catalog, threads, search, rows. Each part is repeatable and bounded,
 * so that a crash or a redelivery continues where it was. Ledger and audit stay.
 */
import { placement } from '../../durable/placement.ts'
import type { DomainContext } from '../context.ts'
import { telemetryOf } from '../telemetry-store.ts'
import { deleteThreadOfJob } from './delete-thread-object.ts'

export interface ProjectDeletion {
  readonly kind: 'project'
  readonly projectId: string
  readonly organizationId: string
  readonly region: string
}

/** Threads removed by one delivery of the job; each is one call of its object. */
const THREADS_PER_DELIVERY = 200
/** Calls of purge by one delivery; each removes a bounded number of partitions. */
const PURGES_PER_DELIVERY = 20

/** `done` false: deliver again. */
export async function runDeletion(ctx: DomainContext, job: ProjectDeletion): Promise<{ readonly done: boolean }> {
  if (!(await purgeTelemetry(ctx, job))) return { done: false }
  if (!(await deleteThreads(ctx, job))) return { done: false }
  const place = placement(job, ctx.settings.JURISDICTION)
  await place.stub(ctx.bindings.SEARCH, place.name('search')).purge()
  await deleteRows(ctx, job.projectId)
  return { done: true }
}

async function purgeTelemetry(ctx: DomainContext, job: ProjectDeletion): Promise<boolean> {
  const { organizationId, projectId, region } = job
  const store = telemetryOf(ctx.bindings)
  for (let i = 0; i < PURGES_PER_DELIVERY; i += 1) {
    const { done } = await store.purge({ organizationId, projectId, region, retentionDays: 0 })
    if (done) return true
  }
  return false
}

async function deleteThreads(ctx: DomainContext, job: ProjectDeletion): Promise<boolean> {
  const { results } = await ctx.db
    .prepare('select id from threads where project_id = ? limit ?')
    .bind(job.projectId, THREADS_PER_DELIVERY)
    .all<{ id: string }>()
  for (const { id } of results) await deleteThreadOfJob(ctx, job, id)
  return results.length < THREADS_PER_DELIVERY
}

async function deleteRows(ctx: DomainContext, projectId: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.prepare('delete from threads where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from credentials where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from redaction_settings where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from project_clients where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from streams where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from sources where project_id = ?').bind(projectId),
    ctx.db.prepare('delete from projects where id = ?').bind(projectId),
  ])
}
