import type { ProjectScope } from '../../auth/scope.ts'
import type { ThreadView } from '../../durable/thread/protocol.ts'
import type { ThreadStatus } from '../../durable/thread/records.ts'
import type { DomainContext } from '../context.ts'
import type { MessageSource } from './content-block.ts'

interface ThreadRow {
  readonly id: string
  readonly title: string | null
  readonly status: ThreadStatus
  readonly source: MessageSource
  readonly created_at: number
  readonly updated_at: number
}

const COLUMNS = 'id, title, status, source, created_at, updated_at'
/** Ids are lower-case hexadecimal, so this is after every one of them. */
const AFTER_EVERY_ID = 'g'

/** Two statements, so that each walks its own index backwards from the cursor and stops at the limit. */
export const LIST_THREADS = `select ${COLUMNS} from threads where project_id = ?1 and id < ?2 order by id desc limit ?3`
export const LIST_THREADS_BY_STATUS = `select ${COLUMNS} from threads
  where project_id = ?1 and status = ?4 and id < ?2 order by id desc limit ?3`

/** Threads of a project, newest first. The cursor is the id of the last one seen. */
export async function listThreads({
  ctx,
  scope,
  input,
}: {
  readonly ctx: DomainContext
  readonly scope: ProjectScope
  readonly input: {
    readonly limit: number
    readonly cursor: string | undefined
    readonly status: ThreadStatus | undefined
  }
}): Promise<{ readonly threads: ThreadView[]; readonly nextCursor: string | null }> {
  const { limit, status } = input
  const before = input.cursor?.toLowerCase() ?? AFTER_EVERY_ID
  const statement =
    status === undefined
      ? ctx.db.prepare(LIST_THREADS).bind(scope.projectId, before, limit + 1)
      : ctx.db.prepare(LIST_THREADS_BY_STATUS).bind(scope.projectId, before, limit + 1, status)
  const { results } = await statement.all<ThreadRow>()
  const threads = results.slice(0, limit).map((row) => viewOf(row, scope.projectId))
  return { threads, nextCursor: results.length > limit ? (threads.at(-1)?.id ?? null) : null }
}

function viewOf(row: ThreadRow, projectId: string): ThreadView {
  return {
    id: row.id,
    projectId,
    title: row.title,
    status: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    source: row.source,
  }
}
