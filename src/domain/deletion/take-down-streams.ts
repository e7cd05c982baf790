/**
 * Takes down the streams of a deleted project: removes what they have on platforms, stops their pollers, and deletes
 * their rows. A platform that cannot be reached is asked again for a day. A platform that refuses (because its
 * credentials were revoked, for example) keeps its resources, and an audit entry lists them. In both cases the
 * project's own data is already deleted.
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

/** Each stream takes several calls of a platform, up to half a minute when the platform is slow. */
const STREAMS_PER_DELIVERY = 20
/** Equal to the time for which a provisioning is tried. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000

export interface TakeDownInput {
  readonly organizationId: string
  readonly projectId: string
  /** Time of the deletion request, in milliseconds since 1970. */
  readonly deletedAt: number
}

type Remaining = Awaited<ReturnType<typeof streamsToTakeDown>>[number]

/**
 * Marks the project's streams as deleted and removes what they created on their platforms, a bounded number for each
 * call. Returns `later` when a platform could not be reached.
 */
export async function takeDownStreams(ctx: DomainContext, input: TakeDownInput): Promise<Progress> {
  await markDeleted(ctx, input)
  const remaining = await streamsToTakeDown(ctx.db, input.projectId, STREAMS_PER_DELIVERY)
  let failed = 0
  for (const stream of remaining) if (!(await takeDown(ctx, input, stream))) failed += 1
  if (failed === remaining.length && failed > 0) return 'later'
  if (remaining.length === STREAMS_PER_DELIVERY) return 'more'
  return failed > 0 ? 'later' : 'done'
}

/** Provisioning and discovery ignore deleted streams; deprovisioning handles no others. */
async function markDeleted(ctx: DomainContext, { projectId, deletedAt }: TakeDownInput): Promise<void> {
  await ctx.db.batch([
    markSourcesOfProjectDeleted(ctx.db, projectId, deletedAt),
    markStreamsOfProjectDeleted(ctx.db, projectId, deletedAt),
  ])
}

/** False: try again. */
async function takeDown(ctx: DomainContext, input: TakeDownInput, stream: Remaining): Promise<boolean> {
  const failure = await outcomeOf(ctx, stream.id)
  if (failure === null) return true
  if (failure.isTransient && ctx.now() < input.deletedAt + GIVE_UP_AFTER_MS) {
    // Streams with the fewest failures come first, so that a few broken ones do not delay the others.
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
      // Ids on the platform, without secrets. A person can use them to remove the remaining resources by hand.
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
    // Either the credentials cannot be decrypted or storage failed; the next attempts show which.
    logFailure('deprovisioning_failed', error, { streamId })
    return {
      isTransient: true,
      message: 'The stream could not be taken down: an unexpected failure stopped the attempt.',
    }
  }
}
