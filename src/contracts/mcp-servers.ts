/** MCP servers that a project connected: what of them is stored, and the bounds of their use. */

export const MCP_SERVERS_PER_PROJECT_MAX = 10
/** Allowed tools of all servers of a project: models read every one of them in every step. */
export const MCP_TOOLS_PER_PROJECT_MAX = 24
/** Calls to connected servers in one run. */
export const MCP_CALLS_PER_RUN_MAX = 8
/** From the first request to a server to the end of its answer. */
export const MCP_CALL_TIMEOUT_MS = 20_000
/** Everything that a server sends in the exchange of one call. */
export const MCP_BYTES_MAX = 1024 * 1024
/** What a model may send as the arguments of one call, as JSON. */
export const MCP_ARGUMENT_BYTES_MAX = 8 * 1024

/** Part of the tools' names for models, which allow 64 characters. Without `_`, so that names come apart again. */
export const MCP_SERVER_NAME = /^[a-z0-9](?:[a-z0-9-]{0,18}[a-z0-9])?$/

/** A tool that an administrator allowed, as it was then. */
export interface AllowedMcpTool {
  /** Its name at the server. */
  readonly name: string
  /** Of name, descriptions, schemas and annotations as they were allowed; a tool that differs is not called. */
  readonly fingerprint: string
  /** Made harmless and bounded, for models. */
  readonly description: string
  readonly inputSchema: McpInputSchema
  /** Whether an administrator vouched that it only reads, because the server does not say so. */
  readonly isVouched: boolean
  /** Milliseconds since 1970. */
  readonly allowedAt: number
}

/** A JSON Schema of type object. */
export interface McpInputSchema {
  readonly type: 'object'
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
}

const PREFIX = 'mcp__'

/** Returns the name under which models know a tool: at most 64 letters, digits, `_` and `-`. */
export function mcpToolName(server: string, tool: string): string {
  const plain = tool.replace(/[^A-Za-z0-9_-]/g, '_')
  return `${PREFIX}${server}__${plain === tool && plain.length <= PLAIN_MAX ? plain : shortened(plain, tool)}`
}

/** Whether a name is one of a connected server's tools. */
export const isMcpToolName = (name: string): boolean => name.startsWith(PREFIX)

/** 64 without the prefix, a server's name of 20 and what separates it. */
const PLAIN_MAX = 64 - PREFIX.length - 20 - 2

/** Different tools keep different names: the end is a number made of the whole name (FNV-1a). */
function shortened(plain: string, tool: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < tool.length; at += 1) hash = Math.imul(hash ^ tool.charCodeAt(at), 0x01000193) >>> 0
  return `${plain.slice(0, PLAIN_MAX - 9)}_${hash.toString(16).padStart(8, '0')}`
}
