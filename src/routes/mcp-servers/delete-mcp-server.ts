import { z } from 'zod'
import { deleteMcpServer } from '../../domain/mcp-servers/mcp-servers.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedMcpServer, grantedMcpServer } from './granted.ts'

const operation = defineOperation({
  operationId: 'mcpServers.delete',
  method: 'delete',
  path: '/mcp-servers/{mcpServerId}',
  tag: 'MCP servers',
  summary: 'Disconnect an MCP server',
  description: 'Its credentials and allowed tools are deleted.',
  permission: 'mcp_servers:manage',
  pathParameters: { mcpServerId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteMcpServer extends Operation<GrantedMcpServer> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedMcpServer(access, ctx, input.path.mcpServerId)
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, GrantedMcpServer>) {
    await deleteMcpServer({ ctx, scope, input: { row } })
  }
}
