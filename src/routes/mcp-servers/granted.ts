/** The right to one MCP server: its project's scope with its row. */
import type { Access, ProjectScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import type { DomainContext } from '../../domain/context.ts'
import { findMcpServer, type McpServerRow } from '../../domain/mcp-servers/mcp-servers.ts'

export interface GrantedMcpServer {
  readonly scope: ProjectScope
  readonly row: McpServerRow
}

export async function grantedMcpServer(access: Access, ctx: DomainContext, id: string): Promise<GrantedMcpServer> {
  const row = await findMcpServer(ctx, id)
  if (row === null) throw notFound('The MCP server')
  return { scope: await access.projectResource(row, 'The MCP server'), row }
}
