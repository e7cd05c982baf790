/**
 * Streams of runs, threads and logs. A stream that breaks anywhere continues after the last event that was received:
 * the consumer sees every event once, in order, whatever the network did.
 */
import { apiErrorOf, ConnectionError } from './errors.ts'
import { eventsOf } from './event-stream.ts'
import type { RunEvent } from './run-events.ts'
import { backoffMs, type Fetch, sleep } from './transport.ts'

/** What streams need of a client. */
export interface Connection {
  /** Ends in `/v1`. */
  readonly apiUrl: string
  readonly send: Fetch
}

export interface StreamOptions {
  /** The cursor of the last event that was seen; leave it out to start from the beginning. */
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Called before each attempt to continue a broken stream. */
  readonly onReconnect?: ((attempt: number, reason: unknown) => void) | undefined
}

/** The service sends a comment every 15 s, so three missing ones are a dead connection. */
const SILENCE_MAX_MS = 50_000
/** Consecutive attempts without an event between them; with the growing pauses about half a minute. */
const RECONNECTS_MAX = 8
const DONE = '[DONE]'

/** One opened stream: why it ended, after yielding its events. */
type End = 'done' | 'cut'

/** An event with the cursor after it. */
export type WithCursor<Event> = Event & { readonly cursor: string | null }

/** Follows a run until it ends. A finished run is replayed. */
export function followRun(connection: Connection, runId: string, options: StreamOptions = {}) {
  return follow(connection, `/runs/${encodeURIComponent(runId)}/stream`, options)
}

/** Follows the runs of a thread; ends when none is queued or running. */
export function followThread(connection: Connection, threadId: string, options: StreamOptions = {}) {
  return follow(connection, `/threads/${encodeURIComponent(threadId)}/stream`, options)
}

async function* follow(
  connection: Connection,
  path: string,
  options: StreamOptions,
): AsyncGenerator<WithCursor<RunEvent>, void, undefined> {
  let cursor: string | null = options.cursor ?? null
  for (let failures = 0; ; ) {
    let reason: unknown
    const closing = new AbortController()
    try {
      const opened = openStream(connection, path, { cursor, signal: endOf(options.signal, closing) })
      for (;;) {
        const next = await opened.next()
        if (next.done) {
          if (next.value === 'done') return
          break
        }
        failures = 0
        cursor = next.value.id ?? cursor
        // The service validates what it sends; new types of events are left to the consumer's switch.
        yield { ...(JSON.parse(next.value.data) as RunEvent), cursor }
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      reason = error
    } finally {
      closing.abort()
    }
    failures += 1
    if (failures > RECONNECTS_MAX) {
      throw new ConnectionError('The stream broke again and again; no event came between the attempts.', {
        cause: reason,
      })
    }
    options.onReconnect?.(failures, reason)
    await sleep(failures === 1 ? 0 : backoffMs(failures), options.signal)
  }
}

/** The end of one connection: the caller gives up, or the consumer needs it no longer. */
export function endOf(signal: AbortSignal | undefined, closing: AbortController): AbortSignal {
  return signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
}

interface Opening {
  readonly cursor: string | null
  readonly signal: AbortSignal | undefined
}

/**
 * Opens a stream once. Throws an `ApiError` for a refusal, a `ConnectionError` if the connection broke, and the
 * signal's reason if the caller ended it.
 */
export async function* openStream(connection: Connection, path: string, { cursor, signal }: Opening) {
  const response = await connection.send(
    new Request(`${connection.apiUrl}${path}`, {
      headers: { accept: 'text/event-stream', ...(cursor === null ? {} : { 'last-event-id': cursor }) },
      ...(signal === undefined ? {} : { signal }),
    }),
  )
  if (!response.ok) throw await apiErrorOf(response)
  if (response.status === 204 || response.body === null) return 'done' satisfies End as End
  const events = eventsOf(response.body, SILENCE_MAX_MS, signal)
  for (;;) {
    const next = await readNext(events, signal)
    if (next.done) return 'cut' satisfies End as End
    if (next.value.data === DONE) {
      await events.return()
      return 'done' satisfies End as End
    }
    yield next.value
  }
}

async function readNext(events: ReturnType<typeof eventsOf>, signal: AbortSignal | undefined) {
  try {
    return await events.next()
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof ConnectionError) throw cause
    throw new ConnectionError('The stream broke.', { cause })
  }
}
