import { z } from 'zod'
import { MCP_SERVER_NAME, MCP_TOOLS_PER_PROJECT_MAX } from '../../contracts/mcp-servers.ts'
import type { ListedTool } from '../../domain/mcp-servers/allowed-tools.ts'
import type { McpServerRow } from '../../domain/mcp-servers/mcp-servers.ts'
import { anyObject, dateTime, iso } from '../../http/parameters.ts'

export const serverName = z
  .string()
  .regex(MCP_SERVER_NAME, { error: 'must be 1 to 20 lower-case letters, digits and inner hyphens' })
  .describe('Part of the names of its tools; unique in the project.')

/** Write-only: the address may hold a credential, as the headers do. */
export const connectionInput = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe('Where the server answers over Streamable HTTP.'),
    headers: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
          value: z.string().regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,3998}[\x21-\x7e])?$/),
        }),
      )
      .max(10)
      .default([])
      .describe('Sent with every request: `Authorization` or what else the server asks for.'),
  })
  .openapi('McpServerConnection')

export const mcpServer = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    name: z.string(),
    host: z.string(),
    headerNames: z.array(z.string()),
    enabled: z.boolean(),
    allowedTools: z
      .array(
        z.object({
          name: z.string(),
          fingerprint: z.string(),
          isVouched: z.boolean().describe('Whether an administrator said that it only reads; the server does not.'),
          allowedAt: dateTime,
        }),
      )
      .describe('What the agent may use.'),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .openapi('McpServer')

export function mcpServerOf(row: McpServerRow) {
  return {
    id: row.id,
    projectId: row.projectId,
    name: row.name,
    host: row.host,
    headerNames: [...row.headerNames],
    enabled: row.enabled,
    allowedTools: row.allowedTools.map(({ name, fingerprint, isVouched, allowedAt }) => ({
      name,
      fingerprint,
      isVouched,
      allowedAt: iso(allowedAt),
    })),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

export const listedTool = z
  .object({
    name: z.string(),
    agentName: z.union([z.string(), z.null()]).describe('The name by which models know it.'),
    description: z.string().describe('As models are told; empty where it reads like instructions.'),
    inputSchema: anyObject,
    fingerprint: z.union([z.string(), z.null()]).describe('Of everything that the server says about the tool.'),
    claim: z
      .union([z.enum(['reads', 'unknown', 'writes']), z.null()])
      .describe('What the server says of it, by `readOnlyHint` and `destructiveHint`; null where it is gone.'),
    state: z
      .enum(['allowed', 'not_allowed', 'changed', 'gone'])
      .describe('`changed`: it is not what was allowed and is not called.'),
    isSuspicious: z.boolean().describe('Whether its texts read like instructions to an assistant; those are left out.'),
    obstacle: z
      .union([z.enum(['writes', 'name']), z.null()])
      .describe('Why it cannot be allowed: it says that it writes, or its name is no word.'),
  })
  .openapi('McpServerTool')

export const listedToolOf = (tool: ListedTool) => ({ ...tool, inputSchema: { ...objectOf(tool.inputSchema) } })

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

export const toolChoices = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(128),
      fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
      isReadOnly: z
        .boolean()
        .default(false)
        .describe('You know that it only reads, though its server does not say so.'),
    }),
  )
  .max(MCP_TOOLS_PER_PROJECT_MAX)

const FINGERPRINT = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const MCP_SERVER_EXAMPLE = {
  id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a58',
  projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56',
  name: 'runbooks',
  host: 'mcp.example.com',
  headerNames: ['Authorization'],
  enabled: true,
  allowedTools: [
    { name: 'search_pages', fingerprint: FINGERPRINT, isVouched: false, allowedAt: '2026-01-01T10:00:00.000Z' },
  ],
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
}

export const TOOL_EXAMPLE = {
  name: 'search_pages',
  agentName: 'mcp__runbooks__search_pages',
  description: 'Finds runbook pages by words.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  fingerprint: FINGERPRINT,
  claim: 'reads' as const,
  state: 'not_allowed' as const,
  isSuspicious: false,
  obstacle: null,
}
