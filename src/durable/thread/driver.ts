/**
 * Drives a thread's open steps one after another. The driver asks the agent and passes every outcome to the machine,
 * which stores it before the next call. The driver holds no state that matters: if the instance dies, the next one
 * finds the open step and starts it again.
 */

import type { AgentContext, ModelChunk, ModelStepResult } from '../../agent/contract.ts'
import type { StoredMessage } from '../../contracts/content-block.ts'
import { logFailure } from '../../log/log.ts'
import type { AgentServices } from './agent-provider.ts'
import {
  CHUNK_FIRST_DELAY_MS,
  CHUNK_INTERVAL_MS,
  MODEL_RETRY_FIRST_MS,
  MODEL_RETRY_MAX_MS,
  STEPS_MAX,
  WALL_LIMIT_MS,
} from './limits.ts'
import { type ThreadEvent, workedMs } from './machine.ts'
import type { ModelStepRecord, RunRecord, StepRecord, ToolStepRecord } from './records.ts'
import { runStepsOf } from './sent.ts'
import { openStepOf } from './steps.ts'
import type { ThreadState } from './thread-state.ts'

/** What the driver needs of its thread. */
export interface DriverHost {
  state(): ThreadState | null
  commit(event: ThreadEvent): void
  history(run: RunRecord): readonly StoredMessage[]
  services(): Promise<AgentServices>
  now(): number
}

interface Call {
  readonly step: StepRecord
  readonly abort: AbortController
}

export class Driver {
  readonly #host: DriverHost
  #call: Call | null = null

  constructor(host: DriverHost) {
    this.#host = host
  }

  /** Works until no step is open. An unexpected exception ends the driver; the alarm then resumes with a new one. */
  async drive(): Promise<void> {
    const services = await this.#host.services()
    for (;;) {
      const state = this.#host.state()
      const run = state?.open[0]
      const step = state === null ? null : openStepOf(state)
      if (state === null || run === undefined || step === null) return
      await this.#step(services, state, run, step)
    }
  }

