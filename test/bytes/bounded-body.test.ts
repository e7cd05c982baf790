import { describe, expect, it } from 'vitest'
import { readBody } from '../../src/bytes/bounded-body.ts'

const KIB = 1024

/** A body that brings `chunks` and then waits for ever, or ends, or fails. */
function bodyOf(chunks: readonly Uint8Array[], then: 'stalls' | 'ends' | 'fails', pauseMs = 0) {
  const left = [...chunks]
  const state = { pulled: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = left.shift()
        if (pauseMs > 0) await scheduler.wait(pauseMs)
        state.pulled += chunk?.byteLength ?? 0
        if (chunk !== undefined) return controller.enqueue(chunk)
        if (then === 'ends') return controller.close()
        if (then === 'fails') return controller.error(new TypeError('the connection is gone'))
        await new Promise(() => {})
      },
      cancel() {
        state.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

const requestOf = (stream: ReadableStream, headers: Record<string, string> = {}) =>
  new Request('https://service.test/', { method: 'POST', body: stream, headers })

const zeros = (count: number, bytes: number) => Array.from({ length: count }, () => new Uint8Array(bytes))

describe('a body', () => {
  it('that states a length and sends nothing holds one small piece, and ends as too slow', async () => {
    const { stream, state } = bodyOf([], 'stalls')
    const held: number[] = []
    const hold = (bytes: number) => held.push(bytes) > 0
    const result = await readBody(requestOf(stream, { 'content-length': '1048576' }), {
      bytesMax: 8 * KIB * KIB,
      hold,
      pieceTimeoutMs: 20,
    })
    expect(result).toBe('too_slow')
    expect(held).toEqual([64 * KIB])
    expect(state.cancelled).toBe(true)
  })

  it('that brings a byte now and then ends as too slow, however often it does', async () => {
    const { stream } = bodyOf(zeros(10_000, 1), 'ends', 5)
    expect(await readBody(requestOf(stream), { bytesMax: KIB * KIB, pieceTimeoutMs: 60 })).toBe('too_slow')
  })

  it('whose connection ends before it does is cut off, and throws nothing', async () => {
    const { stream } = bodyOf(zeros(3, KIB), 'fails')
    expect(await readBody(requestOf(stream), { bytesMax: KIB * KIB })).toBe('cut_off')
  })

  it('without a stated length is read no further than shows that it is too large', async () => {
    const { stream, state } = bodyOf(zeros(10_000, 4 * KIB), 'ends')
    expect(await readBody(requestOf(stream), { bytesMax: 256 * KIB })).toBe('too_large')
    expect(state.pulled).toBeLessThanOrEqual(260 * KIB)
    expect(state.cancelled).toBe(true)
  })

  it('for which there is no room is not read', async () => {
    const { stream, state } = bodyOf(zeros(10, KIB), 'ends')
    expect(await readBody(requestOf(stream), { bytesMax: KIB * KIB, hold: () => false })).toBe('no_room')
    expect(state.pulled).toBe(0)
  })

  it.each([0, 1, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 320 * KIB, 700_001, 2_500_000])(
    'of %i bytes is the same from the network’s byte streams, from code’s streams and with any stated length',
    async (length) => {
      const bytes = new Uint8Array(length).map((_, at) => (at * 31) % 251)
      const limits = { bytesMax: 4 * KIB * KIB }
      const chunks = Array.from({ length: Math.ceil(length / 4096) }, (_, i) => bytes.slice(i * 4096, (i + 1) * 4096))
      const network = new Request('https://service.test/', { method: 'POST', body: bytes })
      expect(await readBody(network, limits)).toEqual(bytes)
      expect(await readBody(requestOf(bodyOf(chunks, 'ends').stream), limits)).toEqual(bytes)
      for (const stated of ['', '-1', '1.5', 'many', '5', String(length), String(length + 7)]) {
        const request = new Request('https://service.test/', {
          method: 'POST',
          body: bytes,
          headers: { 'content-length': stated },
        })
        expect(await readBody(request, limits)).toEqual(bytes)
      }
    },
  )

  it('of exactly what is allowed is read, and of one byte more is not', async () => {
    const of = (length: number) =>
      readBody(new Request('https://service.test/', { method: 'POST', body: new Uint8Array(length) }), {
        bytesMax: 100_000,
      })
    expect((await of(100_000)).length).toBe(100_000)
    expect(await of(100_001)).toBe('too_large')
  })
})
