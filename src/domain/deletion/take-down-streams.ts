/**
 * Streams of a project that is deleted: what they have on platforms is removed, their pollers stop, and their rows go.
 * A platform that cannot be reached is asked again for a day; one that refuses (its credentials were revoked, say)
 * keeps what it has, and an audit entry says what that is. Either way the project's own data is gone by then.
 */

import { TRANSIENT_FAILURES } from '../../connectors/connector.ts'
import { markSourcesOfProjectDeleted } from '../../db/sources.ts'
import { deleteStreamKeys } from '../../db/stream-keys.ts'
import {
  countStreamAttempt,
  deleteMarkedStream,
  markStreamsOfProjectDeleted,
  streamsToTakeDown,
} from '../../db/streams.ts'
import { logFailure } from '../../log/log.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { deprovisionStream } from '../sources/provision-stream.ts'
import { systemScope } from '../system-scope.ts'
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

type Remaining = Awaited<ReturnType<typeof streamsToTakeDown>>[number]

export async function takeDownStreams(ctx: DomainContext, input: TakeDownInput): Promise<Progress> {
  await markDeleted(ctx, input)
  const remaining = await streamsToTakeDown(ctx.db, input.projectId, STREAMS_PER_DELIVERY)
  let failed = 0
  for (const stream of remaining) if (!(await takeDown(ctx, input, stream))) failed += 1
  if (failed === remaining.length && failed > 0) return 'later'
  if (remaining.length === STREAMS_PER_DELIVERY) return 'more'
  return failed > 0 ? 'later' : 'done'
}

/** Provisioning and discovery leave deleted ones alone; a deprovisioning acts on no others. */
async function markDeleted(ctx: DomainContext, { projectId, deletedAt }: TakeDownInput): Promise<void> {
  await ctx.db.batch([
    markSourcesOfProjectDeleted(ctx.db, projectId, deletedAt),
    markStreamsOfProjectDeleted(ctx.db, projectId, deletedAt),
  ])
}

/** False: to be tried again. */
async function takeDown(ctx: DomainContext, input: TakeDownInput, stream: Remaining): Promise<boolean> {
  const failure = await outcomeOf(ctx, stream.id)
  if (failure === null) return true
  if (failure.isTransient && ctx.now() < input.deletedAt + GIVE_UP_AFTER_MS) {
    // Those that failed least often come first, so that a few broken ones do not hold up the others.
    await countStreamAttempt(ctx.db, stream.id)
    return false
  }
  const { organizationId, projectId } = input
  await ctx.db.batch([
    deleteStreamKeys(ctx.db, stream.id),
    deleteMarkedStream(ctx.db, stream.id),
    audit(ctx, {
      organizationId,
      projectId,
      actor: { kind: 'system', id: 'deletion' },
      action: 'stream.left_on_platform',
      targetId: stream.id,
      // Ids on the platform, no secrets: by them a person can remove by hand what is left there.
      detail: { provider: stream.provider, remote: stream.remote, reason: failure.message },
    }),
  ])
  return true
}

async function outcomeOf(
  ctx: DomainContext,
  streamId: string,
): Promise<{ isTransient: boolean; message: string } | null> {
  try {
    const failure = await deprovisionStream({ ctx, scope: systemScope('deletion'), input: { streamId } })
    return failure && { isTransient: TRANSIENT_FAILURES.has(failure.kind), message: failure.message }
  } catch (error) {
    // Credentials that do not open, or storage that failed: the next tries tell which.
    logFailure('deprovisioning_failed', error, { streamId })
    return { isTransient: true, message: 'It could not be taken down.' }
  }
}
