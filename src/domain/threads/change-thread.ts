/** Changes a thread as a whole, through its object. */
import { notFound } from '../../contracts/domain-error.ts'
import type { ThreadStatus } from '../../contracts/run-status.ts'
import type { ThreadView } from '../../contracts/thread-protocol.ts'
import type { VerbCall } from '../context.ts'
import { callThread } from './call-thread.ts'
import type { ThreadScope } from './thread-scope.ts'

/** Changes the status of a thread. Throws `not_found`. */
export async function updateThread({
  scope,
  input,
}: VerbCall<ThreadScope, { readonly status: ThreadStatus }>): Promise<ThreadView> {
  const { id: threadId, tenants } = scope
  const { status } = input
  const view = await callThread(scope.stub, (stub) => stub.setStatus({ threadId, tenants, status }))
  if (view === null) throw notFound('The thread')
  return view
}

/** Cancels the thread's runs and removes everything of the thread. */
export async function deleteThread({ scope }: VerbCall<ThreadScope>): Promise<void> {
  const { id: threadId, tenants } = scope
  const isRepeated = { value: false }
  const isFound = await callThread(scope.stub, (stub, isRepeat) => {
    isRepeated.value = isRepeat
    return stub.deleteThread({ threadId, tenants })
  })
  // A repeated call may find that the first one already removed the thread.
  if (!isFound && !isRepeated.value) throw notFound('The thread')
}
