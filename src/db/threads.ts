/** List rows of threads, written by the outboxes of their Durable Objects. */
import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { AFTER_ALL_IDS, builtOnce, type Database, ormOf } from './database.ts'
import { threads } from './schema/projects.ts'

export type ThreadRow = typeof threads.$inferSelect

/**
 * Writes the row only over an older version, so that deliveries may be late or repeated. The row of a deleted thread is
 * not written again, because the object forgets its thread only after the deletion was delivered.
 */
export async function upsertThread(db: Database, row: ThreadRow): Promise<void> {
  const { title, status, updatedAt, version } = row
  await ormOf(db)
    .insert(threads)
    .values(row)
    .onConflictDoUpdate({
      target: threads.id,
      set: { title, status, updatedAt, version },
      setWhere: sql`excluded.version > ${threads.version}`,
    })
}

export async function deleteThread(db: Database, id: string): Promise<void> {
  await ormOf(db).delete(threads).where(eq(threads.id, id))
}

export interface ThreadPageInput {
  readonly projectId: string
  readonly status: ThreadRow['status'] | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** The columns that lists show. Every column of a page takes time to leave D1. */
const LISTED = {
  id: threads.id,
  title: threads.title,
  status: threads.status,
  source: threads.source,
  createdAt: threads.createdAt,
  updatedAt: threads.updatedAt,
}

/** Newest first. With and without a status, the query uses an index of its own and stops at the limit. */
export function pageOfThreads(db: Database, { projectId, status, cursor, limit }: ThreadPageInput) {
  const values = { projectId, before: cursor?.toLowerCase() ?? AFTER_ALL_IDS, limit }
  return status === undefined ? pageOfAll(db, values) : pageOfStatus(db, { ...values, status })
}

type ListedThread = Pick<ThreadRow, keyof typeof LISTED>

const pageWhere = (orm: DrizzleD1Database, condition?: SQL) =>
  orm
    .select(LISTED)
    .from(threads)
    .where(
      and(eq(threads.projectId, sql.placeholder('projectId')), condition, lt(threads.id, sql.placeholder('before'))),
    )
    .orderBy(desc(threads.id))
    .limit(sql.placeholder('limit'))

const pageOfAll = builtOnce<ListedThread>(LISTED, (orm) => pageWhere(orm))
const pageOfStatus = builtOnce<ListedThread>(LISTED, (orm) =>
  pageWhere(orm, eq(threads.status, sql.placeholder('status'))),
)

/** Returns the ids of some threads of a project, in no order. */
export async function someThreadIds(db: Database, projectId: string, limit: number): Promise<string[]> {
  const rows = await ormOf(db)
    .select({ id: threads.id })
    .from(threads)
    .where(eq(threads.projectId, projectId))
    .limit(limit)
  return rows.map(({ id }) => id)
}
