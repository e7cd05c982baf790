/** Which kinds of clients use a project. */
import { and, eq, gte, sql } from 'drizzle-orm'
import { type Database, ormOf } from './database.ts'
import { projectClients } from './schema/projects.ts'

export type ProjectClientRow = typeof projectClients.$inferSelect

/** Keeps the latest time. */
export async function noteProjectClient(db: Database, row: ProjectClientRow): Promise<void> {
  await ormOf(db)
    .insert(projectClients)
    .values(row)
    .onConflictDoUpdate({
      target: [projectClients.projectId, projectClients.client],
      set: { lastSeenAt: sql`max(${projectClients.lastSeenAt}, excluded.last_seen_at)` },
    })
}

export async function clientsSeenSince(
  db: Database,
  projectId: string,
  sinceMs: number,
): Promise<ProjectClientRow['client'][]> {
  const rows = await ormOf(db)
    .select({ client: projectClients.client })
    .from(projectClients)
    .where(and(eq(projectClients.projectId, projectId), gte(projectClients.lastSeenAt, sinceMs)))
  return rows.map(({ client }) => client)
}
