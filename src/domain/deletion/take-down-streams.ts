/**
 * Streams of a project that is deleted: what they have on platforms is removed, their pollers stop, and their rows go.
 * A platform that cannot be reached is asked again for a day; one that refuses (its credentials were revoked, say)
 * keeps what it has, and an audit entry says what that is. Either way the project's own data is gone by then.
 */
import { TRANSIENT_FAILURES } from '../../connectors/connector.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { deprovisionStream } from '../sources/provision-stream.ts'
import type { Progress } from './progress.ts'

/** Each is some calls of a platform, of up to half a minute when it is slow. */
const STREAMS_PER_DELIVERY = 20
/** As long as a provisioning is tried. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000

export interface TakeDownInput {
  readonly organizationId: string
  readonly projectId: string
  /** When the deletion was asked for, milliseconds since 1970. */
  readonly deletedAt: number
}

interface Remaining {
  readonly id: string
  readonly provider: string
  readonly remote: string | null
}

export async function takeDownStreams(ctx: DomainContext, input: TakeDownInput): Promise<Progress> {
  await markDeleted(ctx, input)
  const { results } = await ctx.db
    .prepare(
      `select st.id, src.provider, st.remote from streams st join sources src on src.id = st.source_id
       where st.project_id = ? order by st.attempts, st.id limit ?`,
    )
    .bind(input.projectId, STREAMS_PER_DELIVERY)
    .all<Remaining>()
  let failed = 0
  for (const stream of results) if (!(await takeDown(ctx, input, stream))) failed += 1
  if (failed === results.length && failed > 0) return 'later'
  if (results.length === STREAMS_PER_DELIVERY) return 'more'
  return failed > 0 ? 'later' : 'done'
}

/** Provisioning and discovery leave deleted ones alone; a deprovisioning acts on no others. */
async function markDeleted(ctx: DomainContext, { projectId, deletedAt }: TakeDownInput): Promise<void> {
  await ctx.db.batch([
    ctx.db
      .prepare('update sources set deleted_at = ?2 where project_id = ?1 and deleted_at is null')
      .bind(projectId, deletedAt),
    ctx.db
      .prepare(
        `update streams set deleted_at = ?2, version = version + 1, attempts = 0
         where project_id = ?1 and deleted_at is null`,
      )
      .bind(projectId, deletedAt),
  ])
}

/** False: to be tried again. */
async function takeDown(ctx: DomainContext, input: TakeDownInput, stream: Remaining): Promise<boolean> {
  const failure = await outcomeOf(ctx, stream.id)
  if (failure === null) return true
  if (failure.isTransient && ctx.now() < input.deletedAt + GIVE_UP_AFTER_MS) {
    // Those that failed least often come first, so that a few broken ones do not hold up the others.
    await ctx.db.prepare('update streams set attempts = attempts + 1 where id = ?').bind(stream.id).run()
    return false
  }
  const { organizationId, projectId } = input
  await ctx.db.batch([
    ctx.db.prepare('delete from credentials where log_stream_id = ?').bind(stream.id),
    ctx.db.prepare('delete from streams where id = ?').bind(stream.id),
    audit(ctx, {
      organizationId,
      projectId,
      actor: { kind: 'system', id: 'deletion' },
      action: 'stream.left_on_platform',
      targetId: stream.id,
      // Ids on the platform, no secrets: by them a person can remove by hand what is left there.
      detail: { provider: stream.provider, remote: JSON.parse(stream.remote ?? 'null'), reason: failure.message },
    }),
  ])
  return true
}

async function outcomeOf(
  ctx: DomainContext,
  streamId: string,
): Promise<{ isTransient: boolean; message: string } | null> {
  try {
    const failure = await deprovisionStream(ctx, streamId)
    return failure && { isTransient: TRANSIENT_FAILURES.has(failure.kind), message: failure.message }
  } catch (error) {
    // Credentials that do not open, or storage that failed: the next tries tell which.
    const reason = error instanceof Error ? error.name : 'unknown'
    console.error(JSON.stringify({ event: 'deprovisioning_failed', streamId, reason }))
    return { isTransient: true, message: 'It could not be taken down.' }
  }
}
