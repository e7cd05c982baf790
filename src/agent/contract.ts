/**
 * The interface between the thread object and the agent. The thread object owns durability: it runs one step at a time,
 * stores it before and after, and passes everything that happened so far to the agent. The agent decides. It has no
 * storage and keeps nothing between calls, so a step may be repeated after a crash.
 */

import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { z } from 'zod'
import type { ArtifactName, StoredMessage } from '../contracts/content-block.ts'
import type { Usage } from '../contracts/usage.ts'
import type { TelemetryProject, TelemetryStore } from '../telemetry/index.ts'
import type { ProjectChanges } from './changes.ts'
import type { ProjectConnections } from './connections.ts'
import type { ProjectMcpServers } from './mcp-servers.ts'
import type { ProjectQuiet } from './quiet.ts'
import type { ProjectSources } from './sources.ts'

/** The persisted outcome of one model call: what the model said and which tools it wants to call, in order. */
export interface ModelStepResult {
  readonly parts: readonly ModelPart[]
  readonly usage: Usage
  /** Written by earlier releases. Now reported through `onSent`, before the prompt leaves. */
  readonly sent?: SentRecord
  readonly finishReason: 'stop' | 'tool_calls' | 'length' | 'content_filter' | 'error' | 'other'
}
/** One prompt that was sent to a model provider. */
export interface SentRecord {
  readonly provider: string
  readonly model: string
  /** UTF-8 bytes of the prompt as JSON, and its SHA-256 in hex. */
  readonly bytes: number
  readonly sha256: string
  readonly isMasked: boolean
  /** How many distinct names, addresses and ids were replaced. */
  readonly pseudonyms: number
}

/** A recorded prompt, and what it was made from. */
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

/** The persisted outcome of one tool call. `result` is at most 64 KiB of JSON, and says itself what was cut. */
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

/** What a stream reader sees during a model step. */
export type ModelChunk =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }

export interface AgentContext {
  readonly project: TelemetryProject
  readonly telemetry: TelemetryStore
  /** The time of the run's message, in milliseconds since 1970. It stays the same when a step is repeated. */
  readonly askedAtMs: number
  readonly now: () => number
  /** Whether prompts to model providers are pseudonymised. The organization's choice decides, else the deployment's. */
  readonly isMasked?: boolean
  /** The project's connected platforms, if the deployment can query them. */
  readonly connections?: ProjectConnections
  /**
   * The names that a project's data has may be kept for a minute between runs. Set if the store belongs to a real
   * project.
   */
  readonly isCatalogueShared?: boolean
  /** The sources that deliver to the project, if the deployment counts deliveries. */
  readonly sources?: ProjectSources
  /** The changes that people are known to have made, if the deployment stores changes. */
  readonly changes?: ProjectChanges
  /** What the project shows when nothing happens, if the deployment learns it. */
  readonly quiet?: ProjectQuiet
  /** The MCP servers that the project connected, where the deployment can ask them. */
  readonly mcpServers?: ProjectMcpServers
  /** Steps of the run before this one, oldest first: what a budget of the run is counted by. */
  readonly stepsBefore?: readonly RunStep[]
}

/** A tool: a descriptor over domain and telemetry verbs. All of ours only read, so a step may be repeated. */
export interface AgentTool<Input = unknown> {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType<Input>
  readonly readOnly: true
  run(call: {
    readonly ctx: AgentContext
    readonly input: Input
    /** The id of this call, so that an artifact can cite it as its evidence. */
    readonly toolCallId: string
    readonly signal: AbortSignal
  }): Promise<{ readonly result: unknown; readonly artifacts?: readonly Artifact[] }>
}

export interface ModelStepInput {
  readonly ctx: AgentContext
  /** Finished messages of the thread, oldest first. The user message of this run is the last one. */
  readonly history: readonly StoredMessage[]
  readonly steps: readonly RunStep[]
  readonly stepsMax: number
  readonly onChunk: (chunk: ModelChunk) => void
  /** Called just before a prompt leaves for a model provider. Never called for the embedded model. */
  readonly onSent?: (sent: SentRecord) => void
  readonly signal: AbortSignal
  /** Which attempt of this step it is, from 1. The last one falls back to the embedded model if that is configured. */
  readonly attempt?: number
  /** When the run's time limit ends it, in milliseconds since 1970. Shortly before, the model has to conclude. */
  readonly deadlineMs?: number
}

export type ModelStepOutcome =
  | {
      readonly ok: true
      readonly result: ModelStepResult
      /** Older turns were folded for the model in this run. */
      readonly summary?: string
    }
  | { readonly ok: false; readonly reason: string; readonly isRetryable: boolean; readonly retryAfterMs?: number }

/** src/agent/index.ts implements this over the configured model. */
export interface Agent {
  readonly modelName: string
  readonly model: LanguageModelV4
  modelStep(input: ModelStepInput): Promise<ModelStepOutcome>
  /**
   * Rebuilds the prompt of a recorded call from the thread, as JSON, masked as it was. Null if the result is not what
   * was sent. Its hash then differs, because the release, the window or the cut of the history was another one.
   */
  promptSent?(input: SentPrompt): Promise<string | null>
  /**
   * Never throws for a failing tool. An unknown tool, bad parameters or a tool's error give a result with status error.
   */
  toolStep(
    ctx: AgentContext,
    call: { readonly toolCallId: string; readonly name: string; readonly params: unknown },
    signal: AbortSignal,
  ): Promise<ToolStepResult>
  /** Derives a title for a thread from its first user message (at most 80 characters), without a model call. */
  title(firstMessage: string): string
}
