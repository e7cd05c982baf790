import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TimeoutError } from '../src/errors.ts'
import { eventsOf } from '../src/event-stream.ts'

function bodyOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

async function read(pieces: readonly Uint8Array[]) {
  const events: { id: string | null; data: string }[] = []
  for await (const event of eventsOf(bodyOf(pieces), 5_000)) events.push(event)
  return events
}

/** The data that the reference parser reads from the same text. */
function reference(text: string): string[] {
  const data: string[] = []
  createParser({ onEvent: (event) => data.push(event.data) }).feed(text)
  return data
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('reading an event stream', () => {
  it('reads the same events wherever the bytes are split', async () => {
    const text = ': keep-alive\n\nid: 1\ndata: {"a":"ü€😀"}\n\nid: 2\r\ndata: x\r\ndata: y\r\n\r\ndata: [DONE]\n\n'
    const whole = bytes(text)
    const expected = [
      { id: '1', data: '{"a":"ü€😀"}' },
      { id: '2', data: 'x\ny' },
      { id: '2', data: '[DONE]' },
    ]
    for (let at = 0; at <= whole.length; at += 1) {
      expect(await read([whole.slice(0, at), whole.slice(at)])).toEqual(expected)
    }
    expect(await read([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
  })

  it('agrees with the reference parser on any lines', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '',
        'data:',
        'data',
        ': comment',
        'data: a',
        'data:  two spaces',
        'id: 7',
        'event: x',
        'other: 1',
      ),
      fc.string({ maxLength: 12 }).filter((text) => !/[\r\n\0]/.test(text) && !/^(id|retry)/.test(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.nat(200), async (lines, at) => {
        const text = `${lines.join('\n')}\n\n`
        const whole = bytes(text)
        const events = await read([whole.slice(0, at), whole.slice(at)])
        expect(events.map((event) => event.data)).toEqual(reference(text))
      }),
    )
  })

  it('drops an event that was cut off, so that nobody acts on half of it', async () => {
    expect(await read([bytes('id: 1\ndata: a\n\nid: 2\ndata: b\n')])).toEqual([{ id: '1', data: 'a' }])
  })

  it('fails when nothing arrives for longer than a keep-alive takes', async () => {
    const silent = new ReadableStream<Uint8Array>()
    await expect(eventsOf(silent, 20).next()).rejects.toThrow(TimeoutError)
  })

  it('frees the connection when the reader stops early', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes('data: a\n\ndata: b\n\n')),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const event of eventsOf(body, 1000)) {
      expect(event.data).toBe('a')
      break
    }
    expect(isCancelled).toBe(true)
  })
})
