import { z } from 'zod'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedMcpServer, grantedMcpServer } from './granted.ts'
import { MCP_SERVER_EXAMPLE, mcpServer, mcpServerOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.get',
  method: 'get',
  path: '/mcp-servers/{mcpServerId}',
  tag: 'MCP servers',
  summary: 'Get an MCP server',
  permission: 'mcp_servers:read',
  pathParameters: { mcpServerId: z.uuid() },
  success: {
    status: 200,
    description: 'The MCP server.',
    schema: z.object({ mcpServer }),
    example: { mcpServer: MCP_SERVER_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetMcpServer extends Operation<GrantedMcpServer> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedMcpServer(access, ctx, input.path.mcpServerId)
  }

  protected async answer({ granted }: Call<typeof operation, GrantedMcpServer>) {
    return { mcpServer: mcpServerOf(granted.row) }
  }
}
