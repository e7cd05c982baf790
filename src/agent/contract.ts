/**
 * What the thread object and the agent say to each other. The thread object owns durability: it runs one step at a
 * time, writes it before and after, and hands the agent everything that happened so far. The agent owns thinking: it
 * has no storage and holds nothing between calls, so that a step may be repeated after a crash.
 */

import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { z } from 'zod'
import type { ArtifactName, StoredMessage } from '../contracts/content-block.ts'
import type { Usage } from '../contracts/usage.ts'
import type { TelemetryProject, TelemetryStore } from '../telemetry/index.ts'
import type { ProjectChanges } from './changes.ts'
import type { ProjectConnections } from './connections.ts'
import type { ProjectSources } from './sources.ts'

/** One model call's outcome as persisted: what it said and which tools it wants run, in order. */
export interface ModelStepResult {
  readonly parts: readonly ModelPart[]
  readonly usage: Usage
  /** Written by earlier releases; now said through `onSent`, before the prompt leaves. */
  readonly sent?: SentRecord
  readonly finishReason: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'other'
}
/** One prompt that was handed to a model provider. */
export interface SentRecord {
  readonly provider: string
  readonly model: string
  /** UTF-8 bytes of the prompt as JSON, and its SHA-256 in hex. */
  readonly bytes: number
  readonly sha256: string
  readonly isMasked: boolean
  /** Distinct names, addresses and ids that were replaced. */
  readonly pseudonyms: number
}

/** A recorded prompt and what it was made from. */
export interface SentPrompt {
  readonly sent: SentRecord
  readonly askedAtMs: number
  readonly history: readonly StoredMessage[]
  /** The steps of the run before the call. */
  readonly steps: readonly RunStep[]
}
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool_call'; readonly toolCallId: string; readonly name: string; readonly params: unknown }

/** One tool call's outcome as persisted. `result` is at most 64 KiB of JSON; it says itself what was cut. */
export interface ToolStepResult {
  readonly toolCallId: string
  readonly name: string
  readonly status: 'success' | 'error'
  readonly result: unknown
  readonly artifacts: readonly Artifact[]
  readonly durationMs: number
}
export interface Artifact {
  readonly name: ArtifactName
  readonly data: unknown
}

/** The steps of the current run so far, oldest first. */
export type RunStep =
  | { readonly kind: 'model'; readonly result: ModelStepResult }
  | { readonly kind: 'tool'; readonly result: ToolStepResult }

/** What a stream reader sees while a model step is under way. */
export type ModelChunk =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }

export interface AgentContext {
  readonly project: TelemetryProject
  readonly telemetry: TelemetryStore
  /** Milliseconds since 1970, of the run's message (stable when a step is repeated). */
  readonly askedAtMs: number
  readonly now: () => number
  /** Whether prompts to model providers are pseudonymised; the organization's choice, else the deployment's. */
  readonly isMasked?: boolean
  /** The project's connected platforms, where the deployment can ask them. */
  readonly connections?: ProjectConnections
  /** What a project has names for may be kept for a minute between runs: the store answers for real projects. */
  readonly isCatalogueShared?: boolean
  /** What delivers to the project, where the deployment counts deliveries. */
  readonly sources?: ProjectSources
  /** What people are known to have changed, where the deployment keeps changes. */
  readonly changes?: ProjectChanges
}

/** A tool: a descriptor over domain and telemetry verbs. All of ours are read-only, so a step may be repeated. */
export interface AgentTool<Input = unknown> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  readonly readOnly: true
  run(call: {
    readonly ctx: AgentContext
    readonly input: Input
    /** Of this call, so that an artifact can cite it as its evidence. */
    readonly toolCallId: string
    readonly signal: AbortSignal
  }): Promise<{ readonly result: unknown; readonly artifacts?: readonly Artifact[] }>
}

export interface ModelStepInput {
  readonly ctx: AgentContext
  /** Finished messages of the thread, oldest first, the user message of this run last. */
  readonly history: readonly StoredMessage[]
  readonly steps: readonly RunStep[]
  readonly stepsMax: number
  readonly onChunk: (chunk: ModelChunk) => void
  /** Called just before a prompt leaves for a model provider; never for the embedded model. */
  readonly onSent?: (sent: SentRecord) => void
  readonly signal: AbortSignal
  /** Which try of this step it is, from 1; the last one falls back to the embedded model where that is configured. */
  readonly attempt?: number
  /** When the run's wall limit ends it, milliseconds since 1970; shortly before it the model has to conclude. */
  readonly deadlineMs?: number
}

export type ModelStepOutcome =
  | {
      readonly ok: true
      readonly result: ModelStepResult
      /** Older turns folded for the model in this run. */
      readonly summary?: string
    }
  | { readonly ok: false; readonly reason: string; readonly isRetryable: boolean; readonly retryAfterMs?: number }

/** src/agent/index.ts implements this over the configured model. */
export interface Agent {
  readonly modelName: string
  readonly model: LanguageModelV4
  modelStep(input: ModelStepInput): Promise<ModelStepOutcome>
  /**
   * The prompt of a recorded call as JSON, masked as it was, made again from the thread; null where what comes out is
   * not what was sent (its hash differs: another release, another window, history that was given in another cut).
   */
  promptSent?(input: SentPrompt): Promise<string | null>
  /** Never throws for a failing tool: an unknown tool, bad params or a tool's error is a result with status error. */
  toolStep(
    ctx: AgentContext,
    call: { readonly toolCallId: string; readonly name: string; readonly params: unknown },
    signal: AbortSignal,
  ): Promise<ToolStepResult>
  /** Title of a thread from its first user message (at most 80 characters), no model call. */
  title(firstMessage: string): string
}
