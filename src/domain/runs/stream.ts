/**
 * Server-sent events of a run or thread. The Worker holds a WebSocket to the thread's object and passes its frames on;
 * the object hibernates while nothing happens. If the object is replaced, the Worker reconnects from the last cursor,
 * so that a deploy does not end a stream.
 */
import { invalidInput, notFound } from '../../contracts/domain-error.ts'
import { DONE_FRAME, type FetchInput } from '../../contracts/thread-protocol.ts'
import type { VerbCall } from '../context.ts'
import { type Standing, watchRight } from '../recheck.ts'
import { callThread } from '../threads/call-thread.ts'
import { fetchThread } from '../threads/read-thread.ts'
import type { ThreadScope } from '../threads/thread-scope.ts'

/** Proxies close silent connections after 30 to 60 s; the contract promises half of the shortest time. */
const KEEP_ALIVE_MS = 15_000
/**
 * Maximum number of consecutive reconnections without an event between them. After that the stream ends and the reader
 * resumes.
 */
const RECONNECTS_MAX = 5
const RECONNECT_DELAY_MS = 200
/**
 * Maximum number of frames that a reader has not consumed. Beyond it the stream ends, and the reader resumes with its
 * cursor.
 */
const UNREAD_BYTES_MAX = 8_388_608

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

export type StreamOf = 'run' | 'thread'

export interface StreamInput {
  readonly of: StreamOf
  /** The id of the last event that the reader received; null for all events. */
  readonly cursor: string | null
  /** Decides again whether the reader still has the right. */
  readonly recheck: () => Promise<Standing>
}

/** Answers 200 with the stream, or 204 when no event follows the cursor and none will. */
export async function streamEvents({ scope, input }: VerbCall<ThreadScope, StreamInput>): Promise<Response> {
  const { of, cursor, recheck } = input
  const first = await connect(scope, of, cursor)
  if (first === null) return new Response(null, { status: 204 })
  const bridge = new EventBridge((from) => connect(scope, of, from), first, cursor, recheck)
  return new Response(bridge.readable, { headers: EVENT_STREAM_HEADERS })
}

async function connect(scope: ThreadScope, of: StreamOf, cursor: string | null): Promise<WebSocket | null> {
  const { id, tenants } = scope
  const input: FetchInput =
    of === 'run'
      ? { kind: 'stream_run', runId: id, tenants, cursor }
      : { kind: 'stream_thread', threadId: id, tenants, cursor }
  const response = await callThread(scope.stub, (stub) => fetchThread(stub, input, { upgrade: 'websocket' }))
  if (response.status === 404) throw notFound(of === 'run' ? 'The run' : 'The thread')
  if (response.status === 400)
    throw invalidInput(
      'The cursor is not valid for this stream. Use the id of an event that this stream sent, or leave it out to start from the beginning.',
    )
  return response.webSocket
}

class EventBridge {
  readonly readable: ReadableStream<Uint8Array>
  readonly #connect: (cursor: string | null) => Promise<WebSocket | null>
  readonly #encoder = new TextEncoder()
  #socket: WebSocket
  #cursor: string | null
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #keepAlive: ReturnType<typeof setInterval> | null = null
  #stopWatching: (() => void) | null = null
  #reconnects = 0

  constructor(
    connect: (cursor: string | null) => Promise<WebSocket | null>,
    first: WebSocket,
    cursor: string | null,
    recheck: () => Promise<Standing>,
  ) {
    this.#connect = connect
    this.#socket = first
    this.#cursor = cursor
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
          this.#keepAlive = setInterval(() => this.#write(': keep-alive\n\n'), KEEP_ALIVE_MS)
          this.#stopWatching = watchRight(recheck, () => this.#end())
          this.#listen(first)
        },
        cancel: () => this.#end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }),
    )
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket
    socket.addEventListener('message', (event) => {
      if (typeof event.data === 'string') this.#pass(event.data)
    })
    const onLoss = (): void => {
      if (this.#socket === socket) void this.#reconnect()
    }
    socket.addEventListener('close', onLoss)
    socket.addEventListener('error', onLoss)
    socket.accept()
  }

  #pass(frames: string): void {
    this.#reconnects = 0
    this.#write(frames)
    const last = frames.lastIndexOf('id: ')
    // A frame starts with its id. The text of an event is JSON and contains no line break.
    const line = last === 0 || frames[last - 1] === '\n' ? frames.slice(last + 4, frames.indexOf('\n', last)) : ''
    if (line !== '') this.#cursor = line
    if (frames.endsWith(DONE_FRAME)) this.#end()
  }

  #write(text: string): void {
    const controller = this.#controller
    if (controller === null) return
    try {
      controller.enqueue(this.#encoder.encode(text))
      if ((controller.desiredSize ?? 0) < -UNREAD_BYTES_MAX) this.#end()
    } catch {
      // The reader has left.
      this.#end()
    }
  }

  async #reconnect(): Promise<void> {
    while (this.#controller !== null && this.#reconnects < RECONNECTS_MAX) {
      this.#reconnects += 1
      try {
        const socket = await this.#connect(this.#cursor)
        if (this.#controller === null) {
          socket?.accept()
          socket?.close(1000)
          return
        }
        if (socket !== null) {
          this.#listen(socket)
          return
        }
        this.#write(DONE_FRAME)
        break
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY_MS))
      }
    }
    this.#end()
  }

  #end(): void {
    const controller = this.#controller
    if (controller === null) return
    this.#controller = null
    if (this.#keepAlive !== null) clearInterval(this.#keepAlive)
    this.#stopWatching?.()
    try {
      controller.close()
    } catch {
      // The reader cancelled.
    }
    try {
      this.#socket.close(1000, 'done')
    } catch {
      // The object closed the socket.
    }
  }
}