  /**
   * Call this after every commit. It aborts a call whose step is no longer open because the run was stopped or ended.
   */
  notice(state: ThreadState | null): void {
    if (this.#call === null) return
    const open = state === null ? null : openStepOf(state)
    if (open === null || !isSameAttempt(open, this.#call.step)) this.#call.abort.abort()
  }

  async #step(services: AgentServices, state: ThreadState, run: RunRecord, step: StepRecord): Promise<void> {
    const abort = new AbortController()
    this.#call = { step, abort }
    const leftMs = Math.max(0, WALL_LIMIT_MS - workedMs(run, this.#host.now()))
    const watchdog = setTimeout(() => this.#host.commit({ type: 'watch' }), leftMs + 1)
    const stopped = new Promise<void>((resolve) => {
      abort.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      const { region, organizationId, projectId, retentionDays } = state.thread
      const project = { organizationId, projectId, region, retentionDays }
      const connections = services.connections?.(project)
      const sources = services.sources?.(project)
      const changes = services.changes?.(project)
      const quiet = services.quiet?.(project)
      const mcpServers = services.mcpServers?.(project)
      const ctx: AgentContext = {
        project,
        telemetry: services.telemetry,
        askedAtMs: run.createdAtMs,
        now: () => this.#host.now(),
        isCatalogueShared: true,
        ...(connections === undefined ? {} : { connections }),
        ...(sources === undefined ? {} : { sources }),
        ...(changes === undefined ? {} : { changes }),
        ...(quiet === undefined ? {} : { quiet }),
        ...(mcpServers === undefined ? {} : { mcpServers }),
        stepsBefore: runStepsOf(state.steps),
      }
      const work =
        step.kind === 'model'
          ? this.#model(services, ctx, state, run, step, abort.signal)
          : this.#tool(services, ctx, step, abort.signal)
      await Promise.race([work, stopped])
    } finally {
      clearTimeout(watchdog)
      this.#call = null
    }
  }

  async #model(
    services: AgentServices,
    ctx: AgentContext,
    state: ThreadState,
    run: RunRecord,
    step: ModelStepRecord,
    signal: AbortSignal,
  ): Promise<void> {
    const address = { run: run.order, index: step.index }
    const chunks = new ChunkBuffer((batch) => {
      if (!signal.aborted) this.#host.commit({ type: 'chunks', ...address, chunks: batch })
    })
    const steps = runStepsOf(state.steps)
    try {
      const isMasked = await services.isMasked?.(state.thread.organizationId)
      if (signal.aborted) return
      const outcome = await services.agent.modelStep({
        ctx: isMasked === undefined ? ctx : { ...ctx, isMasked },
        history: this.#host.history(run),
        steps,
        stepsMax: STEPS_MAX,
        onChunk: (chunk) => chunks.add(chunk),
        onSent: (sent) => {
          // This is stored before the call, so that the record exists even if a crash or a stop cuts the call off.
          if (!signal.aborted) this.#host.commit({ type: 'model_sent', ...address, sent })
        },
        signal,
        attempt: step.attempts,
        deadlineMs: this.#host.now() + Math.max(0, WALL_LIMIT_MS - workedMs(run, this.#host.now())),
      })
      if (signal.aborted) return
      if (outcome.ok) {
        // If the model streamed and its last chunks were not stored, the result contains their text.
        chunks.drop()
        const { result, summary } = outcome
        this.#host.commit({
          type: 'model_done',
          ...address,
          result: plain(result),
          ...(summary === undefined ? {} : { summary }),
        })
        return
      }
      chunks.drop()
      await this.#failed(address, outcome, step.attempts, signal)
    } catch (error) {
      if (signal.aborted) return
      logFailure('model_step_threw', error)
      await this.#failed(address, { reason: 'the model could not be asked', isRetryable: true }, step.attempts, signal)
    } finally {
      chunks.drop()
    }
  }

  async #failed(
    address: { readonly run: number; readonly index: number },
    failure: { readonly reason: string; readonly isRetryable: boolean; readonly retryAfterMs?: number },
    attempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (failure.isRetryable) {
      const doubled = Math.min(MODEL_RETRY_MAX_MS, MODEL_RETRY_FIRST_MS * 2 ** (attempts - 1))
      await pause(Math.min(MODEL_RETRY_MAX_MS, failure.retryAfterMs ?? doubled), signal)
      if (signal.aborted) return
    }
    const { reason, isRetryable } = failure
    this.#host.commit({ type: 'step_failed', ...address, reason, isRetryable })
  }

  async #tool(services: AgentServices, ctx: AgentContext, step: ToolStepRecord, signal: AbortSignal): Promise<void> {
    const address = { run: step.run, index: step.index }
    const { toolCallId, name } = step.call
    try {
      const result = await services.agent.toolStep(ctx, step.call, signal)
      if (!signal.aborted) this.#host.commit({ type: 'tool_done', ...address, result: plain(result) })
    } catch (error) {
      if (signal.aborted) return
      // Tools return their failures, so a tool that throws has a bug. The model can still answer with what it has.
      logFailure('tool_step_threw', error)
      const result = { error: 'The tool failed.' }
      const failed = { toolCallId, name, status: 'error' as const, result, artifacts: [], durationMs: 0 }
      this.#host.commit({ type: 'tool_done', ...address, result: failed })
    }
  }
}

function isSameAttempt(a: StepRecord, b: StepRecord): boolean {
  return a.run === b.run && a.index === b.index && a.attempts === b.attempts
}

/** Keeps in memory exactly what a new instance would read: nothing that JSON cannot carry. */
function plain<T extends ModelStepResult | object>(value: T): T {
  // A JSON round trip keeps the type of values that are JSON. By contract, both results are.
  return JSON.parse(JSON.stringify(value)) as T
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** Collects chunks of a model call and stores them at most every CHUNK_INTERVAL_MS. */
class ChunkBuffer {
  readonly #store: (chunks: readonly ModelChunk[]) => void
  #waiting: ModelChunk[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #hasStored = false

  constructor(store: (chunks: readonly ModelChunk[]) => void) {
    this.#store = store
  }

  add(chunk: ModelChunk): void {
    const last = this.#waiting.at(-1)
    if (last !== undefined && last.type === chunk.type) {
      this.#waiting[this.#waiting.length - 1] = { type: last.type, delta: last.delta + chunk.delta }
    } else {
      this.#waiting.push(chunk)
    }
    this.#timer ??= setTimeout(() => this.#flush(), this.#hasStored ? CHUNK_INTERVAL_MS : CHUNK_FIRST_DELAY_MS)
  }

  drop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#waiting = []
  }

  #flush(): void {
    this.#timer = null
    this.#hasStored = true
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length > 0) this.#store(batch)
  }
}
