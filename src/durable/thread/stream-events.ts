/**
 * Events of a run's stream. Events are not stored: the list is computed from the blocks and the positions where their
 * text was split. So the list is the same for a reader who was there from the start, who comes late, who resumes, or
 * who comes after the end. A cursor is a position in that list.
 */

import type { ContentBlock } from '../../contracts/content-block.ts'
import type { RunError } from '../../contracts/run-status.ts'
import type { Content } from './content.ts'

export type StreamEvent =
  | { readonly type: 'run_started'; readonly runId: string }
  | { readonly type: 'message_started' | 'stream_reset'; readonly messageId: string }
  | {
      readonly type: 'text_chunk' | 'reasoning_chunk' | 'text_complete' | 'reasoning_complete'
      readonly messageId: string
      readonly content: string
    }
  | { readonly type: 'tool_call_start'; readonly toolCallId: string; readonly name: string; readonly params: unknown }
  | {
      readonly type: 'tool_call_complete'
      readonly toolCallId: string
      readonly status: string
      readonly result?: unknown
      readonly durationMs?: number
    }
  | { readonly type: 'artifact'; readonly name: string; readonly data: unknown; readonly toolCallId?: string }
  | { readonly type: 'error'; readonly message: string; readonly name?: string }

export interface StreamedRun {
  readonly runId: string
  readonly messageId: string
  readonly resets: number
  readonly content: Content
  /** Set when the run ended in `error`. */
  readonly error: RunError | null
}

/**
 * Number of events before the content of a message. A reader that has no more than these has seen nothing that can be
 * reset.
 */
export const EVENTS_BEFORE_CONTENT = 2

export function eventsOf(run: StreamedRun): StreamEvent[] {
  const { messageId } = run
  const events: StreamEvent[] = [
    { type: 'run_started', runId: run.runId },
    { type: 'message_started', messageId },
  ]
  if (run.resets > 0) events.push({ type: 'stream_reset', messageId })
  let texts = 0
  for (const [index, block] of run.content.blocks.entries()) {
    const isOpen = run.content.isOpen && index === run.content.blocks.length - 1
    if (block.type === 'message') {
      events.push(...textEvents('text', messageId, block.message, run.content.marks[texts++] ?? [], isOpen))
    } else if (block.type === 'reasoning') {
      events.push(...textEvents('reasoning', messageId, block.reasoning, run.content.marks[texts++] ?? [], isOpen))
    } else {
      events.push(...blockEvents(block))
    }
  }
  if (run.error !== null) events.push({ type: 'error', message: run.error.message, name: run.error.code })
  return events
}

function textEvents(
  kind: 'text' | 'reasoning',
  messageId: string,
  text: string,
  marks: readonly number[],
  isOpen: boolean,
): StreamEvent[] {
  const events: StreamEvent[] = []
  let from = 0
  for (const end of [...marks, text.length]) {
    if (end <= from || end > text.length) continue
    events.push({ type: `${kind}_chunk`, messageId, content: text.slice(from, end) })
    from = end
  }
  if (!isOpen) events.push({ type: `${kind}_complete`, messageId, content: text })
  return events
}

function blockEvents(block: ContentBlock): StreamEvent[] {
  if (block.type === 'artifact') {
    const { name, data, toolCallId } = block
    return [{ type: 'artifact', name, data: data ?? null, ...(toolCallId === undefined ? {} : { toolCallId }) }]
  }
  if (block.type !== 'tool_call') return []
  const { toolCallId = '', name, params, status = 'unknown', result, durationMs } = block
  const start: StreamEvent = { type: 'tool_call_start', toolCallId, name, params: params ?? null }
  if (status === 'in_progress') return [start]
  return [
    start,
    {
      type: 'tool_call_complete',
      toolCallId,
      status,
      ...(result === undefined ? {} : { result }),
      ...(durationMs === undefined ? {} : { durationMs }),
    },
  ]
}

// ---- cursors ------------------------------------------------------------------------------------------------------

/** A position in a stream: the run, the number of events seen, and the number of resets of the list at that time. */
export interface StreamCursor {
  readonly run: number
  readonly resets: number
  readonly seen: number
}

const CURSOR_PATTERN = /^([0-9a-z]{1,11})\.([0-9a-z]{1,4})\.([0-9a-z]{1,6})$/

export function cursorText(cursor: StreamCursor): string {
  return [cursor.run, cursor.resets, cursor.seen].map((part) => part.toString(36)).join('.')
}

/** Returns null when the text is not a valid cursor. */
export function parseCursor(text: string): StreamCursor | null {
  const match = CURSOR_PATTERN.exec(text)
  if (match === null) return null
  const [run = 0, resets = 0, seen = 0] = match.slice(1).map((part) => Number.parseInt(part, 36))
  return { run, resets, seen }
}

/**
 * Returns how many events of the present list a reader with this cursor has seen. After a reset: those before the
 * content.
 */
export function seenOf(cursor: StreamCursor | null, run: { readonly order: number; readonly resets: number }): number {
  if (cursor === null || cursor.run !== run.order) return 0
  return cursor.resets === run.resets ? cursor.seen : Math.min(cursor.seen, EVENTS_BEFORE_CONTENT)
}

/** Formats one event as a server-sent event. */
export function frameOf(cursor: StreamCursor, event: StreamEvent): string {
  return `id: ${cursorText(cursor)}\ndata: ${JSON.stringify(event)}\n\n`
}
