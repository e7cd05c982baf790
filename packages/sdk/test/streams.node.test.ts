import { describe, expect, it, vi } from 'vitest'
import { ApiError, ask, askStream, createClient, followRun, MessageBuilder, type RunEvent } from '../src/index.ts'

const RUN = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
const THREAD = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56'

const EVENTS: readonly RunEvent[] = [
  { type: 'run_started', runId: RUN },
  { type: 'message_started', messageId: 'm1' },
  { type: 'reasoning_chunk', messageId: 'm1', content: 'I look at ' },
  { type: 'reasoning_chunk', messageId: 'm1', content: 'logs.' },
  { type: 'reasoning_complete', messageId: 'm1', content: 'I look at logs.' },
  { type: 'tool_call_start', toolCallId: 'c1', name: 'count_logs', params: { service: 'ü' } },
  { type: 'tool_call_complete', toolCallId: 'c1', status: 'success', result: { count: 3 }, durationMs: 12 },
  { type: 'text_chunk', messageId: 'm1', content: 'checkout ' },
  { type: 'text_chunk', messageId: 'm1', content: 'broke 😀' },
  { type: 'text_complete', messageId: 'm1', content: 'checkout broke 😀' },
  { type: 'artifact', name: 'table', data: { rows: [] }, toolCallId: 'c1' },
]
const CONTENT = [
  { type: 'reasoning', reasoning: 'I look at logs.', status: 'complete' },
  {
    type: 'tool_call',
    toolCallId: 'c1',
    name: 'count_logs',
    params: { service: 'ü' },
    status: 'success',
    result: { count: 3 },
    durationMs: 12,
  },
  { type: 'message', message: 'checkout broke 😀' },
  { type: 'artifact', name: 'table', data: { rows: [] }, toolCallId: 'c1' },
]

