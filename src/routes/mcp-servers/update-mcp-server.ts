import { z } from 'zod'
import { updateMcpServer } from '../../domain/mcp-servers/mcp-servers.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedMcpServer, grantedMcpServer } from './granted.ts'
import { connectionInput, MCP_SERVER_EXAMPLE, mcpServer, mcpServerOf, serverName } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.update',
  method: 'patch',
  path: '/mcp-servers/{mcpServerId}',
  tag: 'MCP servers',
  summary: 'Change an MCP server',
  description:
    'Fields that are left out stay as they are. A connection is replaced as a whole, headers included; at another address no tool is allowed any more.',
  permission: 'mcp_servers:manage',
  pathParameters: { mcpServerId: z.uuid() },
  body: {
    name: serverName.optional(),
    connection: connectionInput.optional(),
    enabled: z.boolean().optional(),
  },
  bodyExample: { enabled: false },
  success: {
    status: 200,
    description: 'The MCP server.',
    schema: z.object({ mcpServer }),
    example: { mcpServer: { ...MCP_SERVER_EXAMPLE, enabled: false } },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class UpdateMcpServer extends Operation<GrantedMcpServer> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedMcpServer(access, ctx, input.path.mcpServerId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedMcpServer>) {
    const { name, connection, enabled } = input.body
    const after = await updateMcpServer({ ctx, scope, input: { row, name, connection, enabled } })
    return { mcpServer: mcpServerOf(after) }
  }
}
