/** MCP servers that projects connected. */
import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, rawStatement, type Statement, statementOf } from './database.ts'
import { mcpServers } from './schema/mcp-servers.ts'

export type McpServerRow = typeof mcpServers.$inferSelect

export async function findMcpServer(db: Database, id: string): Promise<McpServerRow | null> {
  return firstRow(ormOf(db).select().from(mcpServers).where(eq(mcpServers.id, id)))
}

/** Newest first, below the cursor. */
export const pageOfMcpServers = (
  db: Database,
  input: { readonly projectId: string; readonly limit: number; readonly cursor: string | undefined },
): Promise<McpServerRow[]> =>
  ormOf(db)
    .select()
    .from(mcpServers)
    .where(
      and(
        eq(mcpServers.projectId, input.projectId),
        input.cursor === undefined ? undefined : lt(mcpServers.id, input.cursor),
      ),
    )
    .orderBy(desc(mcpServers.id))
    .limit(input.limit)

/** Those that the agent may use, by name. */
export const usableMcpServers = (
  db: Database,
  project: { readonly organizationId: string; readonly projectId: string },
): Promise<McpServerRow[]> =>
  ormOf(db)
    .select()
    .from(mcpServers)
    .where(
      and(
        eq(mcpServers.projectId, project.projectId),
        eq(mcpServers.organizationId, project.organizationId),
        eq(mcpServers.enabled, true),
      ),
    )
    .orderBy(asc(mcpServers.name))

/**
 * Inserts nothing where the project has `max` already, or one of this name. A repeat with the same id replaces what the
 * first attempt wrote.
 */
export const insertMcpServer = (db: Database, row: McpServerRow, max: number): Statement =>
  rawStatement(
    db,
    sql`insert into ${mcpServers} (id, organization_id, project_id, name, connection, host, header_names, allowed_tools,
          enabled, created_at, updated_at)
        select ${row.id}, ${row.organizationId}, ${row.projectId}, ${row.name}, ${row.connection}, ${row.host},
          ${JSON.stringify(row.headerNames)}, ${JSON.stringify(row.allowedTools)}, ${row.enabled ? 1 : 0},
          ${row.createdAt}, ${row.updatedAt}
        where (select count(*) from ${mcpServers} where project_id = ${row.projectId} and id != ${row.id}) < ${max}
          and not exists (select 1 from ${mcpServers}
            where project_id = ${row.projectId} and name = ${row.name} and id != ${row.id})
        on conflict (id) do update set connection = excluded.connection, host = excluded.host`,
  )

export type McpServerChange = Partial<
  Pick<McpServerRow, 'name' | 'connection' | 'host' | 'headerNames' | 'allowedTools' | 'enabled'>
> & { readonly updatedAt: number }

/** Changes a server whose connection is still the one that was read, and where `guard` holds. */
const changeRead = (
  db: Database,
  { id, connection }: Pick<McpServerRow, 'id' | 'connection'>,
  change: McpServerChange,
  guard: SQL,
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(mcpServers)
      .set(change)
      .where(and(eq(mcpServers.id, id), eq(mcpServers.connection, connection), guard)),
  )

/**
 * Changes a server whose connection is still the one that was read. Changes nothing where another server of the project
 * has the new name.
 */
export const updateMcpServer = (
  db: Database,
  row: Pick<McpServerRow, 'id' | 'projectId' | 'name' | 'connection'>,
  change: McpServerChange,
): Statement =>
  changeRead(
    db,
    row,
    change,
    sql`not exists (select 1 from ${mcpServers} as other
      where other.project_id = ${row.projectId} and other.name = ${change.name ?? row.name} and other.id != ${row.id})`,
  )

/**
 * Replaces the allowed tools of a server whose connection is still the one they were read from. Changes nothing where
 * the project would then have more than `max`.
 */
export const replaceAllowedTools = (
  db: Database,
  row: Pick<McpServerRow, 'id' | 'projectId' | 'connection'>,
  change: Pick<McpServerRow, 'allowedTools' | 'updatedAt'>,
  max: number,
): Statement =>
  changeRead(
    db,
    row,
    change,
    sql`(select coalesce(sum(json_array_length(other.allowed_tools)), 0) from ${mcpServers} as other
      where other.project_id = ${row.projectId} and other.id != ${row.id}) <= ${max - change.allowedTools.length}`,
  )

export const deleteMcpServer = (db: Database, id: string): Statement =>
  statementOf(db, ormOf(db).delete(mcpServers).where(eq(mcpServers.id, id)))
