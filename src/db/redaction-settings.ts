/** Redaction settings of projects. */
import { eq } from 'drizzle-orm'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { redactionSettings } from './schema/projects.ts'

export type RedactionRow = typeof redactionSettings.$inferSelect

export async function findRedactionSettings(db: Database, projectId: string): Promise<RedactionRow | null> {
  const [row] = await ormOf(db).select().from(redactionSettings).where(eq(redactionSettings.projectId, projectId))
  return row ?? null
}

export function upsertRedactionSettings(db: Database, row: RedactionRow): Statement {
  const { projectId: _, ...set } = row
  return statementOf(
    db,
    ormOf(db).insert(redactionSettings).values(row).onConflictDoUpdate({ target: redactionSettings.projectId, set }),
  )
}
