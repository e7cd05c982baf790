/** Creates a thread with the messages of another one up to a chosen message. */
import { conflict, notFound } from '../../contracts/domain-error.ts'
import type { ForkReply, ThreadView } from '../../contracts/thread-protocol.ts'
import type { VerbCall } from '../context.ts'
import { callThread } from './call-thread.ts'
import { busy, drawThreadId, sourceOf, THREAD_ID_DRAWS_MAX } from './start-run.ts'
import type { ThreadScope } from './thread-scope.ts'

/**
 * Copies a thread up to a message into a new one. Throws `not_found` for the thread or the message, and `conflict` if
 * the message's run has not ended or the copy would be too large.
 */
export async function forkThread({
  ctx,
  scope,
  input,
}: VerbCall<
  ThreadScope,
  { readonly messageId: string; readonly clientSource: string | undefined }
>): Promise<ThreadView> {
  for (let draw = 0; draw < THREAD_ID_DRAWS_MAX; draw += 1) {
    const threadId = drawThreadId(ctx, draw)
    const reply = await callThread(
      () => ctx.objects.thread(threadId),
      async (stub): Promise<ForkReply> =>
        stub.forkFrom({
          threadId,
          sourceThreadId: scope.id,
          messageId: input.messageId.toLowerCase(),
          tenants: scope.tenants,
          source: sourceOf(input.clientSource),
        }),
    )
    if (reply.ok) return reply.thread
    switch (reply.reason) {
      case 'not_found':
        throw notFound('The thread')
      case 'message_not_found':
        throw notFound('The message')
      case 'unfinished':
        throw conflict('The message belongs to a run that has not finished. Fork the thread when the run has ended.')
      case 'too_large':
        throw conflict(
          'The messages up to this one are larger than 64 MiB, the maximum of a fork. Fork at an earlier message.',
        )
      case 'busy':
        throw busy()
      case 'held':
        continue
    }
  }
  throw new Error('Every drawn thread id was taken.')
}
