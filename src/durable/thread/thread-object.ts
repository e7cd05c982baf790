/**
 * One object per thread, with its messages, runs, steps and outbox. The class is a thin shell: it loads the state, asks
 * the machine, writes the machine's rows in one transaction, and then acts (drives, answers, publishes, delivers).
 */

import { DurableObject } from 'cloudflare:workers'
import type { Served, ThreadRpc } from '../../contracts/object-rpc.ts'
import type { ThreadStatus } from '../../contracts/run-status.ts'
import { isIdOf, objectNameOf, orderOf } from '../../contracts/thread-ids.ts'
import {
  type AppendInput,
  type CreateInput,
  FETCH_INPUT_HEADER,
  type FetchInput,
  type ForkInput,
  type ForkReply,
  type MessageInput,
  type Owner,
  type ReadInput,
  type RunAddress,
  type RunPage,
  type RunView,
  type SentInput,
  type SentView,
  type StartReply,
  type ThreadAddress,
  type ThreadStatusView,
  type ThreadView,
} from '../../contracts/thread-protocol.ts'
import type { Bindings } from '../../env.ts'
import { longWork, QueueBusy } from '../../fair-queue.ts'
import { logFailure } from '../../log/log.ts'
import { copyBody, requestCopy, storeCopy } from './fork.ts'
import { ROW_DELAY_MS, ROW_WAIT_MAX_MS } from './limits.ts'
import { LiveThread } from './live-thread.ts'
import { newThread } from './machine.ts'
import { bodyOf, KeptAnswer, streamed } from './message-bodies.ts'
import { isOwnedBy, isVisible } from './ownership.ts'
import type { RunRecord } from './records.ts'
import { sentView } from './sent.ts'
import type { Refusal, ThreadState } from './thread-state.ts'
import { runPage, runView, statusView, storedResponse, threadView } from './views.ts'

/** The caller of a fork waits for it. */
const FORK_WAIT_MAX_MS = 15_000

