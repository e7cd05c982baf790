import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { createMcpServer } from '../../domain/mcp-servers/mcp-servers.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { connectionInput, MCP_SERVER_EXAMPLE, mcpServer, mcpServerOf, serverName } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.create',
  method: 'post',
  path: '/mcp-servers',
  tag: 'MCP servers',
  summary: 'Connect an MCP server',
  description:
    'Connects a server whose tools the agent may use in the project, once they are allowed. Internal addresses are refused. Address and headers are stored encrypted and never returned.',
  permission: 'mcp_servers:manage',
  body: { name: serverName, connection: connectionInput, enabled: z.boolean().default(true) },
  bodyExample: {
    name: 'runbooks',
    connection: {
      url: 'https://mcp.example.com/mcp',
      headers: [{ name: 'Authorization', value: 'Bearer f3c1a9e07b' }],
    },
  },
  success: {
    status: 201,
    description: 'The MCP server. None of its tools are allowed yet.',
    schema: z.object({ mcpServer }),
    example: { mcpServer: { ...MCP_SERVER_EXAMPLE, allowedTools: [] } },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class CreateMcpServer extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { name, connection, enabled } = input.body
    return { mcpServer: mcpServerOf(await createMcpServer({ ctx, scope, input: { name, connection, enabled } })) }
  }
}