const frames = (from: number) =>
  EVENTS.slice(from)
    .map((event, index) => `id: ${from + index + 1}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

/** How a connection ends before its stream does. */
type Cut = 'end' | 'error'

function body(bytes: Uint8Array, ending: Cut): ReadableStream<Uint8Array> {
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (!isSent && bytes.length > 0) controller.enqueue(bytes)
      else if (ending === 'error') controller.error(new TypeError('terminated'))
      else controller.close()
      isSent = true
    },
  })
}

interface Served {
  /** How many bytes the next connection delivers before it is cut; null: all. */
  readonly bytes: (connection: number) => number | null
  readonly ending: Cut
}

/** A service with one run, which resumes after Last-Event-ID as the real one does. */
function service({ bytes, ending }: Served) {
  const resumedAt: (string | null)[] = []
  const client = createClient({
    baseUrl: 'https://service.test',
    token: 't',
    fetch: async (request) => {
      const path = new URL(request.url).pathname
      if (path.endsWith('/stream')) {
        const cursor = request.headers.get('last-event-id')
        resumedAt.push(cursor)
        const all = new TextEncoder().encode(`${frames(Number(cursor ?? 0))}data: [DONE]\n\n`)
        const cut = bytes(resumedAt.length - 1)
        const sent = cut === null ? all : all.slice(0, cut)
        return new Response(body(sent, cut === null ? 'end' : ending), {
          headers: { 'content-type': 'text/event-stream' },
        })
      }
      return Response.json({
        completed: request.method === 'GET',
        threadId: THREAD,
        runId: RUN,
        status: request.method === 'GET' ? 'completed' : 'processing',
        response: 'checkout broke 😀',
        messageId: 'u1',
        error: null,
        usage: null,
      })
    },
  })
  return { client, resumedAt }
}

async function readAll(client: ReturnType<typeof service>['client']): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  for await (const { cursor: _, ...event } of followRun(client.connection, RUN)) events.push(event)
  return events
}

describe('a stream of a run', () => {
  it('that is cut at any byte continues where it broke: every event once, in order', { timeout: 60_000 }, async () => {
    const length = new TextEncoder().encode(frames(0)).length
    for (const ending of ['end', 'error'] as const) {
      // Both endings are handled in one place, so one of them at some bytes is enough.
      for (let at = 0; at <= length; at += ending === 'end' ? 17 : 1) {
        const { client, resumedAt } = service({ bytes: (connection) => (connection === 0 ? at : null), ending })
        const events = await readAll(client)
        expect(events).toEqual(EVENTS)
        expect(resumedAt).toHaveLength(2)
      }
    }
  })

  it('that is cut after each event continues after each', async () => {
    const oneEvent = (connection: number) => {
      const frame = frames(connection).split('\n\n')[0]
      return frame === undefined || frame === '' ? null : new TextEncoder().encode(`${frame}\n\n`).length
    }
    const { client, resumedAt } = service({ bytes: oneEvent, ending: 'error' })
    expect(await readAll(client)).toEqual(EVENTS)
    expect(resumedAt).toEqual([null, ...EVENTS.map((_, index) => String(index + 1))])
  })

  it('that never gets through ends with an error after some attempts', async () => {
    const { client, resumedAt } = service({ bytes: () => 0, ending: 'end' })
    vi.useFakeTimers()
    try {
      const reading = expect(readAll(client)).rejects.toThrow('The stream broke again and again')
      await vi.advanceTimersByTimeAsync(60_000)
      await reading
    } finally {
      vi.useRealTimers()
    }
    expect(resumedAt).toHaveLength(9)
  })

  it('ends at once when the caller may not read it', async () => {
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 't',
      fetch: async () => Response.json({ code: 'NOT_FOUND', message: 'The run was not found.' }, { status: 404 }),
    })
    await expect(readAll(client)).rejects.toThrow(ApiError)
  })

  it('frees its connection when the consumer stops early', async () => {
    let isFreed = false
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 't',
      fetch: async (request) => {
        request.signal.addEventListener('abort', () => {
          isFreed = true
        })
        const open = new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode(frames(0))),
        })
        return new Response(open)
      },
    })
    for await (const event of followRun(client.connection, RUN)) if (event.type === 'message_started') break
    expect(isFreed).toBe(true)
  })

  it('has nothing more to say after its end', async () => {
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 't',
      fetch: async () => new Response(null, { status: 204 }),
    })
    expect(await readAll(client)).toEqual([])
  })
})

describe('a question', () => {
  it('waits for its answer, with the content that the events add up to', async () => {
    const { client } = service({ bytes: (connection) => (connection < 3 ? 200 : null), ending: 'error' })
    const answer = await ask(client, 'what broke?')
    expect(answer).toEqual({
      threadId: THREAD,
      runId: RUN,
      status: 'completed',
      text: 'checkout broke 😀',
      content: CONTENT,
      error: null,
    })
  })

  it('streams the events on the way to its answer', async () => {
    const { client } = service({ bytes: () => null, ending: 'end' })
    const types: string[] = []
    const stream = askStream(client, 'what broke?')
    for (;;) {
      const next = await stream.next()
      if (next.done) {
        expect(next.value.content).toEqual(CONTENT)
        break
      }
      types.push(next.value.type)
    }
    expect(types).toEqual(EVENTS.map((event) => event.type))
  })

  it('is cancelled with its reader when that is wanted', async () => {
    const paths: string[] = []
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 't',
      fetch: async (request) => {
        paths.push(new URL(request.url).pathname)
        if (!request.url.includes('/stream')) return Response.json({ runId: RUN, threadId: THREAD })
        return new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(frames(0))) }),
        )
      },
    })
    const controller = new AbortController()
    const reading = async () => {
      for await (const event of askStream(client, 'a', { signal: controller.signal, cancelOnAbort: true })) {
        if (event.type === 'artifact') controller.abort(new Error('enough'))
      }
    }
    await expect(reading()).rejects.toThrow('enough')
    expect(paths.at(-1)).toBe(`/v1/runs/${RUN}/cancel`)
  })
})

describe('the message that events add up to', () => {
  it('forgets what a reset takes back', () => {
    const message = new MessageBuilder()
    for (const event of EVENTS) message.add(event)
    message.add({ type: 'stream_reset', messageId: 'm1' })
    expect(message.content).toEqual([])
    for (const event of EVENTS.slice(2)) message.add(event)
    expect(message.content).toEqual(CONTENT)
  })

  it('shows text and calls while they are in progress', () => {
    const message = new MessageBuilder()
    for (const event of EVENTS.slice(0, 6)) message.add(event)
    expect(message.content.at(-1)).toMatchObject({ type: 'tool_call', status: 'in_progress' })
    for (const event of EVENTS.slice(6, 8)) message.add(event)
    expect(message.content.at(-1)).toEqual({ type: 'message', message: 'checkout ' })
  })
})
