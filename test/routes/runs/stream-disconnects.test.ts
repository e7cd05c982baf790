import { runInDurableObject } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { describe, expect, it, vi } from 'vitest'
import type { ModelStepOutcome } from '../../../src/agent/contract.ts'
import { objectNameOf } from '../../../src/contracts/thread-ids.ts'
import { createSeededRandom } from '../../fakes/platforms/seeded-random.ts'
import { call } from '../../support/api.ts'
import { gate, script, wants } from '../../support/scripted-agent.ts'
import { addTenant } from '../../support/tenants.ts'

const SEED = 20261120
const DISCONNECTS = 200
const random = createSeededRandom(SEED)
const upTo = (max: number) => 1 + Math.floor(random() * max)

/** Steps of a run; each speaks for the better part of a second, and every one but the last calls tools. */
const STEPS = 3
const CHUNKS_PER_STEP = 50
const CHUNK_PAUSE_MS = 14
/** Characters of one to four bytes, so that cuts fall into them. */
const WORDS = ['payment ', 'Überlast ', '遅延 ', '🔥🔥 ', '"quoted"\n\n', 'data: [DONE] ']

/** Thinks and speaks in turns, so that what is stored at a time is many events. */
async function speak(
  step: number,
  onChunk: (chunk: { type: 'text' | 'reasoning'; delta: string }) => void,
): Promise<ModelStepOutcome> {
  const parts: { type: 'text' | 'reasoning'; text: string }[] = []
  for (let i = 0; i < CHUNKS_PER_STEP; i += 1) {
    const type = i % 2 === 0 ? 'text' : 'reasoning'
    const delta = `${step}.${i} ${WORDS[i % WORDS.length]}`.repeat(1 + (i % 3))
    parts.push({ type, text: delta })
    onChunk({ type, delta })
    await scheduler.wait(CHUNK_PAUSE_MS)
  }
  const tools = step < STEPS - 1 ? wants('log_search', 'log_volume') : null
  const called = tools?.ok ? tools.result.parts : []
  return {
    ok: true,
    result: {
      parts: [...parts, ...called],
      usage: { inputTokens: 1, outputTokens: 1 },
      finishReason: called.length > 0 ? 'tool_calls' : 'stop',
    },
  }
}

interface Reading {
  readonly events: EventSourceMessage[]
  /** Everything was read: the end marker came, or 204 said that nothing is left. */
  readonly isOver: boolean
}

/** Reads so many bytes and goes away, in the middle of an event or of a character; whole events count. */
async function connect(
  path: string,
  token: string,
  lastEventId: string | undefined,
  bytesMax: number,
): Promise<Reading> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  }
  const response = await exports.default.fetch(`https://service.test/v1${path}`, { headers })
  if (response.status === 204) return { events: [], isOver: true }
  expect(response.status).toBe(200)
  if (response.body === null) throw new Error('A stream without a body.')
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (let left = bytesMax; left > 0; ) {
    const { done, value } = await reader.read()
    if (done) break
    parser.feed(decoder.decode(value.subarray(0, left), { stream: true }))
    left -= value.byteLength
  }
  await reader.cancel()
  const isOver = events.at(-1)?.data === '[DONE]'
  return { events: isOver ? events.slice(0, -1) : events, isOver }
}

/** One reader who is cut off again and again, and comes back with what it read last. */
async function roam(path: string, token: string, isLive: () => boolean) {
  const events: EventSourceMessage[] = []
  const counts = { disconnects: 0, live: 0, withoutAnEvent: 0 }
  for (;;) {
    const part = await connect(path, token, events.at(-1)?.id, upTo(900))
    events.push(...part.events)
    if (part.isOver) return { events, ...counts }
    counts.disconnects += 1
    if (isLive()) counts.live += 1
    if (part.events.length === 0) counts.withoutAnEvent += 1
  }
}

const sum = (readers: readonly { disconnects: number; live: number; withoutAnEvent: number }[]) => ({
  disconnects: readers.reduce((total, { disconnects }) => total + disconnects, 0),
  live: readers.reduce((total, { live }) => total + live, 0),
  withoutAnEvent: readers.reduce((total, { withoutAnEvent }) => total + withoutAnEvent, 0),
})

describe('streams of a run and of a thread', () => {
  it(`streams that are read with ${DISCONNECTS} disconnections each, at random bytes, are the uninterrupted streams, event by event`, async () => {
    const begin = gate()
    script({
      model: async (input) => {
        await begin.passed
        return speak(input.steps.filter(({ kind }) => kind === 'model').length, input.onChunk)
      },
    })
    const { secretKey: token } = await addTenant()
    const made = await call('POST /threads', { token, body: { message: 'what broke?', wait: false } })
    const { threadId, runId } = made.body
    await call(`POST /threads/${threadId}/messages`, { token, body: { message: 'and now?', wait: false } })
    const [ofRun, ofThread] = [`/runs/${runId}/stream`, `/threads/${threadId}/stream`]
    const live = { run: true, thread: true }
    const steadyRun = connect(ofRun, token, undefined, Infinity).finally(() => {
      live.run = false
    })
    const steadyThread = connect(ofThread, token, undefined, Infinity).finally(() => {
      live.thread = false
    })
    const roaming = Promise.all([
      Promise.all([1, 2, 3].map(() => roam(ofRun, token, () => live.run))),
      Promise.all([1, 2].map(() => roam(ofThread, token, () => live.thread))),
    ])
    begin.open()
    const [wholeRun, wholeThread, [runReaders, threadReaders]] = await Promise.all([steadyRun, steadyThread, roaming])

    expect(wholeRun.events.length).toBeGreaterThan(STEPS * CHUNKS_PER_STEP)
    expect(wholeThread.events.length).toBe(2 * wholeRun.events.length)
    for (const { events } of runReaders) expect(events).toEqual(wholeRun.events)
    for (const { events } of threadReaders) expect(events).toEqual(wholeThread.events)
    for (const counts of [sum(runReaders), sum(threadReaders)]) {
      expect(counts.disconnects, `seed ${SEED}`).toBeGreaterThanOrEqual(DISCONNECTS)
      // Most while the run is under way, and many before a single event was whole.
      expect(counts.live).toBeGreaterThan(DISCONNECTS / 2)
      expect(counts.withoutAnEvent).toBeGreaterThan(10)
    }
    // They were disconnections for the object too.
    const object = env.THREAD.getByName(objectNameOf(threadId))
    const sockets = () => runInDurableObject(object, (_, state) => state.getWebSockets().length)
    await vi.waitFor(async () => expect(await sockets()).toBe(0), { timeout: 20_000 })
    console.log(JSON.stringify({ run: sum(runReaders), thread: sum(threadReaders), events: wholeThread.events.length }))
  })
})
