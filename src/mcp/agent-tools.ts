/** Calls tools of the agent for a caller of the MCP server: the same look-ups, bounds and flags as in a run. */
import type { AgentContext } from '../agent/contract.ts'
import type { SuspiciousText } from '../agent/guard/instruction-like.ts'
import { ToolInputError } from '../agent/tools/define-tool.ts'
import { agentTools } from '../agent/tools/index.ts'
import { runTool } from '../agent/tools/run-tool.ts'
import type { ProjectScope } from '../auth/scope.ts'
import { newId } from '../contracts/ids.ts'
import type { DomainContext } from '../domain/context.ts'
import { projectChanges } from '../domain/oncall/project-changes.ts'
import { projectSources } from '../domain/sources/project-sources.ts'
import { projectOf } from '../domain/telemetry/query-input.ts'
import { logFailure } from '../log/log.ts'

/** Connections are left out: what a connected platform answers is for the organization's own runs. */
function agentContext(ctx: DomainContext, scope: ProjectScope): AgentContext {
  return {
    project: projectOf(scope),
    telemetry: ctx.telemetry,
    askedAtMs: ctx.now(),
    now: ctx.now,
    isCatalogueShared: true,
    sources: projectSources({ ctx, scope }),
    changes: projectChanges({ ctx, scope }),
  }
}

export interface AgentToolCall {
  readonly ctx: DomainContext
  readonly scope: ProjectScope
  readonly signal: AbortSignal
}

export interface Found {
  readonly data: Readonly<Record<string, unknown>>
  /** Texts in it that read like instructions. */
  readonly suspicious: readonly SuspiciousText[]
}

/** Returns what the tool found. A refusal of its parameters is a ToolInputError; what it threw is logged. */
export async function callAgentTool(
  { ctx, scope, signal }: AgentToolCall,
  name: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Found> {
  const onToolError = (tool: string, error: unknown) => {
    logFailure('mcp_agent_tool_failed', error, { tool, requestId: ctx.requestId ?? '' })
  }
  const deps = { tools: agentTools(), onToolError, isWithoutArtifacts: true }
  const call = { toolCallId: newId(), name, params }
  const { status, result } = await runTool(deps, agentContext(ctx, scope), call, signal)
  const fields = isRecord(result) ? result : { value: result }
  if (status === 'success') {
    const { suspicious = [], ...data } = fields
    // runTool puts its own list there.
    return { data, suspicious: suspicious as SuspiciousText[] }
  }
  throw new ToolInputError(typeof fields.error === 'string' ? fields.error : 'The look-up failed.')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
