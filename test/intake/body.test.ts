import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type BodyResult, withBody } from '../../src/intake/body.ts'

const MIB = 1_048_576
const SENDER = { keyId: 'k', organizationId: 'org' }

function streamOf(bytes: Uint8Array, chunkBytes: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(at, at + chunkBytes))
      at += chunkBytes
    },
  })
}

async function read(body: BodyInit, headers: Record<string, string> = {}): Promise<BodyResult> {
  const request = new Request('https://intake.test/', { method: 'POST', body, headers })
  let result: BodyResult | null = null
  await withBody(request, { sender: SENDER }, async (given) => {
    result = given
    return new Response()
  })
  if (result === null) throw new Error('nothing was read')
  return result
}

const text = (result: BodyResult) => (result.ok ? new TextDecoder().decode(result.bytes) : result.failure.kind)

describe('the body of a delivery', () => {
  const words = new TextEncoder().encode('a line of a log, '.repeat(5_000))

  it('is the same in one piece, where its length is stated, and in chunks, where it is not', async () => {
    const packed = gzipSync(words)
    const stated = { 'content-length': String(packed.length), 'content-encoding': 'gzip' }
    const inOnePiece = await read(packed, stated)
    const inChunks = await read(streamOf(packed, 7), { 'content-encoding': 'gzip' })
    expect(text(inOnePiece)).toBe(new TextDecoder().decode(words))
    expect(inChunks).toEqual(inOnePiece)
  })

  it.each(['', '-1', '1.5', 'many'])('is read to its end under the length "%s"', async (length) => {
    expect(text(await read(words, { 'content-length': length }))).toBe(new TextDecoder().decode(words))
  })

  it('is refused above 8 MiB as sent, whatever its length is stated to be', async () => {
    const large = new Uint8Array(8 * MIB + 1)
    expect(text(await read(large, { 'content-length': String(large.length) }))).toBe('too_large')
    expect(text(await read(large, { 'content-length': '5' }))).toBe('too_large')
    expect(text(await read(streamOf(large, MIB)))).toBe('too_large')
  })

  it('of several MiB is the same whether its length is stated or not', async () => {
    const large = new Uint8Array(3 * MIB).map((_, at) => at * 31)
    const stated = await read(large, { 'content-length': String(large.length) })
    expect(stated).toEqual(await read(streamOf(large, 65_536)))
    expect(stated.ok && stated.bytes.length).toBe(large.length)
  })

  it('waits for others when the bodies of one sender would take too much, and leaves nothing held', async () => {
    const stated = { 'content-length': String(MIB) }
    const outcomes = await Promise.all(Array.from({ length: 36 }, () => held(new Uint8Array(MIB), stated)))
    // The last ones are refused part of the way: how many depends on whose pieces come first, never above 24 MiB.
    expect(outcomes.filter((kind) => kind === 'read').length).toBeLessThanOrEqual(24)
    expect(outcomes.filter((kind) => kind === 'overloaded').length).toBeGreaterThanOrEqual(12)
    expect(await held(new Uint8Array(MIB), stated)).toBe('read')
  })
})

async function held(body: Uint8Array, headers: Record<string, string>): Promise<string> {
  const request = new Request('https://intake.test/', { method: 'POST', body, headers })
  let outcome = ''
  await withBody(request, { sender: SENDER }, async (given) => {
    await scheduler.wait(50)
    outcome = given.ok ? 'read' : given.failure.kind
    return new Response()
  })
  return outcome
}
