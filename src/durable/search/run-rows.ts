/** Rows of runs in a project's search object, because one thread's object knows only its own. */
import type { RunSearch } from '../../contracts/search-protocol.ts'
import type { RunListItem, RunPage } from '../../contracts/thread-protocol.ts'

/** Deliveries may be late or repeated: an older state changes nothing. */
export function putRun(sql: SqlStorage, run: RunListItem): void {
  sql.exec(
    `insert into runs (id, thread_id, status, source, updated_at, record) values (?1, ?2, ?3, ?4, ?5, ?6)
     on conflict (id) do update set status = ?3, updated_at = ?5, record = ?6
     where runs.status = 'processing' and ?5 >= runs.updated_at`,
    run.id,
    run.threadId,
    run.status,
    run.source ?? 'api',
    run.updatedAt,
    JSON.stringify(run),
  )
}

export function removeRuns(sql: SqlStorage, threadId: string): void {
  sql.exec('delete from runs where thread_id = ?', threadId)
}

/** Ids begin with the time, so their order is that of the runs. */
export function searchRuns(sql: SqlStorage, { status, source, threadId, before, limit }: RunSearch): RunPage {
  const rows = sql
    .exec<{ record: string }>(
      `select record from runs
       where id < ?1 and (?2 is null or status = ?2) and (?3 is null or source = ?3) and (?4 is null or thread_id = ?4)
       order by id desc limit ?5`,
      before ?? AFTER_ALL_IDS,
      status,
      source,
      threadId,
      limit + 1,
    )
    .toArray()
  // Only the code above writes it.
  const runs = rows.slice(0, limit).map(({ record }) => JSON.parse(record) as RunListItem)
  return { runs, nextCursor: rows.length > limit ? (runs.at(-1)?.id ?? null) : null }
}

const AFTER_ALL_IDS = 'g'
