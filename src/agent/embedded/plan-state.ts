/** The state of a plan: the question, the results the thread already has, and the calls this run still needs. */

import type { Plan } from '../questions/plan/plan.ts'
import type { CoverageToolResult } from '../tools/coverage.ts'
import type { Asked } from './asked.ts'
import type { CallRecord, Conversation } from './conversation.ts'

export interface PlannedCall {
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
}
export type Action =
  | { readonly type: 'call'; readonly reasoning: string; readonly calls: readonly PlannedCall[] }
  | {
      readonly type: 'answer'
      readonly text: string
      /** The errors that the answer is about, where it is about a cause. */
      readonly errors?: readonly string[]
      /** Whether it tells of the things that the question names, where it is about all trouble. */
      readonly isOfNamed?: boolean
    }

export interface Window {
  readonly fromMs: number
  readonly toMs: number
}

/** A finished call with its result typed by the tool that made it. */
export interface Done<T> {
  readonly id: string
  readonly result: T
}

export interface PlanState {
  readonly plan: Plan
  readonly question: Asked
  readonly conversation: Conversation
  readonly askedAtMs: number
  readonly coverage: Done<CoverageToolResult>
  readonly window: Window
  /** Why this window was chosen. The answer says so if the question did not name one. */
  readonly windowBasis: 'asked' | 'inherited' | 'last_with_telemetry'
  readonly desk: Desk
  /** Names of the tools that this run has. */
  readonly tools: ReadonlySet<string>
}

/**
 * Returns the results of calls that were made, and notes the calls that are still needed. A call with the same name and
 * parameters earlier in the thread counts as made: its window is fixed, so it would give the same result again.
 */
export class Desk {
  readonly #calls: { readonly run: readonly CallRecord[]; readonly thread: readonly CallRecord[] }
  readonly #missing: PlannedCall[] = []
  readonly #failed: string[] = []

  constructor(conversation: Conversation) {
    const run = conversation.current.calls
    this.#calls = { run, thread: [...run, ...conversation.earlier.flatMap((turn) => turn.calls)] }
  }

  /** The result of a call. Null while it is missing or if it failed; `run` if an earlier answer may be outdated. */
  need<T>(name: string, params: Readonly<Record<string, unknown>>, from: 'thread' | 'run' = 'thread'): Done<T> | null {
    const clean = Object.fromEntries(
      Object.entries(params).filter(([, value]) => value !== undefined && value !== null),
    )
    const key = stableJson(clean)
    const made = this.#calls[from].find(
      (call) => call.name === name && call.result !== undefined && stableJson(call.params) === key,
    )
    if (made === undefined) {
      this.#missing.push({ name, params: clean })
      return null
    }
    if (made.isError) {
      this.#failed.push(`${name}: ${errorText(made.result)}`)
      return null
    }
    // The tool of this name wrote the result; the caller states its type.
    return { id: made.id, result: made.result as T }
  }

  get missing(): readonly PlannedCall[] {
    return this.#missing
  }
  /** Calls that failed, as "tool: reason". */
  get failed(): readonly string[] {
    return this.#failed
  }
}

function errorText(result: unknown): string {
  if (typeof result === 'object' && result !== null && 'error' in result && typeof result.error === 'string')
    return result.error
  return 'it failed'
}

/** Writes JSON with sorted keys, so that equal parameters have equal texts. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Returns a window as parameters of a tool. */
export function windowParams(window: Window): { from: string; to: string } {
  return { from: new Date(window.fromMs).toISOString(), to: new Date(window.toMs).toISOString() }
}
