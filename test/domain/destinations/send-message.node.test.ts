import { describe, expect, it } from 'vitest'
import { OutboundClient } from '../../../src/connectors/outbound/client.ts'
import type { Target } from '../../../src/contracts/delivery-protocol.ts'
import { judged } from '../../../src/domain/destinations/send-message.ts'

const NOW = Date.UTC(2026, 0, 31)
const HOST = 'https://hooks.observability.dev'

/** One attempt at a receiver that behaves so. */
async function attempt(receive: typeof fetch, { url = `${HOST}/in`, kind = 'webhook' as Target['kind'] } = {}) {
  const calls: string[] = []
  const http = new OutboundClient(
    {
      fetch: (input, init) => {
        calls.push(String(input))
        return receive(input, init)
      },
      sleep: async () => {},
      random: () => 0,
      guard: { resolve: async (host) => (host.startsWith('inside') ? ['10.0.0.7'] : ['93.184.216.34']) },
    },
    [{ origin: new URL(url).origin }],
  )
  const answer = await http.send({
    method: 'POST',
    url,
    body: '{}',
    isUserGiven: true,
    timeoutMs: 50,
    bodyBytesMax: 1_000,
    isBodyCut: true,
    attemptsMax: 1,
  })
  return { calls, judged: judged(kind, answer, NOW) }
}

const answering = (status: number, headers: Record<string, string> = {}, body = '') =>
  attempt(async () => new Response(status === 204 ? null : body, { status, headers }))

/** Never answers, as a hanging server does; ends with the abort. */
const hangs: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))

describe('one attempt', () => {
  it.each([
    [200, 'delivered'],
    [202, 'delivered'],
    [204, 'delivered'],
    [400, 'refused'],
    [404, 'refused'],
    [408, 'server_error'],
    [410, 'gone'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('a message answered with %i is %s, and sent once', async (status, outcome) => {
    const { calls, judged: result } = await answering(status)
    expect([calls.length, result]).toEqual([1, { outcome, status, retryAfterMs: null }])
  })

  it('Retry-After is read in seconds and as a date', async () => {
    expect((await answering(429, { 'retry-after': '120' })).judged.retryAfterMs).toBe(120_000)
    const date = new Date(NOW + 60_000).toUTCString()
    expect((await answering(503, { 'retry-after': date })).judged.retryAfterMs).toBe(60_000)
  })

  it('a destination that hangs is a timeout', async () => {
    expect((await attempt(hangs)).judged).toEqual({ outcome: 'timeout', status: null, retryAfterMs: null })
  })

  it('what was accepted counts, however long or broken the body of the answer is', async () => {
    expect((await answering(200, {}, 'x'.repeat(10_000))).judged.outcome).toBe('delivered')
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('ok'))
        controller.error(new Error('reset'))
      },
    })
    expect((await attempt(async () => new Response(broken))).judged.outcome).toBe('delivered')
  })

  it('redirects are not followed', async () => {
    const { calls, judged: result } = await answering(302, { location: 'http://169.254.169.254/latest' })
    expect([calls, result.outcome]).toEqual([[`${HOST}/in`], 'redirected'])
  })

  it.each([
    'https://inside.observability.dev/',
    'https://127.0.0.1/',
    'https://metadata.internal/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.7]/',
    'https://[fd00::1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost./',
    'http://hooks.observability.dev/',
  ])('a message to %s is blocked before anything is sent', async (url) => {
    const { calls, judged: result } = await attempt(async () => new Response(), { url })
    expect([calls, result.outcome]).toEqual([[], 'blocked'])
  })

  it('at the older connector of Teams, the outcome is what the body behind its 200 says', async () => {
    const text =
      'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x'
    const of = (body: string) => attempt(async () => new Response(body), { kind: 'teams' })
    expect((await of(text)).judged).toMatchObject({ outcome: 'rate_limited', status: 429 })
    expect((await of('1')).judged.outcome).toBe('delivered')
  })
})
