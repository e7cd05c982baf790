/** The MCP servers that a project connected, as the agent sees them: allowed tools, and calls to them. */
import type { ConnectedTool, ConnectedToolAnswer, ProjectMcpServers } from '../../agent/mcp-servers.ts'
import { type AllowedMcpTool, MCP_TOOLS_PER_PROJECT_MAX, mcpToolName } from '../../contracts/mcp-servers.ts'
import { type McpServerRow, usableMcpServers } from '../../db/mcp-servers.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { exchangeWith } from './connection.ts'
import { fingerprintOf } from './offered-tool.ts'
import { answerOf } from './tool-answer.ts'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

interface Usable {
  readonly row: McpServerRow
  readonly allowed: AllowedMcpTool
  readonly tool: ConnectedTool
}

/** Returns the port by which the agent uses the project's MCP servers. Nothing is asked of a server before a call. */
export function projectMcpServers({ ctx, scope: project }: VerbCall<ProjectRef>): ProjectMcpServers {
  return {
    tools: async () => (await usable(ctx, project)).map(({ tool }) => tool),
    async call(name, args, signal) {
      // Names come from a model, so only tools that are allowed now are found.
      const found = (await usable(ctx, project)).find(({ tool }) => tool.name === name)
      if (found === undefined) return refused('This tool is not allowed any more.')
      return callTool(ctx, found, args, signal)
    },
  }
}

async function usable(ctx: DomainContext, project: ProjectRef): Promise<Usable[]> {
  const rows = await usableMcpServers(ctx.db, project)
  const all = rows.flatMap((row) =>
    row.allowedTools.map((allowed) => ({ row, allowed, tool: connected(row, allowed) })),
  )
  // Two names that differ in a sign alone may become one; the first keeps it.
  const distinct = new Map(all.toReversed().map((one) => [one.tool.name, one]))
  return [...distinct.values()].toReversed().slice(0, MCP_TOOLS_PER_PROJECT_MAX)
}

const connected = ({ name: server }: McpServerRow, { name, description, inputSchema }: AllowedMcpTool) => ({
  name: mcpToolName(server, name),
  server,
  tool: name,
  description,
  inputSchema,
})

/** The server is asked for its tools first: one that is not what an administrator allowed is not called. */
async function callTool(
  ctx: DomainContext,
  { row, allowed }: Usable,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ConnectedToolAnswer> {
  try {
    const outcome = await exchangeWith(ctx, row, signal, async (session): Promise<ConnectedToolAnswer> => {
      const tool = (await session.tools()).find(({ name }) => name === allowed.name)
      if (tool === undefined) return refused(`The MCP server ${row.name} has no tool of this name any more.`)
      if (fingerprintOf(tool) !== allowed.fingerprint)
        return refused(
          `This tool of the MCP server ${row.name} is not what an administrator allowed: it changed. It was not called; an administrator can look at it and allow it again.`,
        )
      return answerOf(await session.call(tool.name, args))
    })
    return outcome.ok
      ? outcome.value
      : refused(`The MCP server ${row.name} could not be asked: ${outcome.failure.message}.`)
  } catch (error) {
    // The master key of its credentials is gone, for one. A run goes on without the answer.
    logFailure('mcp_server_unusable', error, { mcpServerId: row.id })
    return refused(`The MCP server ${row.name} cannot be used at present.`)
  }
}

const refused = (reason: string) => ({ ok: false, reason }) as const
