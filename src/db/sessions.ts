/** Sessions of the console: sign-ins of people's browsers. Only digests of the cookies' values are stored. */
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { sessions } from './schema/credentials.ts'

/** Adds nothing if the one-time link of the session was used before. */
export const insertSession = (db: Database, session: typeof sessions.$inferInsert): Statement =>
  statementOf(db, ormOf(db).insert(sessions).values(session).onConflictDoNothing())

/** Ends a session that has not ended yet. */
export const endSession = (db: Database, id: string, endedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(sessions)
      .set({ endedAt })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt), gt(sessions.expiresAt, endedAt))),
  )

/** Removes at most `limit` sessions that expired before `before`. */
export async function deleteExpiredSessions(db: Database, before: number, limit: number): Promise<void> {
  const orm = ormOf(db)
  const expired = orm.select({ id: sessions.id }).from(sessions).where(lt(sessions.expiresAt, before)).limit(limit)
  await orm.delete(sessions).where(inArray(sessions.id, expired))
}
