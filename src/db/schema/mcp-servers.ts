/** MCP servers whose tools the agent may use in a project. */
import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AllowedMcpTool } from '../../contracts/mcp-servers.ts'

export const mcpServers = sqliteTable(
  'mcp_servers',
  {
    id: text('id').primaryKey(),
    organizationId: text('organization_id').notNull(),
    projectId: text('project_id').notNull(),
    /** Part of its tools' names, so two of a project differ. */
    name: text('name').notNull(),
    /** Address and headers as JSON, sealed: both may hold credentials. */
    connection: text('connection').notNull(),
    /** What may be shown of the connection: its host, and the names of its headers. */
    host: text('host').notNull(),
    headerNames: text('header_names', { mode: 'json' }).$type<readonly string[]>().notNull(),
    /** Empty: the agent uses none of its tools. */
    allowedTools: text('allowed_tools', { mode: 'json' }).$type<readonly AllowedMcpTool[]>().notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('mcp_servers_by_project').on(table.projectId, table.name),
    check('mcp_servers_enabled', sql`enabled in (0, 1)`),
  ],
)
