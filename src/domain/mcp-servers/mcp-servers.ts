/** MCP servers of a project: those whose tools its agent may use. */
import type { ProjectScope } from '../../auth/scope.ts'
import { conflict, notFound } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import { MCP_SERVERS_PER_PROJECT_MAX } from '../../contracts/mcp-servers.ts'
import { changesOf } from '../../db/database.ts'
import type { McpServerRow } from '../../db/mcp-servers.ts'
import * as rows from '../../db/mcp-servers.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { assertConnection, type McpConnection, openConnection, sealConnection, shownConnection } from './connection.ts'

export type { McpServerRow } from '../../db/mcp-servers.ts'

/** Returns a server by its id, of any project: the right is decided after it; null when there is none. */
export const findMcpServer = (ctx: DomainContext, id: string): Promise<McpServerRow | null> =>
  rows.findMcpServer(ctx.db, id)

/** Newest first; the cursor is the id of the last one returned. */
export async function listMcpServers({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly limit: number; readonly cursor: string | undefined }>) {
  const { limit, cursor } = input
  const found = await rows.pageOfMcpServers(ctx.db, { projectId: scope.projectId, limit: limit + 1, cursor })
  const page = found.slice(0, limit)
  return { servers: page, nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export interface CreateMcpServerInput {
  readonly name: string
  readonly connection: McpConnection
  readonly enabled: boolean
}

/** Connects a server. None of its tools are allowed yet, and nothing is asked of it. */
export async function createMcpServer({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, CreateMcpServerInput>): Promise<McpServerRow> {
  const { name, connection, enabled } = input
  await assertConnection(ctx, connection)
  const id = createdId(ctx)
  const row: McpServerRow = {
    id,
    organizationId: scope.organizationId,
    projectId: scope.projectId,
    name,
    connection: await sealConnection(ctx, id, connection),
    ...shownConnection(connection),
    allowedTools: [],
    enabled,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
  const results = await ctx.db.batch([
    rows.insertMcpServer(ctx.db, row, MCP_SERVERS_PER_PROJECT_MAX),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'mcp_server.create', detail: shown(row) }),
  ])
  if (changesOf(results) === 0)
    throw conflict(
      `A project has at most ${MCP_SERVERS_PER_PROJECT_MAX} MCP servers, and each has a name of its own. Choose another name, or delete one first.`,
    )
  return row
}

export interface UpdateMcpServerInput {
  readonly row: McpServerRow
  readonly name: string | undefined
  readonly connection: McpConnection | undefined
  readonly enabled: boolean | undefined
}

/**
 * PATCH: absent leaves. A connection is replaced as a whole, so that no stored credential is sent to a new address; at
 * a new address no tool is allowed any more.
 */
export async function updateMcpServer({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, UpdateMcpServerInput>): Promise<McpServerRow> {
  const { row, name, connection, enabled } = input
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(connection === undefined ? {} : await changedConnection(ctx, row, connection)),
  }
  if (Object.keys(change).length === 0) return row
  const after = { ...row, ...change, updatedAt: ctx.now() }
  const results = await ctx.db.batch([
    rows.updateMcpServer(ctx.db, row, { ...change, updatedAt: after.updatedAt }),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'mcp_server.update', detail: shown(after) }),
  ])
  if (changesOf(results) === 0) await refuseChange(ctx, row)
  return after
}

async function changedConnection(ctx: DomainContext, row: McpServerRow, connection: McpConnection) {
  await assertConnection(ctx, connection)
  const isSameAddress = (await openConnection(ctx, row)).url === connection.url
  return {
    connection: await sealConnection(ctx, row.id, connection),
    ...shownConnection(connection),
    ...(isSameAddress ? {} : { allowedTools: [] }),
  }
}

async function refuseChange(ctx: DomainContext, row: McpServerRow): Promise<never> {
  const now = await findMcpServer(ctx, row.id)
  if (now === null) throw notFound('The MCP server')
  throw conflict(
    'Another MCP server of the project has this name, or this one was changed meanwhile. Read it and try again.',
  )
}

/** Deletes a server. Runs that are under way are told that its tools are gone. */
export async function deleteMcpServer({
  ctx,
  scope,
  input: { row },
}: VerbCall<ProjectScope, { readonly row: McpServerRow }>): Promise<void> {
  await ctx.db.batch([
    rows.deleteMcpServer(ctx.db, row.id),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'mcp_server.delete', detail: { name: row.name } }),
  ])
}

const shown = ({ name, host, headerNames, allowedTools, enabled }: McpServerRow) => ({
  name,
  host,
  headerNames,
  allowedTools: allowedTools.map((tool) => tool.name),
  enabled,
})

/** The head of an audit entry about a server. */
export const auditHead = (scope: ProjectScope, row: McpServerRow) => ({
  organizationId: row.organizationId,
  projectId: row.projectId,
  actor: scope.actor,
  targetId: row.id,
})
