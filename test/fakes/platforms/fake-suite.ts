import { describe, expect, it } from 'vitest'
import type { Metadata, PlatformFake } from './platform-fake.ts'

export type FakeSuite = {
  create: () => PlatformFake | Promise<PlatformFake>
  /** A request that a careful client would make to prove the credentials. */
  prove: (metadata: Metadata) => Request | Promise<Request>
  /** True when the answer proves them; 200 alone when left out. Some vendors refuse inside a 200. */
  isProof?: (response: Response, body: string) => boolean
  /** The status of a proof; 200 when left out. */
  statusOfProof?: number
  /** Statuses with which the vendor refuses. Also 200 for those that refuse inside the body. */
  refusals?: { bad: number; revoked: number; underScoped?: number }
  /** True when the answer says "too many requests"; status 429 when left out. */
  isRateLimited?: (response: Response, body: string) => boolean
}

/** What holds for every fake: its credentials differ, and the shared faults come out as that vendor's. */
export function describeFake(name: string, suite: FakeSuite): void {
  const isProof = suite.isProof ?? ((response: Response) => response.status === 200)
  const ask = async (fake: PlatformFake, metadata: Metadata = fake.credentials.good) => {
    const response = await fake.fetch(await suite.prove(metadata))
    return { response, body: await response.text() }
  }

  describe(`${name} fake`, () => {
    it('accepts the good credentials and refuses bad, revoked and under-scoped ones', async () => {
      const fake = await suite.create()
      const good = await ask(fake)
      expect(isProof(good.response, good.body), good.body).toBe(true)
      for (const kind of ['bad', 'revoked'] as const) {
        const answer = await ask(fake, fake.credentials[kind])
        expect(isProof(answer.response, answer.body), kind).toBe(false)
        expect(answer.response.status, kind).toBe(suite.refusals?.[kind] ?? 401)
      }
      if (fake.credentials.underScoped !== null && suite.refusals?.underScoped !== undefined) {
        const answer = await ask(fake, fake.credentials.underScoped)
        expect(answer.response.status).toBe(suite.refusals.underScoped)
        expect(isProof(answer.response, answer.body)).toBe(false)
      }
    })

    it('answers too many requests with and without Retry-After, then recovers', async () => {
      const fake = await suite.create()
      fake.control.failNext({ kind: 'rate_limited', retryAfterSeconds: 7 })
      fake.control.failNext({ kind: 'rate_limited' })
      const isRateLimited = suite.isRateLimited ?? ((response: Response) => response.status === 429)
      const first = await ask(fake)
      const second = await ask(fake)
      expect(isRateLimited(first.response, first.body), first.body).toBe(true)
      expect(first.response.headers.get('retry-after')).toBe('7')
      expect(isRateLimited(second.response, second.body), second.body).toBe(true)
      expect(second.response.headers.get('retry-after')).toBeNull()
      const third = await ask(fake)
      expect(isProof(third.response, third.body)).toBe(true)
    })

    it('fails as networks and servers do', async () => {
      const fake = await suite.create()
      fake.control.failNext({ kind: 'server_error', status: 503 })
      const failed = await ask(fake)
      expect(isProof(failed.response, failed.body)).toBe(false)
      fake.control.failNext({ kind: 'timeout' })
      const proof = await suite.prove(fake.credentials.good)
      // The timer holds its controller: a signal of AbortSignal.timeout may be collected as garbage before it fires.
      const patience = new AbortController()
      setTimeout(() => patience.abort(), 5)
      const request = new Request(proof, { signal: patience.signal })
      await expect(fake.fetch(request)).rejects.toThrow()
      // A request that nothing holds any more may be collected as well, and its signal with it.
      expect(request.signal.aborted).toBe(true)
      fake.control.failNext({ kind: 'cut_body' })
      await expect(ask(fake)).rejects.toThrow()
      fake.control.failNext({ kind: 'reset' })
      await expect(ask(fake)).rejects.toThrow()
      expect(fake.control.requests.map((request) => request.status)).toEqual([
        failed.response.status,
        null,
        suite.statusOfProof ?? 200,
        null,
      ])
    })

    it('lists each resource once and holds one destination of someone else when it has destinations', async () => {
      const fake = await suite.create()
      const resources = fake.resources()
      expect(new Set(resources).size).toBe(resources.length)
      const destinations = fake.destinations()
      if (destinations.length > 0) expect(destinations.filter((destination) => destination.isForeign)).not.toEqual([])
    })
  })
}

/** A request with JSON, as most vendors want it. */
export function jsonRequest(method: string, url: string, headers: Record<string, string>, body?: unknown): Request {
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
