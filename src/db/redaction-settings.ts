/** Redaction settings of projects. */
import { eq } from 'drizzle-orm'
import { type Database, firstRow, ormOf, type Statement, statementOf } from './database.ts'
import { redactionSettings } from './schema/projects.ts'

export type RedactionRow = typeof redactionSettings.$inferSelect

export async function findRedactionSettings(db: Database, projectId: string): Promise<RedactionRow | null> {
  return firstRow(ormOf(db).select().from(redactionSettings).where(eq(redactionSettings.projectId, projectId)))
}

export type RedactionChange = Partial<Pick<RedactionRow, 'enabled' | 'redactEmails' | 'rules'>>

/** Writes the named fields. For a project without settings, also writes the rest of `initial`. */
export function upsertRedactionSettings(
  db: Database,
  initial: Omit<RedactionRow, 'updatedAt'>,
  change: RedactionChange,
  updatedAt: number,
): Statement {
  return statementOf(
    db,
    ormOf(db)
      .insert(redactionSettings)
      .values({ ...initial, ...change, updatedAt })
      .onConflictDoUpdate({ target: redactionSettings.projectId, set: { ...change, updatedAt } }),
  )
}
