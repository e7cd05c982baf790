/** Verbs that read the runs of a thread; they call the thread's object. */

import type { Access } from '../../auth/scope.ts'
import { isProblem, notFound } from '../../contracts/domain-error.ts'
import type { RunPage, RunView, SentView } from '../../contracts/thread-protocol.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { callThread } from '../threads/call-thread.ts'
import { accessThread, type ThreadScope } from '../threads/thread-scope.ts'

/** Returns a run as it is now. Throws `not_found`. */
export function getRun({ ctx, scope }: VerbCall<ThreadScope>): Promise<RunView> {
  return awaitRun({ ctx, scope, input: { waitMs: 0 } })
}

/** Returns the run when it has ended, or as it is after `waitMs`. */
export async function awaitRun({
  scope,
  input: { waitMs },
}: VerbCall<ThreadScope, { readonly waitMs: number }>): Promise<RunView> {
  const { id: runId, tenants } = scope
  const view = await callThread(scope.stub, (stub) => stub.waitForRun({ runId, tenants, waitMs }))
  if (view === null) throw notFound('The run')
  return view
}

/** Returns the present result of a run whose answer was stored, or the stored result if the run no longer exists. */
export async function currentRun(ctx: DomainContext, access: Access, stored: unknown): Promise<unknown> {
  const runId = typeof stored === 'object' && stored !== null && 'runId' in stored ? stored.runId : null
  if (typeof runId !== 'string') return stored
  try {
    return await getRun({ ctx, scope: await accessThread(ctx, access, runId, 'The run') })
  } catch (error) {
    if (isProblem(error, 'not_found')) return stored
    throw error
  }
}

/** Lists runs, newest first. */
export async function listRuns({
  scope,
  input,
}: VerbCall<ThreadScope, { readonly limit: number; readonly cursor: string | undefined }>): Promise<RunPage> {
  const { id: threadId, tenants } = scope
  const before = input.cursor?.toLowerCase() ?? null
  const list = await callThread(scope.stub, (stub) => stub.listRuns({ threadId, tenants, limit: input.limit, before }))
  if (list === null) throw notFound('The thread')
  return list
}

/** Returns what a run sent to model providers. `call` selects one call, counted from 1; undefined selects all. */
export async function listSent({
  scope,
  input,
}: VerbCall<ThreadScope, { readonly withBodies: boolean; readonly call: number | undefined }>): Promise<SentView> {
  const { id: runId, tenants } = scope
  const { withBodies, call = null } = input
  const view = await callThread(
    scope.stub,
    async (stub): Promise<SentView | null> => stub.sent({ runId, tenants, withBodies, call }),
  )
  if (view === null) throw notFound('The run')
  return view
}
