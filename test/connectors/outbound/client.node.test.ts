import { describe, expect, it, vi } from 'vitest'
import { OutboundClient, type OutboundRequest } from '../../../src/connectors/outbound/client.ts'

const GET: OutboundRequest = { method: 'GET', url: 'https://api.platform.com/things' }
const POST: OutboundRequest = { ...GET, method: 'POST', body: '{}' }

function clientOf(answers: ((request: Request) => Response | Promise<Response>)[]) {
  const seen: Request[] = []
  const pauses: number[] = []
  const fakeFetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    seen.push(request)
    const answer = answers[Math.min(seen.length - 1, answers.length - 1)]
    if (!answer) throw new Error('no answer was prepared')
    return answer(request)
  }
  const client = new OutboundClient(
    {
      fetch: fakeFetch,
      sleep: async (ms) => {
        pauses.push(ms)
      },
      random: () => 0.5,
    },
    [{ origin: 'https://api.platform.com' }, { origin: 'https://169.254.169.254' }],
  )
  return { client, seen, pauses }
}

const ok = () => Response.json({ fine: true })
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('x', { status: code, headers })

describe('the outbound client', () => {
  it('repeats reads after 500, but writes only after 429 and 503', async () => {
    const read = clientOf([status(500), status(502), ok])
    expect((await read.client.send(GET)).ok).toBe(true)
    expect(read.seen).toHaveLength(3)
    const write = clientOf([status(500), ok])
    expect(await write.client.send(POST)).toMatchObject({ ok: true, response: { status: 500 } })
    const limited = clientOf([status(429, { 'retry-after': '2' }), status(503), ok])
    expect(await limited.client.send(POST)).toMatchObject({ response: { status: 200 } })
    expect(limited.pauses).toEqual([2250, 500])
  })

  it('never makes more than three calls to one host at once', async () => {
    const open: (() => void)[] = []
    let [underWay, most] = [0, 0]
    const { client } = clientOf([
      async () => {
        underWay += 1
        most = Math.max(most, underWay)
        await new Promise<void>((resolve) => open.push(resolve))
        underWay -= 1
        return ok()
      },
    ])
    const sent = Array.from({ length: 4 }, () => client.send(GET))
    await vi.waitFor(() => expect(open).toHaveLength(3), { timeout: 20_000 })
    open.shift()?.()
    // One waits while the first ends; others come at every moment of that.
    for (let moment = 0; moment < 40; moment += 1) {
      sent.push(client.send(GET))
      await Promise.resolve()
    }
    let isDone = false
    const all = Promise.all(sent).finally(() => {
      isDone = true
    })
    while (!isDone) {
      open.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    }
    expect((await all).every((outcome) => outcome.ok)).toBe(true)
    expect(most).toBe(3)
  })

  it('returns a long Retry-After to its caller instead of waiting', async () => {
    const { client, seen } = clientOf([status(429, { 'retry-after': '3600' })])
    expect(await client.send(GET)).toMatchObject({ response: { status: 429 } })
    expect(seen).toHaveLength(1)
  })

  it('gives up after its attempts and reports the cause', async () => {
    const { client, seen } = clientOf([
      () => {
        throw new TypeError('network')
      },
    ])
    expect(await client.send(GET)).toMatchObject({ ok: false, kind: 'unreachable' })
    expect(seen).toHaveLength(4)
  })

  it('ends a call that gets no answer', async () => {
    const never = (request: Request) =>
      new Promise<Response>((_, reject) => request.signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const { client } = clientOf([never])
    expect(await client.send({ ...GET, timeoutMs: 20, attemptsMax: 1 })).toMatchObject({ ok: false, kind: 'timeout' })
  })

  it('limits the size of an answer and detects one that breaks off', async () => {
    const large = clientOf([() => new Response(new Uint8Array(2000))])
    expect(await large.client.send({ ...GET, bodyBytesMax: 1000 })).toMatchObject({ ok: false, kind: 'too_large' })
    const broken = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(10))
            controller.error(new Error('cut'))
          },
        }),
      )
    expect(await clientOf([broken]).client.send({ ...GET, attemptsMax: 1 })).toMatchObject({ ok: false, kind: 'cut' })
  })

  it('follows redirects only within the host, and never with a write', async () => {
    const same = clientOf([status(302, { location: '/moved' }), ok])
    expect((await same.client.send(GET)).ok).toBe(true)
    expect(same.seen[1]?.url).toBe('https://api.platform.com/moved')
    for (const location of [
      'https://evil.com/',
      'http://api.platform.com/',
      'https://api.platform.com:8443/',
      '//evil.com/x',
    ]) {
      const elsewhere = clientOf([status(307, { location }), ok])
      expect(await elsewhere.client.send(GET)).toMatchObject({ ok: false, kind: 'redirected' })
      expect(elsewhere.seen).toHaveLength(1)
    }
    expect(await clientOf([status(308, { location: '/x' })]).client.send(POST)).toMatchObject({
      ok: false,
      kind: 'redirected',
    })
  })

  it('sends no credential to the target of a redirect, not even on the same host', async () => {
    for (const name of ['authorization', 'Fastly-Key', 'x-api-key', 'api-key', 'cookie']) {
      const { client, seen } = clientOf([status(302, { location: '/other-tenant' }), ok])
      expect(await client.send({ ...GET, headers: { [name]: 'secret', accept: 'application/json' } })).toMatchObject({
        ok: false,
        kind: 'redirected',
      })
      expect(seen).toHaveLength(1)
    }
  })

  it('calls only the hosts it was given, and none when it was given none', async () => {
    const { client, seen } = clientOf([ok])
    const urls = [
      'https://evil.com/things',
      'https://api.platform.com.evil.com/',
      'https://api.platform.com@evil.com/',
      'https://api.platform.com:8443/',
      'http://api.platform.com/',
      'https://evil.com#api.platform.com',
    ]
    for (const url of urls) expect(await client.send({ ...GET, url })).toMatchObject({ ok: false, kind: 'blocked' })
    expect(await client.limitedTo([]).send(GET)).toMatchObject({ ok: false, kind: 'blocked' })
    const below = client.limitedTo([{ below: 'vendor.com' }])
    for (const url of [
      'https://vendor.com/',
      'https://evilvendor.com/',
      'https://a.vendor.com:8443/',
      'http://a.vendor.com/',
    ])
      expect(await below.send({ ...GET, url })).toMatchObject({ ok: false, kind: 'blocked' })
    expect(seen).toHaveLength(0)
    expect(await below.send({ ...GET, url: 'https://eu.a.vendor.com/x' })).toMatchObject({ ok: true })
  })

  it('makes no call to an internal address that a user gave', async () => {
    const { client, seen } = clientOf([ok])
    const outcome = await client.send({ ...GET, url: 'https://169.254.169.254/latest/meta-data', isUserGiven: true })
    expect(outcome).toMatchObject({ ok: false, kind: 'blocked' })
    expect(seen).toHaveLength(0)
  })

  it('keeps at most three calls to a host in flight', async () => {
    let busy = 0
    let most = 0
    const slow = async () => {
      busy += 1
      most = Math.max(most, busy)
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy -= 1
      return ok()
    }
    const { client } = clientOf([slow])
    await Promise.all(Array.from({ length: 12 }, () => client.send(GET)))
    expect(most).toBe(3)
  })
})
