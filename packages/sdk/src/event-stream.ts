/** Reads `text/event-stream` bodies: the part of the standard that the service sends, and tolerant of the rest. */

import { TimeoutError } from './errors.ts'

export interface ServerSentEvent {
  /** The id of this event, or of the latest event that had one. */
  readonly id: string | null
  readonly data: string
}

/** The largest event of the service has a tool's result of 64 KiB; beyond this a body is not one of its streams. */
const BUFFER_CHARACTERS_MAX = 4_194_304

/**
 * Yields the events of a body in order. Ends when the body ends; an event that was cut off is dropped, as the standard
 * requires. Throws what reading throws, and a `TimeoutError` if nothing arrives for `silenceMaxMs`: not even the
 * comments that keep a stream alive. Work is linear in the size of the body.
 */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  silenceMaxMs: number,
  signal?: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const lines = new LineSplitter()
  let id: string | null = null
  let data: string[] = []
  try {
    for (;;) {
      const { value, done } = await within(silenceMaxMs, reader.read(), signal)
      if (done) return
      for (const line of lines.push(decoder.decode(value, { stream: true }))) {
        if (line === '') {
          if (data.length > 0) yield { id, data: data.join('\n') }
          data = []
          continue
        }
        const colon = line.indexOf(':')
        const name = colon < 0 ? line : line.slice(0, colon)
        const text = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
        if (name === 'data') data.push(text)
        // The standard ignores an id with a NUL.
        else if (name === 'id' && !text.includes('\0')) id = text
      }
    }
  } finally {
    // Frees the connection also when the consumer stops early.
    await reader.cancel().catch(() => undefined)
  }
}

/** Splits text that arrives in pieces into lines that end in LF, CR LF or CR. */
class LineSplitter {
  #pieces: string[] = []
  #length = 0
  #endsInCr = false

  push(text: string): string[] {
    let rest = text
    if (rest === '') return []
    // The LF of a CR LF that was split between two pieces.
    if (this.#endsInCr && rest.startsWith('\n')) rest = rest.slice(1)
    this.#endsInCr = text.endsWith('\r')
    const lines = rest.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    if (lines.length > 0) {
      lines[0] = this.#pieces.join('') + (lines[0] ?? '')
      this.#pieces = []
      this.#length = 0
    }
    if (last !== '') this.#pieces.push(last)
    this.#length += last.length
    if (this.#length > BUFFER_CHARACTERS_MAX) throw new Error('A line of the event stream is too long.')
    return lines
  }
}

/** Waits for a reading, unless it takes too long or the caller gives up: a body may not hear the caller's signal. */
async function within<Value>(ms: number, reading: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  let end = (): void => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError(`The stream was silent for ${ms} ms.`)), ms)
    const onAbort = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    if (signal?.aborted) onAbort()
    end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  })
  try {
    return await Promise.race([reading, ended])
  } finally {
    end()
  }
}
