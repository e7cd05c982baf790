/** One tool call: checked, run, bounded, looked at for instruction-like text, and never throwing. */

import type { AgentContext, Artifact, ToolStepResult } from '../contract.ts'
import { findInstructionLike } from '../guard/instruction-like.ts'
import { boundResult, isWithin } from './bound-result.ts'
import type { RegisteredTool } from './define-tool.ts'

export interface ToolCall {
  readonly toolCallId: string
  readonly name: string
  readonly params: unknown
}

/** Artifacts larger than this lose list tails like results do. */
const ARTIFACT_BYTES_MAX = 48 * 1024

export interface RunToolDeps {
  readonly tools: ReadonlyMap<string, RegisteredTool>
  /** Receives what a tool threw: a bug or a failing store, whose text must not reach the user. */
  readonly onToolError: (name: string, error: unknown) => void
  /** For a caller that shows none: they are neither bounded nor returned. */
  readonly isWithoutArtifacts?: boolean
}

/**
 * Runs one tool call: parameters checked, result bounded and flagged. Wrong parameters and failures are results with
 * status `error`.
 */
export async function runTool(
  deps: RunToolDeps,
  ctx: AgentContext,
  call: ToolCall,
  signal: AbortSignal,
): Promise<ToolStepResult> {
  const startedMs = ctx.now()
  const finish = (
    status: 'success' | 'error',
    result: unknown,
    artifacts: readonly Artifact[] = [],
  ): ToolStepResult => ({
    toolCallId: call.toolCallId,
    name: call.name,
    status,
    result,
    artifacts,
    durationMs: Math.max(0, ctx.now() - startedMs),
  })
  const tool = deps.tools.get(call.name)
  if (tool === undefined) {
    return finish('error', { error: `There is no tool of this name. Tools: ${[...deps.tools.keys()].join(', ')}.` })
  }
  try {
    const answer = await tool.call(ctx, call.params, call.toolCallId, signal)
    if (!answer.ok) return finish('error', { error: answer.reason })
    const suspicious = findInstructionLike(answer.result)
    const bounded = boundResult(answer.result)
    const result = suspicious.length > 0 && isObject(bounded) ? { ...bounded, suspicious } : bounded
    const artifacts = deps.isWithoutArtifacts ? [] : (answer.artifacts ?? [])
    return finish('success', result, artifacts.map(boundArtifact))
  } catch (error) {
    if (signal.aborted) return finish('error', { error: 'The call was cancelled.' })
    deps.onToolError(call.name, error)
    return finish('error', { error: 'The tool failed for an internal reason; what it would have shown is not known.' })
  }
}

function boundArtifact(artifact: Artifact): Artifact {
  return isWithin(artifact.data, ARTIFACT_BYTES_MAX)
    ? artifact
    : { name: artifact.name, data: boundResult(artifact.data, ARTIFACT_BYTES_MAX) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
