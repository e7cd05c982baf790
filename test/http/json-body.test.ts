import { describe, expect, it } from 'vitest'
import { HttpError } from '../../src/http/errors.ts'
import { jsonBody } from '../../src/http/input.ts'

const SENDER = { keyId: 'user_a', organizationId: 'org_a' }
const OTHER = { keyId: 'user_b', organizationId: 'org_b' }

function requestOf(body: string | ReadableStream<Uint8Array>): Request {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' }, duplex: 'half' }
  return new Request('https://service.test/v1/threads', init)
}

async function outcome(body: string | ReadableStream<Uint8Array>, sender = SENDER): Promise<unknown> {
  try {
    return await jsonBody(requestOf(body), true, sender)
  } catch (error) {
    if (error instanceof HttpError) return error.code
    throw error
  }
}

const nested = (levels: number, open: string, close: string) =>
  `{"metadata":${open.repeat(levels)}1${close.repeat(levels)}}`

/** Half of a large body, whose rest comes when `finish` is called. */
function stalled() {
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(`{"message":"${'a'.repeat(500_000)}`))
      finish = () => {
        controller.enqueue(new TextEncoder().encode('"}'))
        controller.close()
      }
    },
  })
  return { body, finish: () => finish() }
}

describe('the body of a request', () => {
  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('is refused where its %s are nested beyond any stack', async (_, open, close) => {
    expect(await outcome(nested(99, open, close))).toHaveProperty('metadata')
    expect(await outcome(nested(100, open, close))).toBe('BAD_REQUEST')
    expect(await outcome(nested(150_000, open, close))).toBe('BAD_REQUEST')
  })

  it('may hold any number of brackets in its texts, behind escapes too', async () => {
    const message = `\\"${'[{'.repeat(1_000)}\\`
    expect(await outcome(JSON.stringify({ message, list: Array.from({ length: 1_000 }, () => []) }))).toHaveProperty(
      'message',
      message,
    )
  })

  it('waits only where there is memory for it, and leaves room to others', async () => {
    const bodies = Array.from({ length: 40 }, stalled)
    const outcomes = bodies.map(({ body }) => outcome(body))
    const isRefused = await Promise.race([
      Promise.any(outcomes),
      new Promise((resolve) => setTimeout(() => resolve('none was refused'), 1_000)),
    ])
    expect(isRefused).toBe('SERVICE_UNAVAILABLE')
    expect(await outcome('{"message":"hello"}', OTHER)).toEqual({ message: 'hello' })
    for (const { finish } of bodies) {
      try {
        finish()
      } catch {
        // The refused ones were cancelled.
      }
    }
    const all = await Promise.all(outcomes)
    expect(new Set(all.map((one) => (typeof one === 'string' ? one : 'read')))).toEqual(
      new Set(['SERVICE_UNAVAILABLE', 'read']),
    )
    expect(await outcome(JSON.stringify({ message: 'a'.repeat(900_000) }))).toHaveProperty('message')
  })
})
