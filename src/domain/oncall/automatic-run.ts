/**
 * Runs that the service starts by itself: for an alert, a monitor, a schedule or a follow-up. The thread's object starts
 * them, as it starts the runs of users. The caller chooses the thread's id and the request key and stores them before
 * the first attempt, so repeated attempts start one run.
 */
import type { ContentBlock, StoredMessage } from '../../contracts/content-block.ts'
import type { PlacedProject, RunOrigin } from '../../contracts/oncall-protocol.ts'
import type { RunView, StartReply } from '../../contracts/thread-protocol.ts'
import { creditStanding } from '../billing/enforcement.ts'
import type { VerbCall } from '../context.ts'
import { callThread } from '../threads/call-thread.ts'
import { getThreadText } from '../threads/read-thread.ts'

export interface AutomaticRunInput {
  readonly threadId: string
  /** True: the message starts the thread. False: it is added to the thread. */
  readonly isFirst: boolean
  /** Identifies this run among the thread's runs. It is the same in every attempt. */
  readonly requestKey: string
  readonly message: string
  /** Facts about the alert. They are shown with the message, and the model gets them as data. */
  readonly alert: Readonly<Record<string, unknown>> | null
  readonly origin: RunOrigin
  readonly parentRunId: string | null
}

/** `refused`: another attempt would be refused too. `later`: another attempt may succeed. */
export type StartedRun =
  | { readonly kind: 'started'; readonly run: RunView }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string }

/**
 * Starts a run that nobody asked for, in the thread with that id. The message starts the thread or is added to it. A
 * `requestKey` starts one run only. Without credits, it is refused with the reason.
 */
export async function startAutomaticRun({
  ctx,
  scope,
  input,
}: VerbCall<PlacedProject, AutomaticRunInput>): Promise<StartedRun> {
  const { threadId, requestKey, origin, parentRunId } = input
  const { organizationId, projectId, region } = scope
  const standing = await creditStanding({ ctx, scope: { organizationId } })
  if (!standing.allowed) return { kind: 'refused', reason: standing.message }
  const content: ContentBlock[] = [
    { type: 'message', message: input.message },
    ...(input.alert === null ? [] : [{ type: 'artifact' as const, name: 'alert_card' as const, data: input.alert }]),
  ]
  const message = {
    threadId,
    content,
    source: 'automation' as const,
    requestKey,
    isRepeat: true,
    waitMs: 0,
    origin,
    ...(parentRunId === null ? {} : { parentRunId }),
  }
  const reply = await callThread(
    () => ctx.objects.thread(threadId, region),
    async (stub): Promise<StartReply> =>
      input.isFirst
        ? stub.createThread({ ...message, owner: { organizationId, projectId }, region })
        : stub.append({ ...message, tenants: { organizationIds: [organizationId], projectId } }),
  )
  if (reply.ok) return { kind: 'started', run: reply.run }
  switch (reply.reason) {
    case 'held':
    case 'not_found':
      return { kind: 'refused', reason: 'its thread was deleted.' }
    case 'thread_full':
      return { kind: 'refused', reason: 'its thread is full.' }
    case 'too_many_waiting':
    case 'busy':
      return { kind: 'later', reason: 'too much work of this organization is under way.' }
  }
}

/** The answer of a run that has ended. Null if it has none. */
export interface EndedRun {
  readonly run: RunView
  readonly answer: StoredMessage | null
}

/** Waits at most `waitMs` for the end of a run. `running`: it has not ended yet. `gone`: its thread was deleted. */
export async function awaitRun({
  ctx,
  scope,
  input,
}: VerbCall<PlacedProject, { readonly threadId: string; readonly runId: string; readonly waitMs: number }>): Promise<
  EndedRun | 'running' | 'gone'
> {
  const { threadId, runId, waitMs } = input
  const tenants = { organizationIds: [scope.organizationId], projectId: scope.projectId }
  const stub = () => ctx.objects.thread(threadId, scope.region)
  const run = await callThread(stub, (thread) => thread.waitForRun({ runId, tenants, waitMs }))
  if (run === null) return 'gone'
  if (!run.completed) return 'running'
  const text = await getThreadText({ stub }, { kind: 'messages', threadId, tenants, limit: 2, after: run.messageId })
  if (text === null) return 'gone'
  // Written by the thread's object (docs/storage.md).
  const { messages } = JSON.parse(text) as { messages: readonly StoredMessage[] }
  return { run, answer: messages.find(({ role }) => role === 'assistant') ?? null }
}
