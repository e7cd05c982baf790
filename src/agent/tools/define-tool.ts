/**
 * A tool as the loop sees it: the descriptor of contract.ts with its input type erased behind the schema, so that tools
 * of different inputs live in one list.
 */
import type { JSONSchema7 } from '@ai-sdk/provider'
import { z } from 'zod'
import type { AgentContext, AgentTool, Artifact } from '../contract.ts'

export interface ToolAnswer {
  readonly result: unknown
  readonly artifacts?: readonly Artifact[]
}

export type ToolRefusal = { readonly ok: false; readonly reason: string }

export interface RegisteredTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JSONSchema7
  readonly readOnly: true
  /** The part of the context without which it is not offered to models. */
  readonly needs: ToolNeed | null
  /** Checks the parameters and runs; a refusal says in a sentence what was wrong with them. */
  call(
    ctx: AgentContext,
    params: unknown,
    toolCallId: string,
    signal: AbortSignal,
  ): Promise<({ readonly ok: true } & ToolAnswer) | ToolRefusal>
}

export type ToolNeed = 'connections' | 'sources' | 'changes'

/** Thrown by tools for input that the schema cannot refuse by itself (an empty window, an unknown record). */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError'
}

/** Erases the input type of a descriptor. */
export function registerTool<Input>(tool: AgentTool<Input>, needs: ToolNeed | null = null): RegisteredTool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { io: 'input' })
  return {
    name: tool.name,
    description: tool.description,
    // zod writes draft 2020-12; the subset our inputs use (object, array, enum, string, number) reads the same in draft 7.
    inputSchema: inputSchema as JSONSchema7,
    readOnly: tool.readOnly,
    needs,
    async call(ctx, params, toolCallId, signal) {
      const parsed = tool.input.safeParse(params ?? {})
      if (!parsed.success) {
        const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`)
        return { ok: false, reason: `The parameters do not fit: ${problems.join('; ')}` }
      }
      try {
        const answer = await tool.run({ ctx, input: parsed.data, toolCallId, signal })
        return { ok: true, ...answer }
      } catch (error) {
        if (error instanceof ToolInputError) return { ok: false, reason: error.message }
        throw error
      }
    },
  }
}
