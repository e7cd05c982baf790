/** Verbs that end runs of a thread; they call the thread's object. */
import { notFound } from '../../contracts/domain-error.ts'
import type { VerbCall } from '../context.ts'
import { callThread } from '../threads/call-thread.ts'
import type { ThreadScope } from '../threads/thread-scope.ts'

/** Cancels a run. Idempotent: a run that has ended does not change. */
export async function cancelRun({ scope }: VerbCall<ThreadScope>): Promise<void> {
  const { id: runId, tenants } = scope
  const isFound = await callThread(scope.stub, (stub) => stub.cancelRun({ runId, tenants }))
  if (!isFound) throw notFound('The run')
}

/** Ends the running run and withdraws the waiting ones. */
export async function stopThread({ scope }: VerbCall<ThreadScope>): Promise<void> {
  const { id: threadId, tenants } = scope
  const isFound = await callThread(scope.stub, (stub) => stub.stop({ threadId, tenants }))
  if (!isFound) throw notFound('The thread')
}
