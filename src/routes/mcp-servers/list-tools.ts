import { z } from 'zod'
import { listTools } from '../../domain/mcp-servers/allowed-tools.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedMcpServer, grantedMcpServer } from './granted.ts'
import { listedTool, listedToolOf, TOOL_EXAMPLE } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.listTools',
  method: 'get',
  path: '/mcp-servers/{mcpServerId}/tools',
  tag: 'MCP servers',
  summary: 'List the tools of an MCP server',
  description:
    'Asks the server, and so tests its address and credentials. Names and descriptions are the words of the server; they are not verified.',
  permission: 'mcp_servers:manage',
  pathParameters: { mcpServerId: z.uuid() },
  success: {
    status: 200,
    description: 'At most 200 tools, and then those that were allowed and are gone.',
    schema: z.object({ tools: z.array(listedTool) }),
    example: { tools: [TOOL_EXAMPLE] },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class ListMcpServerTools extends Operation<GrantedMcpServer> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedMcpServer(access, ctx, input.path.mcpServerId)
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, GrantedMcpServer>) {
    return { tools: (await listTools({ ctx, scope, input: { row } })).map(listedToolOf) }
  }
}
