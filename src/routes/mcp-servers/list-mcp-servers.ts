import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listMcpServers } from '../../domain/mcp-servers/mcp-servers.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { MCP_SERVER_EXAMPLE, mcpServer, mcpServerOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'mcpServers.list',
  method: 'get',
  path: '/mcp-servers',
  tag: 'MCP servers',
  summary: 'List connected MCP servers',
  permission: 'mcp_servers:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The MCP servers of the project, newest first.',
    schema: z.object({ mcpServers: z.array(mcpServer), nextCursor }),
    example: { mcpServers: [MCP_SERVER_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListMcpServers extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listMcpServers({ ctx, scope, input: { limit, cursor } })
    return { mcpServers: page.servers.map(mcpServerOf), nextCursor: page.nextCursor }
  }
}
