/**
 * Readers of a thread's streams. They are hibernatable WebSockets between the Worker and the object, so a waiting
 * reader does not keep the object in memory. Each socket carries complete server-sent events as text, and its
 * attachment stores what was sent last.
 */

import type { StoredMessage } from '../../contracts/content-block.ts'
import { idAt, objectNameOf } from '../../contracts/thread-ids.ts'
import { WAITING_RUNS_MAX } from '../../contracts/thread-limits.ts'
import { DONE_FRAME } from '../../contracts/thread-protocol.ts'
import { contentOf } from './content.ts'
import type { RunRecord } from './records.ts'
import {
  cursorText,
  eventsOf,
  frameOf,
  parseCursor,
  type StreamCursor,
  type StreamEvent,
  seenOf,
} from './stream-events.ts'
import type { ThreadState } from './thread-state.ts'
import type { ThreadStore } from './thread-store.ts'

/** The events of one run, or of the thread's runs one after another until none is open. */
export type StreamTarget = { readonly kind: 'run'; readonly run: number } | { readonly kind: 'thread' }

interface Attachment {
  readonly target: StreamTarget
  /** The last cursor sent, as text; null before the first event. */
  readonly cursor: string | null
}

interface Batch {
  readonly frames: string
  readonly cursor: StreamCursor | null
  /** No further event will follow. */
  readonly isOver: boolean
}

export class StreamReaders {
  constructor(
    private readonly ctx: DurableObjectState,
    private readonly store: ThreadStore,
  ) {}

  /**
   * Accepts a reader over a WebSocket, sends it the existing events and from then on each new one. Answers 204 when
   * nothing is left to send and nothing will follow, 400 when the cursor is invalid.
   */
  open(state: ThreadState | null | undefined, target: StreamTarget, cursorText: string | null): Response {
    if (!state) return new Response(null, { status: 404 })
    const cursor = cursorText === null ? null : parseCursor(cursorText)
    if (cursorText !== null && cursor === null) return new Response(null, { status: 400 })
    const batch = this.#batch(state, target, cursor)
    if (batch.frames === '' && batch.isOver) return new Response(null, { status: 204 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    this.#send(server, { target, cursor: cursorText }, state)
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Sends every reader what it has not seen. Call this after every commit. */
  publish(state: ThreadState): void {
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = attachmentOf(socket)
      if (attachment !== null) this.#send(socket, attachment, state)
    }
  }

  /** Closes all readers, because the thread was deleted. */
  closeAll(): void {
    for (const socket of this.ctx.getWebSockets()) {
      if (sent(socket, DONE_FRAME)) finish(socket)
    }
  }

  #send(socket: WebSocket, attachment: Attachment, state: ThreadState): void {
    const before = attachment.cursor === null ? null : parseCursor(attachment.cursor)
    const batch = this.#batch(state, attachment.target, before)
    const frames = batch.isOver ? batch.frames + DONE_FRAME : batch.frames
    if (frames !== '' && !sent(socket, frames)) return
    if (batch.isOver) {
      finish(socket)
      return
    }
    const cursor = batch.cursor === null ? null : cursorText(batch.cursor)
    if (cursor !== attachment.cursor || socket.deserializeAttachment() === null) {
      socket.serializeAttachment({ target: attachment.target, cursor })
    }
  }

  #batch(state: ThreadState, target: StreamTarget, cursor: StreamCursor | null): Batch {
    if (target.kind === 'run') {
      const run = this.#run(state, target.run)
      if (run === null) return { frames: '', cursor, isOver: true }
      const { frames, cursor: next } = this.#framesOf(state, run, cursor)
      const isOver = run.status !== 'queued' && run.status !== 'running'
      return { frames, cursor: next, isOver }
    }
    return this.#threadBatch(state, cursor)
  }

  /**
   * Starts at the run of the cursor (without one: the running run, else the latest) and continues through every later
   * run.
   */
  #threadBatch(state: ThreadState, start: StreamCursor | null): Batch {
    let frames = ''
    let cursor = start
    let run = this.#firstRun(state, start)
    while (run !== null && run.status !== 'queued') {
      const part = this.#framesOf(state, run, cursor)
      frames += part.frames
      cursor = part.cursor
      if (run.status === 'running') return { frames, cursor, isOver: false }
      run = this.#runAfter(state, run.order)
    }
    return { frames, cursor, isOver: state.open.length === 0 }
  }

  #firstRun(state: ThreadState, start: StreamCursor | null): RunRecord | null {
    if (start !== null) return this.#run(state, start.run) ?? this.#runAfter(state, start.run)
    if (state.open[0] !== undefined) return state.open[0]
    // Runs that were withdrawn before they started have no events.
    const latest = this.store.runsBefore(Number.MAX_SAFE_INTEGER, WAITING_RUNS_MAX + 1)
    return latest.find((run) => run.assistantOrder !== null) ?? null
  }

  #run(state: ThreadState, order: number): RunRecord | null {
    return state.open.find((run) => run.order === order) ?? this.store.run(order)
  }

  #runAfter(state: ThreadState, order: number): RunRecord | null {
    const stored = this.store.runAfter(order)
    return stored === null ? null : (state.open.find((run) => run.order === stored.order) ?? stored)
  }

  #framesOf(
    state: ThreadState,
    run: RunRecord,
    cursor: StreamCursor | null,
  ): { readonly frames: string; readonly cursor: StreamCursor | null } {
    const events = this.#events(state, run)
    const from = seenOf(cursor, run)
    let frames = ''
    for (const [offset, event] of events.slice(from).entries()) {
      frames += frameOf({ run: run.order, resets: run.resets, seen: from + offset + 1 }, event)
    }
    if (events.length === 0) return { frames, cursor }
    return { frames, cursor: { run: run.order, resets: run.resets, seen: Math.max(from, events.length) } }
  }

  #events(state: ThreadState, run: RunRecord): StreamEvent[] {
    if (run.assistantOrder === null) return []
    const objectName = objectNameOf(state.thread.id)
    const messageId = idAt(run.assistantOrder, objectName)
    const runId = idAt(run.order, objectName)
    const { resets } = run
    if (run.status === 'running') {
      return eventsOf({ runId, messageId, resets, content: contentOf(run, state.steps, false), error: null })
    }
    const body = this.store.messageBody(run.assistantOrder)
    // Written by this object only (docs/storage.md).
    const blocks = body === null ? [] : (JSON.parse(body) as StoredMessage).content
    const content = { blocks, marks: run.marks ?? [], isOpen: false }
    return eventsOf({ runId, messageId, resets, content, error: run.status === 'error' ? run.error : null })
  }
}

function attachmentOf(socket: WebSocket): Attachment | null {
  // Written by this class only; sockets that are closing may have none.
  return socket.deserializeAttachment() as Attachment | null
}

function sent(socket: WebSocket, text: string): boolean {
  try {
    socket.send(text)
    return true
  } catch {
    // The reader has left; the platform will report its close.
    return false
  }
}

function finish(socket: WebSocket): void {
  try {
    socket.serializeAttachment(null)
    socket.close(1000, 'done')
  } catch {
    // The socket is already closed.
  }
}
