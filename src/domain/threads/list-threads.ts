import type { ProjectScope } from '../../auth/scope.ts'
import type { MessageSource } from '../../contracts/content-block.ts'
import type { ThreadStatus } from '../../contracts/run-status.ts'
import type { ThreadView } from '../../contracts/thread-protocol.ts'
import { pageOfThreads } from '../../db/threads.ts'
import type { VerbCall } from '../context.ts'

/** Lists the threads of a project, newest first. The cursor is the id of the last thread returned. */
export async function listThreads({
  ctx,
  scope,
  input,
}: VerbCall<
  ProjectScope,
  {
    readonly limit: number
    readonly cursor: string | undefined
    readonly status: ThreadStatus | undefined
  }
>): Promise<{ readonly threads: ThreadView[]; readonly nextCursor: string | null }> {
  const { projectId } = scope
  const rows = await pageOfThreads(ctx.db, { ...input, projectId, limit: input.limit + 1 })
  const threads = rows.slice(0, input.limit).map(
    ({ id, title, status, source, createdAt, updatedAt }): ThreadView => ({
      id,
      projectId,
      title,
      status,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      // Only a thread's object writes the row, from a validated source.
      source: source as MessageSource,
    }),
  )
  return { threads, nextCursor: rows.length > input.limit ? (threads.at(-1)?.id ?? null) : null }
}
