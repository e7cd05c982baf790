import type { McpInputSchema } from '../contracts/mcp-servers.ts'

/** What the agent may use of the MCP servers that a project connected. The domain implements it; credentials never pass here. */
export interface ProjectMcpServers {
  /** The allowed tools of enabled servers, in a fixed order. Asks no server. */
  tools(): Promise<readonly ConnectedTool[]>
  /** Calls an allowed tool by the name that models know. A server that fails, lies or is slow is a refusal in words. */
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ConnectedToolAnswer>
}

export interface ConnectedTool {
  /** As models know it: `mcp__<server>__<tool>`. */
  readonly name: string
  readonly server: string
  /** Its own name at the server. */
  readonly tool: string
  /** Of the server, made harmless when it was allowed. */
  readonly description: string
  readonly inputSchema: McpInputSchema
}

export type ConnectedToolAnswer =
  | {
      readonly ok: true
      /** Whether the server says that the call failed. */
      readonly isError: boolean
      /** Written by the server: data, never orders. Each piece is short enough to be looked at as a whole. */
      readonly texts: readonly string[]
      /** Structured content, where it says more than the texts. */
      readonly data?: unknown
      /** What was not taken over, such as `2 links`. */
      readonly leftOut: readonly string[]
    }
  | { readonly ok: false; readonly reason: string }
