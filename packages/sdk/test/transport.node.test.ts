import { describe, expect, it, vi } from 'vitest'
import { ApiError, ConnectionError, TimeoutError } from '../src/errors.ts'
import { createClient } from '../src/index.ts'
import { apiBaseOf, type ClientOptions } from '../src/transport.ts'

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

type Reply = () => Response | Promise<Response>

/** A client whose network answers with the given replies in order; the last one repeats. */
function clientOn(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const client = createClient({
    baseUrl: 'https://service.test',
    token: 'oas_secret_x',
    fetch: async (request) => {
      const { method, url, headers } = request
      sent.push({ method, url, headers, body: await request.text() })
      const reply = replies[Math.min(sent.length, replies.length) - 1]
      if (reply === undefined) throw new Error('no reply')
      return reply()
    },
    ...options,
  })
  return { client, sent }
}

const ok =
  (body: unknown = { threads: [], nextCursor: null }): Reply =>
  () =>
    Response.json(body)
const refused =
  (status: number, body: Record<string, unknown> = {}, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers })
const broken: Reply = () => Promise.reject(new TypeError('fetch failed'))

describe('a call', () => {
  it('goes to /v1 of the deployment, with the credential and the name of the client', async () => {
    const { client, sent } = clientOn([ok()])
    await client.threads.list({ query: { limit: 5 } })
    expect(sent[0]?.url).toBe('https://service.test/v1/threads?limit=5')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer oas_secret_x')
    expect(sent[0]?.headers.get('x-oas-client-source')).toBe('sdk')
    await client.threads.create({ body: { message: 'a' }, headers: { 'x-oas-client-source': 'chat' } })
    expect(sent[1]?.headers.get('x-oas-client-source')).toBe('chat')
    expect(['https://a.test', 'https://a.test/', 'https://a.test/v1', 'https://a.test/v1/'].map(apiBaseOf)).toEqual(
      Array(4).fill('https://a.test/v1'),
    )
  })

  it('asks for the token each time when it is a function, so that it can be renewed', async () => {
    let count = 0
    const { client, sent } = clientOn([ok()], { token: async () => `token-${++count}` })
    await client.threads.list()
    await client.threads.list()
    expect(sent.map((one) => one.headers.get('authorization'))).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('names the project of the context where the call names none, and nowhere that it would hide a resource', async () => {
    const project = '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55'
    const { client, sent } = clientOn([ok({})], { projectId: project, organizationId: 'org_a' })
    await client.threads.list()
    await client.threads.create({ body: { message: 'a', projectId: 'other' } })
    await client.members.list()
    await client.me.get()
    await client.organizations.get({ path: { organizationId: 'org_b' } })
    expect(sent.map((one) => new URL(one.url).search)).toEqual([
      `?projectId=${project}`,
      '',
      '?organizationId=org_a',
      '',
      '',
    ])
  })
})

describe('a failed attempt', () => {
  it('is repeated with the same idempotency key, so that a POST takes effect once', async () => {
    const { client, sent } = clientOn([broken, refused(503), ok({ runId: 'r' })])
    await client.threads.create({ body: { message: 'what broke?' } })
    expect(sent).toHaveLength(3)
    const keys = new Set(sent.map((one) => one.headers.get('idempotency-key')))
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(/^[\x20-\x7e]{1,128}$/)
    expect(new Set(sent.map((one) => one.body))).toEqual(new Set(['{"message":"what broke?"}']))
  })

  it('of a query is repeated without a key, so that the service stores no answers of reads', async () => {
    const { client, sent } = clientOn([refused(503), ok({ logs: [], nextCursor: null })])
    await client.logs.query({ body: { limit: 1 } })
    expect(sent.map((one) => one.headers.has('idempotency-key'))).toEqual([false, false])
  })

  it('keeps the idempotency key that the caller chose', async () => {
    const { client, sent } = clientOn([ok({})])
    await client.threads.create({ body: { message: 'a' }, headers: { 'idempotency-key': 'mine' } })
    expect(sent[0]?.headers.get('idempotency-key')).toBe('mine')
  })

  it('is not repeated before Retry-After', async () => {
    const { client, sent } = clientOn([refused(429, {}, { 'retry-after': '1' }), ok()])
    vi.useFakeTimers()
    try {
      const listed = client.threads.list()
      await vi.advanceTimersByTimeAsync(999)
      expect(sent).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(sent).toHaveLength(2)
      expect(await listed).toEqual({ threads: [], nextCursor: null })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told at once when the service asks for a long wait', async () => {
    const { client, sent } = clientOn([refused(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '3600' })])
    await expect(client.threads.list()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 3600 })
    expect(sent).toHaveLength(1)
  })

  it('is repeated while a request with the same key still runs', async () => {
    const { client, sent } = clientOn([refused(409, { code: 'CONFLICT' }, { 'retry-after': '0' }), ok({})])
    await client.threads.create({ body: { message: 'a' } })
    expect(sent).toHaveLength(2)
  })

  it('of a change without a key is not repeated when it may have taken effect', async () => {
    for (const reply of [broken, refused(504)]) {
      const { client, sent } = clientOn([reply, ok({})])
      await expect(client.threads.delete({ path: { threadId: 'a' } })).rejects.toThrow()
      expect(sent).toHaveLength(1)
    }
    const { client, sent } = clientOn([refused(503), () => new Response(null, { status: 204 })])
    await client.threads.delete({ path: { threadId: 'a' } })
    expect(sent).toHaveLength(2)
  })

  it('is not repeated when the request itself is wrong', async () => {
    for (const status of [400, 401, 402, 403, 404, 422, 500]) {
      const { client, sent } = clientOn([refused(status)])
      await expect(client.threads.list()).rejects.toBeInstanceOf(ApiError)
      expect(sent).toHaveLength(1)
    }
  })

  it('ends as an error that names what the service said and the request', async () => {
    const issues = [{ path: 'body.message', message: 'must have between 1 and 10000 characters' }]
    const body = {
      code: 'BAD_REQUEST',
      message: 'The request is not valid.',
      operationId: 'threads.create',
      requestId: 'r-1',
      issues,
    }
    const { client } = clientOn([refused(400, body)])
    const error = await client.threads.create({ body: { message: '' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      requestId: 'r-1',
      operationId: 'threads.create',
      issues,
    })
    expect(String(error)).toContain('body.message: must have between')
  })

  it('ends as an error also when a proxy answered in its own words', async () => {
    const { client } = clientOn(
      [() => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'x-request-id': 'r-2' } })],
      {
        retriesMax: 0,
      },
    )
    await expect(client.threads.list()).rejects.toMatchObject({ status: 502, code: 'UNKNOWN', requestId: 'r-2' })
  })
})

describe('time', () => {
  it('of an attempt is limited, also while the body arrives', async () => {
    const never: Reply = () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const { client } = clientOn([never], { timeoutMs: 30, retriesMax: 1 })
    await expect(client.threads.list()).rejects.toThrow(TimeoutError)
  })

  it('ends when the caller aborts: in an attempt, between attempts, and before the first', async () => {
    const reason = new Error('enough')
    const before = clientOn([ok()])
    await expect(before.client.threads.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(before.sent).toHaveLength(0)
    const between = clientOn([refused(429, {}, { 'retry-after': '20' })])
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 20)
    await expect(between.client.threads.list({ signal: controller.signal })).rejects.toBe(reason)
    expect(between.sent).toHaveLength(1)
  })

  it('gives up after the retries, with the reason as its cause', async () => {
    const { client, sent } = clientOn([broken], { retriesMax: 1 })
    const error = await client.threads.list().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as ConnectionError).cause).toBeInstanceOf(TypeError)
    expect(sent).toHaveLength(2)
  })
})
