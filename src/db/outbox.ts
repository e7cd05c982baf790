/**
 * Rows of work that must not be lost: written in the batch of the change that requires the work, removed when it is
 * done.
 */
import { asc, eq, lte, sql } from 'drizzle-orm'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { outbox } from './schema/audit.ts'

export type OutboxRow = typeof outbox.$inferSelect
export type OutboxQueue = OutboxRow['queue']

export const insertOutboxRow = (db: Database, row: Omit<OutboxRow, 'attempts'>): Statement =>
  statementOf(db, ormOf(db).insert(outbox).values(row))

export async function deleteOutboxRow(db: Database, id: string): Promise<void> {
  await ormOf(db).delete(outbox).where(eq(outbox.id, id))
}

/** Replaces the payload and resets the attempts. A removed row stays removed. */
export async function replaceOutboxPayload(
  db: Database,
  row: Pick<OutboxRow, 'id' | 'payload' | 'nextAttemptAt'>,
): Promise<void> {
  const { payload, nextAttemptAt } = row
  await ormOf(db).update(outbox).set({ payload, attempts: 0, nextAttemptAt }).where(eq(outbox.id, row.id))
}

/** Rows whose next attempt is due, longest waiting first. */
export const dueOutboxRows = (db: Database, now: number, limit: number): Promise<OutboxRow[]> =>
  ormOf(db).select().from(outbox).where(lte(outbox.nextAttemptAt, now)).orderBy(asc(outbox.nextAttemptAt)).limit(limit)

/** Counts an attempt and sets the time of the next one. */
export async function countOutboxAttempt(db: Database, id: string, nextAttemptAt: number): Promise<void> {
  await ormOf(db)
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, nextAttemptAt })
    .where(eq(outbox.id, id))
}
