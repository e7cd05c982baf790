import { AllowMcpServerTools } from './allow-tools.ts'
import { CreateMcpServer } from './create-mcp-server.ts'
import { DeleteMcpServer } from './delete-mcp-server.ts'
import { GetMcpServer } from './get-mcp-server.ts'
import { ListMcpServers } from './list-mcp-servers.ts'
import { ListMcpServerTools } from './list-tools.ts'
import { UpdateMcpServer } from './update-mcp-server.ts'

export const mcpServerOperations = [
  ListMcpServers,
  CreateMcpServer,
  GetMcpServer,
  UpdateMcpServer,
  DeleteMcpServer,
  ListMcpServerTools,
  AllowMcpServerTools,
]
