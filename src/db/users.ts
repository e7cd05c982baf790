/** Rows of people, as sign-in reads and creates them. */
import { and, asc, eq, isNull } from 'drizzle-orm'
import { type Database, firstRow, ormOf } from './database.ts'
import { users } from './schema/tenancy.ts'

const COLUMNS = { id: users.id, name: users.name, email: users.email }
export type UserRow = Pick<typeof users.$inferSelect, keyof typeof COLUMNS>

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  return firstRow(ormOf(db).select(COLUMNS).from(users).where(eq(users.id, id)))
}

export async function findUserOfIdentity(db: Database, issuer: string, subject: string): Promise<UserRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(users)
      .where(and(eq(users.oidcIssuer, issuer), eq(users.oidcSubject, subject))),
  )
}

/** Creates a person. If another request created the same person at the same time, that row stays as it is. */
export async function insertUserOfIdentity(db: Database, user: typeof users.$inferInsert): Promise<void> {
  await ormOf(db).insert(users).values(user).onConflictDoNothing()
}

const IS_LOCAL = isNull(users.oidcIssuer)

/** People created by an operator's script, oldest first. */
export const listLocalUsers = async (db: Database, limit: number): Promise<UserRow[]> =>
  ormOf(db).select(COLUMNS).from(users).where(IS_LOCAL).orderBy(asc(users.createdAt)).limit(limit)

export async function findLocalUser(db: Database, id: string): Promise<UserRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(users)
      .where(and(eq(users.id, id), IS_LOCAL)),
  )
}
