import { exports } from 'cloudflare:workers'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../support/api.ts'
import { gate, says, script, wants } from '../../support/scripted-agent.ts'
import { describeSecurity } from '../../support/security-suite.ts'
import { addTenant, type TestTenant } from '../../support/tenants.ts'

beforeEach(() => script())

interface Reading {
  readonly status: number
  readonly events: EventSourceMessage[]
}

/** Reads a stream until its end, or until it has given `eventsMax` events. */
async function read(path: string, token: string, from?: string, eventsMax = Infinity): Promise<Reading> {
  const headers = { authorization: `Bearer ${token}`, ...(from === undefined ? {} : { 'last-event-id': from }) }
  const response = await exports.default.fetch(`https://service.test/v1${path}`, { headers })
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  if (response.status !== 200 || response.body === null) return { status: response.status, events }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  while (events.length < eventsMax) {
    const { done, value } = await reader.read()
    if (done) break
    parser.feed(value)
  }
  await reader.cancel().catch(() => {})
  return { status: response.status, events: events.slice(0, eventsMax) }
}

const typesOf = (events: readonly EventSourceMessage[]) =>
  events.map((event) => (event.data === '[DONE]' ? 'DONE' : JSON.parse(event.data).type))

/** Speaks in chunks, each in a storing interval of its own, and calls a tool in between. */
function chatty() {
  script({
    model: async (input) => {
      if (input.steps.length === 0) {
        input.onChunk({ type: 'reasoning', delta: 'Let me ' })
        await scheduler.wait(40)
        input.onChunk({ type: 'reasoning', delta: 'look.' })
        const outcome = wants('log_volume')
        if (!outcome.ok) return outcome
        const parts = [{ type: 'reasoning' as const, text: 'Let me look.' }, ...outcome.result.parts]
        return { ...outcome, result: { ...outcome.result, parts } }
      }
      for (const delta of ['It ', 'was ', 'payment.']) {
        input.onChunk({ type: 'text', delta })
        await scheduler.wait(230)
      }
      return says('It was payment.')
    },
  })
}

async function start(tenant: TestTenant, message = 'what broke?') {
  const answer = await call('POST /threads', { token: tenant.secretKey, body: { message, wait: false } })
  return { runId: answer.body.runId as string, threadId: answer.body.threadId as string, token: tenant.secretKey }
}

describe('GET /runs/{runId}/stream', () => {
  it('a run’s stream gives every event in order to a live reader, the same to a late one, and 204 at the end', async () => {
    chatty()
    const { runId, token } = await start(await addTenant())
    const live = await read(`/runs/${runId}/stream`, token)
    expect(typesOf(live.events)).toEqual([
      'run_started',
      'message_started',
      'reasoning_chunk',
      'reasoning_chunk',
      'reasoning_complete',
      'tool_call_start',
      'tool_call_complete',
      'text_chunk',
      'text_chunk',
      'text_chunk',
      'text_complete',
      'DONE',
    ])
    const late = await read(`/runs/${runId}/stream`, token)
    expect(late.events).toEqual(live.events)
    const lastId = live.events.findLast((event) => event.id !== undefined)?.id ?? ''
    expect(await read(`/runs/${runId}/stream`, token, lastId)).toEqual({ status: 204, events: [] })
  })

  it('a run’s stream resumes anywhere: what was read before and after a disconnection is the whole stream', async () => {
    chatty()
    const tenant = await addTenant()
    const { runId, token } = await start(tenant)
    const whole = read(`/runs/${runId}/stream`, token)
    const pieced: EventSourceMessage[] = []
    let size = 1
    for (;;) {
      const part = await read(`/runs/${runId}/stream`, token, pieced.at(-1)?.id, size)
      pieced.push(...part.events)
      size = (size % 3) + 1
      if (part.status === 204 || part.events.at(-1)?.data === '[DONE]' || part.events.length === 0) break
    }
    const expected = (await whole).events
    expect(pieced).toEqual(expected)
    for (let cut = 0; cut < expected.length - 1; cut += 1) {
      const head = expected.slice(0, cut)
      const rest = await read(`/runs/${runId}/stream`, token, head.at(-1)?.id)
      expect([...head, ...rest.events]).toEqual(expected)
    }
  })

  it('a run’s stream shows everything to a reader that was there before the first event, and errors with their reason', async () => {
    const first = gate()
    script({
      model: async (_, question) => {
        await first.passed
        return question === 'bad' ? { ok: false, reason: 'the model refused', isRetryable: false } : says('fine')
      },
    })
    const tenant = await addTenant()
    const { threadId, token } = await start(tenant, 'good')
    const queued = await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'bad', wait: false } })
    const reading = read(`/runs/${queued.body.runId}/stream`, token)
    const ofThread = read(`/threads/${threadId}/stream`, token)
    first.open()
    const events = (await reading).events
    expect(typesOf(events)).toEqual(['run_started', 'message_started', 'text_chunk', 'text_complete', 'error', 'DONE'])
    expect(JSON.parse(events[4]?.data ?? '')).toEqual({
      type: 'error',
      message: 'the model refused',
      name: 'MODEL_ERROR',
    })
    expect(typesOf((await ofThread).events).filter((type) => type === 'run_started' || type === 'DONE')).toEqual([
      'run_started',
      'run_started',
      'DONE',
    ])
  })

  it('a run’s stream refuses an invalid cursor, naming it', async () => {
    const { runId, token } = await start(await addTenant())
    const answer = await call(`GET /runs/${runId}/stream?cursor=-`, { token })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toBe('query.cursor')
  })
})

describeSecurity('GET /runs/{runId}/stream', {
  operation: async (tenant) => `GET /runs/${(await start(tenant)).runId}/stream`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
describeSecurity('GET /threads/{threadId}/stream', {
  operation: async (tenant) => `GET /threads/${(await start(tenant)).threadId}/stream`,
  foreign: 404,
  forbidden: ['partnerKey'],
})
