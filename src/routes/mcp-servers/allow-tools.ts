import { z } from 'zod'
import { allowTools } from '../../domain/mcp-servers/allowed-tools.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedMcpServer, grantedMcpServer } from './granted.ts'
import { MCP_SERVER_EXAMPLE, mcpServer, mcpServerOf, TOOL_EXAMPLE, toolChoices } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.allowTools',
  method: 'post',
  path: '/mcp-servers/{mcpServerId}/allow-tools',
  tag: 'MCP servers',
  summary: 'Choose the tools that the agent may use',
  description:
    'Replaces the list; an empty one allows none. Each tool is named with the fingerprint of what you saw. A tool that changes later is not called until it is allowed again. A tool that says that it writes is refused; one that says nothing needs `isReadOnly`.',
  permission: 'mcp_servers:manage',
  pathParameters: { mcpServerId: z.uuid() },
  body: { tools: toolChoices },
  bodyExample: { tools: [{ name: TOOL_EXAMPLE.name, fingerprint: TOOL_EXAMPLE.fingerprint }] },
  success: {
    status: 200,
    description: 'The MCP server.',
    schema: z.object({ mcpServer }),
    example: { mcpServer: MCP_SERVER_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class AllowMcpServerTools extends Operation<GrantedMcpServer> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedMcpServer(access, ctx, input.path.mcpServerId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedMcpServer>) {
    const after = await allowTools({ ctx, scope, input: { row, choices: input.body.tools } })
    return { mcpServer: mcpServerOf(after) }
  }
}
