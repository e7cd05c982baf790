/** Which tools a connected server has, and which of them the agent may use. */
import type { ProjectScope } from '../../auth/scope.ts'
import type { McpFailure } from '../../connectors/mcp/guarded-fetch.ts'
import type { McpTool } from '../../connectors/mcp/session.ts'
import { conflict, DomainError, invalidInput } from '../../contracts/domain-error.ts'
import { type AllowedMcpTool, MCP_TOOLS_PER_PROJECT_MAX, mcpToolName } from '../../contracts/mcp-servers.ts'
import { changesOf } from '../../db/database.ts'
import { type McpServerRow, replaceAllowedTools } from '../../db/mcp-servers.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import { exchangeWith } from './connection.ts'
import { auditHead } from './mcp-servers.ts'
import { claimOf, fingerprintOf, isOfferableName, offeredTool, oneLine, type ReadOnlyClaim } from './offered-tool.ts'

export interface ListedTool {
  /** As the server writes it where it can be allowed; otherwise made harmless. */
  readonly name: string
  /** The name under which models know it. */
  readonly agentName: string | null
  readonly description: string
  readonly inputSchema: unknown
  readonly fingerprint: string | null
  readonly claim: ReadOnlyClaim | null
  readonly state: 'allowed' | 'not_allowed' | 'changed' | 'gone'
  readonly isSuspicious: boolean
  /** Why it cannot be allowed; null where it can. */
  readonly obstacle: 'writes' | 'name' | null
}

const TOOLS_SHOWN_MAX = 200

/** Asks the server for its tools: also the test of its address and credentials. Those that are gone come last. */
export async function listTools({
  ctx,
  input: { row },
}: VerbCall<ProjectScope, { readonly row: McpServerRow }>): Promise<readonly ListedTool[]> {
  const tools = await toolsOf(ctx, row)
  const byName = new Map(row.allowedTools.map((one) => [one.name, one]))
  const present = new Set(tools.map(({ name }) => name))
  const listed = tools.slice(0, TOOLS_SHOWN_MAX).map((tool) => listedTool(row, tool, byName.get(tool.name)))
  const gone = row.allowedTools.filter(({ name }) => !present.has(name))
  return [...listed, ...gone.map((tool) => goneTool(row, tool))]
}

function listedTool(row: McpServerRow, tool: McpTool, allowed: AllowedMcpTool | undefined): ListedTool {
  const { description, inputSchema, isSuspicious } = offeredTool(tool)
  const fingerprint = fingerprintOf(tool)
  const isNamed = isOfferableName(tool.name)
  const claim = claimOf(tool)
  return {
    name: isNamed ? tool.name : oneLine(tool.name, 64),
    agentName: isNamed ? mcpToolName(row.name, tool.name) : null,
    description,
    inputSchema,
    fingerprint,
    claim,
    state: allowed === undefined ? 'not_allowed' : allowed.fingerprint === fingerprint ? 'allowed' : 'changed',
    isSuspicious: isSuspicious || !isNamed,
    obstacle: isNamed ? (claim === 'writes' ? 'writes' : null) : 'name',
  }
}

function goneTool(row: McpServerRow, { name, description, inputSchema, fingerprint }: AllowedMcpTool): ListedTool {
  const agentName = mcpToolName(row.name, name)
  const known = { name, agentName, description, inputSchema, fingerprint }
  return { ...known, claim: null, state: 'gone', isSuspicious: false, obstacle: null }
}

export interface ToolChoice {
  readonly name: string
  /** As it was shown to whoever chooses. */
  readonly fingerprint: string
  /** Vouches that the tool only reads, where its server does not say so. */
  readonly isReadOnly: boolean
}

/**
 * Replaces the tools that the agent may use. The server is asked again: what differs from what the caller saw is
 * refused, and so is a tool that says it writes.
 */
export async function allowTools({
  ctx,
  scope,
  input: { row, choices },
}: VerbCall<ProjectScope, { readonly row: McpServerRow; readonly choices: readonly ToolChoice[] }>) {
  const tools = choices.length === 0 ? [] : await toolsOf(ctx, row)
  const allowedTools = choices.map((choice, index) => chosen(ctx, tools, choice, index))
  if (new Set(choices.map(({ name }) => name)).size < choices.length)
    throw invalidInput('A tool is named twice.', [{ path: 'body.tools', message: 'names a tool twice' }])
  const updatedAt = ctx.now()
  const results = await ctx.db.batch([
    replaceAllowedTools(ctx.db, row, { allowedTools, updatedAt }, MCP_TOOLS_PER_PROJECT_MAX),
    auditIfChanged(ctx, {
      ...auditHead(scope, row),
      action: 'mcp_server.allow_tools',
      detail: { tools: allowedTools.map(({ name, fingerprint, isVouched }) => ({ name, fingerprint, isVouched })) },
    }),
  ])
  if (changesOf(results) === 0)
    throw conflict(
      `A project allows at most ${MCP_TOOLS_PER_PROJECT_MAX} tools of its MCP servers, or the server was changed meanwhile. Read it and try again.`,
    )
  return { ...row, allowedTools, updatedAt }
}

function chosen(ctx: DomainContext, tools: readonly McpTool[], choice: ToolChoice, index: number): AllowedMcpTool {
  const tool = tools.find(({ name }) => name === choice.name)
  const refuse = (message: string) =>
    invalidInput(`Tool ${index + 1} ${message}.`, [{ path: `body.tools[${index}]`, message }])
  if (tool === undefined) throw refuse('is not one of the server')
  if (!isOfferableName(tool.name)) throw refuse('has a name that models cannot be told')
  if (fingerprintOf(tool) !== choice.fingerprint)
    throw conflict(`Tool ${index + 1} is not what you saw: it changed meanwhile. List the tools again.`)
  const claim = claimOf(tool)
  if (claim === 'writes') throw refuse('says that it writes; the agent only reads')
  if (claim === 'unknown' && !choice.isReadOnly)
    throw refuse('does not say that it only reads; allow it with isReadOnly if you know that it does')
  const { description, inputSchema } = offeredTool(tool)
  const { name, fingerprint } = choice
  return { name, fingerprint, description, inputSchema, isVouched: claim === 'unknown', allowedAt: ctx.now() }
}

async function toolsOf(ctx: DomainContext, row: McpServerRow): Promise<readonly McpTool[]> {
  const outcome = await exchangeWith(ctx, row, new AbortController().signal, (session) => session.tools())
  if (outcome.ok) return outcome.value
  throw new DomainError({
    kind: isRefusal(outcome.failure) ? 'platform_refused' : 'platform_failed',
    message: `The MCP server could not be asked: ${outcome.failure.message}.`,
  })
}

const isRefusal = ({ kind }: McpFailure): boolean => kind === 'refused' || kind === 'blocked' || kind === 'protocol'
