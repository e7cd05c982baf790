/** Starts runs: creates a thread with its first message, or adds a message to an existing thread. */

import type { ProjectScope } from '../../auth/scope.ts'
import { type ContentBlock, MESSAGE_SOURCES, type MessageSource } from '../../contracts/content-block.ts'
import { conflict, DomainError, invalidInput, notFound } from '../../contracts/domain-error.ts'
import { newThreadId } from '../../contracts/thread-ids.ts'
import { MESSAGE_BYTES_MAX, THREAD_MESSAGES_MAX, WAITING_RUNS_MAX } from '../../contracts/thread-limits.ts'
import type { RunView, StartReply } from '../../contracts/thread-protocol.ts'
import { BUSY_RETRY_SECONDS } from '../../fair-queue.ts'
import { assertCredits, creditStanding } from '../billing/enforcement.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { callThread } from './call-thread.ts'
import type { ThreadScope } from './thread-scope.ts'

type ChatContextBlock = Extract<ContentBlock, { type: 'chat_context' }>

export interface StartRunInput {
  readonly message: string
  readonly context: readonly ChatContextBlock[] | undefined
  readonly wait: boolean
  readonly timeoutSeconds: number
  /** The value of `x-oas-client-source`, if any. */
  readonly clientSource: string | undefined
}

/**
 * Maximum attempts to draw a thread id that meets an empty object. Two random 62-bit names never collide in practice.
 */
export const THREAD_ID_DRAWS_MAX = 5
/** A full queue advances with each run; this is a fair guess of when a retry is worthwhile. */
const QUEUE_RETRY_SECONDS = 5

/** Creates a thread in the project and starts its first run. */
export async function createThread({ ctx, scope, input }: VerbCall<ProjectScope, StartRunInput>): Promise<RunView> {
  const message = messageOf(input)
  const deadlineMs = deadlineOf(ctx, input)
  const { requestKey, mayBeRepeat } = attemptOf(ctx)
  const { organizationId, projectId, region } = scope
  await assertCredits({ ctx, scope })
  for (let draw = 0; draw < THREAD_ID_DRAWS_MAX; draw += 1) {
    const threadId = drawThreadId(ctx, draw)
    const reply = await callThread(
      () => ctx.objects.thread(threadId, region),
      async (stub, isRepeat): Promise<StartReply> =>
        stub.createThread({
          ...message,
          threadId,
          owner: { organizationId, projectId },
          region,
          requestKey,
          isRepeat: isRepeat || mayBeRepeat,
          waitMs: leftMs(ctx, deadlineMs),
        }),
    )
    if (reply.ok || reply.reason !== 'held') return started(reply)
  }
  throw new Error('Every drawn thread id was taken.')
}

/** Adds a message to a thread and starts its run, or queues it behind the waiting ones. */
export async function appendMessage({ ctx, scope, input }: VerbCall<ThreadScope, StartRunInput>): Promise<RunView> {
  const message = messageOf(input)
  await assertCreditsOfThread({ ctx, scope })
  const deadlineMs = deadlineOf(ctx, input)
  const { requestKey, mayBeRepeat } = attemptOf(ctx)
  const reply = await callThread(
    scope.stub,
    async (stub, isRepeat): Promise<StartReply> =>
      stub.append({
        ...message,
        threadId: scope.id,
        tenants: scope.tenants,
        requestKey,
        isRepeat: isRepeat || mayBeRepeat,
        waitMs: leftMs(ctx, deadlineMs),
      }),
  )
  return started(reply)
}

/** Throws 402 without credits; but a thread that is not the caller's gives 404 first. */
export async function assertCreditsOfThread({ ctx, scope }: VerbCall<ThreadScope>): Promise<void> {
  const [organizationId] = scope.tenants.organizationIds
  if (organizationId === undefined) return
  const standing = await creditStanding({ ctx, scope: { organizationId } })
  if (standing.allowed) return
  const owner = await callThread(scope.stub, (object) => object.tenantOf(scope.id))
  if (owner?.organizationId !== organizationId) throw notFound('The thread')
  throw new DomainError({ kind: 'out_of_credits', message: standing.message })
}

/** Returns the id of the thread to create. The first draw of an idempotent request is the same in every attempt. */
export function drawThreadId(ctx: DomainContext, draw: number): string {
  if (draw === 0 && ctx.idempotencySeed !== undefined) return ctx.idempotencySeed
  return newThreadId(ctx.now(), (bytes) => crypto.getRandomValues(bytes))
}

/**
 * Attempts of one idempotent request share a key. By this key the object recognizes a run that an earlier attempt
 * started.
 */
function attemptOf(ctx: DomainContext): { readonly requestKey: string; readonly mayBeRepeat: boolean } {
  const seed = ctx.idempotencySeed
  return { requestKey: seed ?? crypto.randomUUID(), mayBeRepeat: seed !== undefined }
}

/** Returns `api`, or the source that the caller states, if it is a known one. */
export function sourceOf(clientSource: string | undefined): MessageSource {
  return MESSAGE_SOURCES.find((source) => source === clientSource) ?? 'api'
}

function messageOf(input: StartRunInput): { readonly content: ContentBlock[]; readonly source: MessageSource } {
  const content: ContentBlock[] = [{ type: 'message', message: input.message }, ...(input.context ?? [])]
  const bytes = input.context === undefined ? 0 : new TextEncoder().encode(JSON.stringify(content)).byteLength
  if (bytes > MESSAGE_BYTES_MAX - 1_024) {
    const message = `must not make the message larger than ${MESSAGE_BYTES_MAX / 1_024} KiB`
    throw invalidInput(`The request is not valid: body.context ${message}.`, [{ path: 'body.context', message }])
  }
  return { content, source: sourceOf(input.clientSource) }
}

function deadlineOf(ctx: DomainContext, input: StartRunInput): number {
  return input.wait ? ctx.now() + input.timeoutSeconds * 1_000 : 0
}

function leftMs(ctx: DomainContext, deadlineMs: number): number {
  return Math.max(0, deadlineMs - ctx.now())
}

/** The limit of an organization's long work was reached; nothing was stored. */
export function busy(): DomainError {
  const message =
    'Too many investigations and forks of this organization are in progress. Nothing was stored; try again when one has ended.'
  return new DomainError({ kind: 'queue_full', message, retryAfterSeconds: BUSY_RETRY_SECONDS })
}

function started(reply: StartReply): RunView {
  if (reply.ok) return reply.run
  switch (reply.reason) {
    case 'not_found':
      throw notFound('The thread')
    case 'too_many_waiting':
      throw new DomainError({
        kind: 'queue_full',
        message: `${WAITING_RUNS_MAX} messages of this thread are already waiting. Nothing was stored; try again when a run has ended.`,
        retryAfterSeconds: QUEUE_RETRY_SECONDS,
      })
    case 'thread_full':
      throw conflict(`The thread already has ${THREAD_MESSAGES_MAX} messages, the maximum. Fork it or start a new one.`)
    case 'busy':
      throw busy()
    case 'held':
      throw new Error(
        'startRun got a new thread whose id exists already: this is a bug, because thread ids are never reused.',
      )
  }
}