export class ThreadObject extends DurableObject<Bindings> implements Served<ThreadRpc> {
  readonly #live: LiveThread
  readonly #kept = new KeptAnswer()
  /** The fork in progress, if any. */
  #forking: Promise<ForkReply> | null = null

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env)
    this.#live = new LiveThread(ctx, env)
  }

  async createThread(input: CreateInput): Promise<StartReply> {
    const services = await this.#live.services()
    const present = this.#live.load()
    if (present !== null) {
      const isRepeat = input.isRepeat && present.thread.id === input.threadId && isOwnedBy(present, input.owner)
      const run = isRepeat ? this.#live.store.runByRequestKey(input.requestKey) : null
      return run === null ? { ok: false, reason: 'held' } : { ok: true, run: await this.#awaited(run, input.waitMs) }
    }
    // A deleted thread is never created again, not even by a late repetition of the request that created it.
    if (this.#live.state()?.thread.isDeleted) return { ok: false, reason: 'held' }
    const { threadId, owner, region, source } = input
    if (longWork.isFull(owner.organizationId)) return { ok: false, reason: 'busy' }
    const said = input.content.find((block) => block.type === 'message')
    const title = said === undefined ? null : services.agent.title(said.message)
    this.#live.store.createTables()
    const order = orderOf(threadId)
    const empty = newThread({ id: threadId, ...owner, region, retentionDays: 0, title, source, order }, Date.now())
    const accepted = this.#accept(empty, input)
    if (!accepted.ok) return accepted
    // A run that ends at once has its end in the row that lists show. Longer runs do not delay the row.
    const { run } = accepted
    if (input.waitMs > 0) await this.#live.waiters.wait(run.order, Math.min(input.waitMs, ROW_DELAY_MS))
    const [view] = await Promise.all([
      this.#awaited(run, input.waitMs),
      this.#live.outbox.deliverWithin(ROW_WAIT_MAX_MS),
    ])
    return { ok: true, run: view }
  }

  /** Creates this object's thread as a copy of the beginning of another one. */
  async forkFrom(input: ForkInput): Promise<ForkReply> {
    const present = this.#live.load()
    // A repeated call finds what the first call created.
    if (present !== null) {
      return present.thread.id === input.threadId && isVisible(present, input.tenants)
        ? { ok: true, thread: threadView(present.thread) }
        : { ok: false, reason: 'held' }
    }
    // A call that arrives while the first one is still copying waits for the same copy.
    const turn = { owner: input.tenants.organizationIds[0] ?? '', waitMaxMs: FORK_WAIT_MAX_MS }
    const forked = () => longWork.run(turn, () => this.#fork(input))
    this.#forking ??= forked()
      .catch((error: unknown): ForkReply => {
        if (error instanceof QueueBusy) return { ok: false, reason: 'busy' }
        throw error
      })
      .finally(() => {
        this.#forking = null
      })
    return this.#forking
  }

  async #fork(input: ForkInput): Promise<ForkReply> {
    const copy = await requestCopy(this.env, input)
    if (!copy.ok) return copy
    let state: ThreadState
    try {
      state = await storeCopy(this.#live.store, copy.lines, input, Date.now())
    } catch (error) {
      // If the source thread was deleted meanwhile, the caller learns that. Any other interruption is a failure.
      const again = await requestCopy(this.env, input)
      this.#live.store.clear()
      if (!again.ok) return again
      await again.lines.cancel()
      throw error
    }
    this.#live.store.apply([{ kind: 'thread', record: state.thread }], () => {})
    this.#live.adopt(state)
    await this.#live.outbox.deliverWithin(ROW_WAIT_MAX_MS)
    return { ok: true, thread: threadView(state.thread) }
  }

  async append(input: AppendInput): Promise<StartReply> {
    const state = this.#find(input)
    if (state === null) return { ok: false, reason: 'not_found' }
    if (input.isRepeat) {
      const run = this.#live.store.runByRequestKey(input.requestKey)
      if (run !== null) return { ok: true, run: await this.#awaited(run, input.waitMs) }
    }
    if (longWork.isFull(state.thread.organizationId)) return { ok: false, reason: 'busy' }
    const accepted = this.#accept(state, input)
    return accepted.ok ? { ok: true, run: await this.#awaited(accepted.run, input.waitMs) } : accepted
  }

  #accept(
    state: ThreadState,
    input: MessageInput,
  ): { readonly ok: true; readonly run: RunRecord } | { readonly ok: false; readonly reason: Refusal } {
    const { content, source, requestKey, origin, parentRunId } = input
    const message = { type: 'message', content, source, requestKey, origin, parentRunId } as const
    const accepted = this.#live.change(state, message)
    if (accepted.refusal !== null) return { ok: false, reason: accepted.refusal }
    const run = accepted.state.open.at(-1)
    if (run === undefined) throw new Error('A message was accepted, but its run is missing.')
    return { ok: true, run }
  }

  /** Returns the run at its end, or as it is after `waitMs`. */
  async #awaited(run: RunRecord, waitMs: number): Promise<RunView> {
    const state = this.#live.state()
    if (state === null) throw new Error('The run cannot be awaited: this object holds no thread.')
    const isOpen = state.open.some((other) => other.order === run.order)
    const ended = isOpen && waitMs > 0 ? await this.#live.waiters.wait(run.order, waitMs) : null
    if (ended !== null) return runView(state.thread.id, ended.run, ended.response)
    const current =
      this.#live.state()?.open.find((other) => other.order === run.order) ?? this.#live.store.run(run.order) ?? run
    return this.#finishedView(state.thread.id, current)
  }

  #finishedView(threadId: string, run: RunRecord): RunView {
    const body = run.assistantOrder === null ? null : this.#live.store.messageBody(run.assistantOrder)
    return runView(threadId, run, storedResponse(run, body))
  }

  // ---- reading and steering -----------------------------------------------------------------------------------------

  /** Returns the owner of the thread, for callers whose permission depends on it; null for an unknown id. */
  tenantOf(threadOrRunId: string): Owner | null {
    const state = this.#live.load()
    if (state === null || !this.#holds(state, threadOrRunId)) return null
    const { organizationId, projectId } = state.thread
    return { organizationId, projectId }
  }

  async waitForRun(input: RunAddress & { readonly waitMs: number }): Promise<RunView | null> {
    const run = this.#findRun(input)
    return run === null ? null : this.#awaited(run, input.waitMs)
  }

  listRuns(input: ThreadAddress & { readonly limit: number; readonly before: string | null }): RunPage | null {
    const state = this.#find(input)
    return state === null ? null : runPage(this.#live.store, state.thread.id, input)
  }

  getStatus(input: ThreadAddress): ThreadStatusView | null {
    const state = this.#find(input)
    return state === null ? null : statusView(state)
  }

  /** Returns what a run sent to model providers, with the prompts if they are requested. */
  async sent(input: SentInput): Promise<SentView | null> {
    const { agent } = await this.#live.services()
    const run = this.#findRun(input)
    const state = this.#live.state()
    return run === null || state === null ? null : sentView({ store: this.#live.store, state, run, agent }, input)
  }

  async setStatus(input: ThreadAddress & { readonly status: ThreadStatus }): Promise<ThreadView | null> {
    const state = this.#find(input)
    if (state === null) return null
    const changed = this.#live.change(state, { type: 'set_status', status: input.status })
    await this.#live.outbox.deliver()
    return threadView(changed.state.thread)
  }

  cancelRun(input: RunAddress): boolean {
    const run = this.#findRun(input)
    if (run !== null) this.#live.commit({ type: 'cancel', run: run.order })
    return run !== null
  }

  stop(input: ThreadAddress): boolean {
    const state = this.#find(input)
    if (state !== null) this.#live.change(state, { type: 'stop' })
    return state !== null
  }

  async deleteThread(input: ThreadAddress): Promise<boolean> {
    const state = this.#find(input)
    if (state === null) return false
    this.#live.change(state, { type: 'delete' })
    await this.#live.outbox.deliver()
    return true
  }

  /**
   * Returns an answer with messages as one text, which costs less than a stream. If `text` is null, the answer is too
   * long: request it with `fetch`.
   */
  read(input: ReadInput): { readonly text: string | null } | null {
    const state = this.#find(input)
    return state === null ? null : { text: this.#kept.of(this.#live.store, state, input) }
  }

  /** Serves streamed bodies and readers of event streams. */
  override async fetch(request: Request): Promise<Response> {
    // Only the Worker (domain/threads) sends this header, in the form that protocol.ts states.
    const input = JSON.parse(request.headers.get(FETCH_INPUT_HEADER) ?? '{}') as FetchInput
    if (input.kind === 'stream_run') {
      const run = this.#findRun(input)
      return run === null
        ? notFound()
        : this.#live.readers.open(this.#live.state(), { kind: 'run', run: run.order }, input.cursor)
    }
    const state = this.#find(input)
    if (state === null) return notFound()
    switch (input.kind) {
      case 'thread':
      case 'messages':
        return streamed(bodyOf(this.#live.store, state, input))
      case 'copy':
        return copyBody(this.#live.store, state, input.upTo)
      case 'stream_thread':
        return this.#live.readers.open(state, { kind: 'thread' }, input.cursor)
      default:
        return notFound()
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code)
  }

  override webSocketError(): void {}

  /**
   * Handles lease, outbox and usage. Catches everything, because the platform stops calling an alarm after six
   * failures.
   */
  override async alarm(): Promise<void> {
    this.#live.alarm.fired()
    try {
      const state = this.#live.load()
      if (state === null) {
        if (this.#live.state()?.thread.isDeleted) await this.#live.outbox.deliver()
        return
      }
      this.#live.change(state, { type: 'watch' })
      if (this.#live.alarm.isOutboxDue(Date.now())) await this.#live.outbox.deliver()
    } catch (error) {
      logFailure('thread_alarm_failed', error)
    } finally {
      this.#live.plan()
    }
  }

  #find(address: ThreadAddress): ThreadState | null {
    const state = this.#live.load()
    return state !== null && state.thread.id === address.threadId && isVisible(state, address.tenants) ? state : null
  }

  #findRun(address: RunAddress): RunRecord | null {
    const state = this.#live.load()
    if (state === null || !isVisible(state, address.tenants) || !this.#holds(state, address.runId)) return null
    const order = orderOf(address.runId)
    return state.open.find((run) => run.order === order) ?? this.#live.store.run(order)
  }

  #holds(state: ThreadState, threadOrRunId: string): boolean {
    if (threadOrRunId === state.thread.id) return true
    return isIdOf(threadOrRunId, objectNameOf(state.thread.id)) && this.#live.store.run(orderOf(threadOrRunId)) !== null
  }
}

const notFound = (): Response => new Response(null, { status: 404 })
