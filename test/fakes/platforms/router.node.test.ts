import { describe, expect, it } from 'vitest'
import { createAllPlatformFakes } from './all-platforms.ts'
import type { Fault } from './control.ts'
import { createPlatformRouter } from './index.ts'
import { createVercelFake, VERCEL_TEAM_ID, VERCEL_TOKEN_GOOD } from './vercel.ts'

const url = `https://api.vercel.com/v10/projects?teamId=${VERCEL_TEAM_ID}`
const init = { headers: { authorization: `Bearer ${VERCEL_TOKEN_GOOD}` } }

function vercelBehindRouter() {
  const vercel = createVercelFake({ now: () => 1_767_225_600_000 })
  return { vercel, router: createPlatformRouter([vercel]) }
}

describe('platform router', () => {
  it('gives each of 26 platforms hosts that no other one has, and secrets that no other one has', async () => {
    const fakes = Object.entries(await createAllPlatformFakes())
    expect(fakes).toHaveLength(26)
    expect(fakes.map(([id, fake]) => id === fake.id)).not.toContain(false)
    const hosts = fakes.flatMap(([, fake]) => [...fake.hosts])
    expect(new Set(hosts).size).toBe(hosts.length)
    const secrets = fakes.flatMap(([, fake]) => [...fake.secrets])
    expect(new Set(secrets).size).toBe(secrets.length)
    for (const [id, fake] of fakes) {
      const texts = Object.values(fake.credentials)
        .filter((metadata) => metadata !== null)
        .map((metadata) => JSON.stringify(metadata))
      expect(new Set(texts).size, id).toBe(texts.length)
    }
  })

  it('answers by host and fails unknown hosts as names that do not resolve', async () => {
    const { vercel, router } = vercelBehindRouter()
    expect((await router.fetch(url, init)).status).toBe(200)
    expect(vercel.control.requests).toMatchObject([{ method: 'GET', host: 'api.vercel.com', status: 200 }])
    await expect(router.fetch('https://api.vercel.com.evil.example/v2/user', init)).rejects.toMatchObject({
      cause: { code: 'ENOTFOUND' },
    })
    await expect(router.fetch(url.replace('https', 'http'), init)).rejects.toMatchObject({
      cause: { code: 'ECONNREFUSED' },
    })
    expect(vercel.control.requests).toHaveLength(1)
    expect(vercel.control.saw(VERCEL_TOKEN_GOOD)).toBe(true)
  })

  it('stands where the runtime has its own fetch', async () => {
    const { router } = vercelBehindRouter()
    const standIn: typeof fetch = router.fetch
    expect((await standIn(new URL(url), init)).status).toBe(200)
  })

  it('ends a request that is never answered when its signal ends it', async () => {
    const { vercel, router } = vercelBehindRouter()
    vercel.control.failNext({ kind: 'timeout' })
    await expect(router.fetch(url, { ...init, signal: AbortSignal.timeout(10) })).rejects.toThrow()
    expect(vercel.control.requests[0]?.status).toBeNull()
  })

  it('breaks the body in its middle', async () => {
    const { vercel, router } = vercelBehindRouter()
    vercel.control.failNext({ kind: 'cut_body' })
    const answer = await router.fetch(url, init)
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow()
  })

  it.each([
    ['html', { kind: 'html' }, 200, 'text/html'],
    ['a redirect', { kind: 'redirect', location: 'https://169.254.169.254/' }, 302, null],
    ['an unexpected shape', { kind: 'unexpected_shape' }, 200, 'application/json'],
    ['a gateway error', { kind: 'server_error', status: 502 }, 502, 'application/json'],
    ['a very large body', { kind: 'oversize', bodyBytes: 1_000_000 }, 200, 'application/json'],
  ] satisfies [string, Fault, number, string | null][])('answers %s when told', async (_, fault, status, type) => {
    const { vercel, router } = vercelBehindRouter()
    vercel.control.failNext(fault)
    const answer = await router.fetch(url, { ...init, redirect: 'manual' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, type])
    expect((await router.fetch(url, init)).status).toBe(200)
  })

  it('keeps faults for the requests they match', async () => {
    const { vercel, router } = vercelBehindRouter()
    vercel.control.failNext({ kind: 'server_error' }, 1, (request) => request.path === '/v2/user')
    expect((await router.fetch(url, init)).status).toBe(200)
    expect((await router.fetch('https://api.vercel.com/v2/user', init)).status).toBe(500)
  })

  it('draws the same chaos from the same seed, near its rates, and forgets it on reset', async () => {
    async function outcomes(seed: number) {
      const { vercel, router } = vercelBehindRouter()
      vercel.control.chaos({ seed, serverErrorRate: 0.1, rateLimitedRate: 0.1, answerLostRate: 0.1 })
      const statuses: (number | 'lost')[] = []
      for (let i = 0; i < 1000; i++) {
        const status = await router.fetch('https://api.vercel.com/v2/user', init).then(
          (answer) => answer.status,
          () => 'lost' as const,
        )
        statuses.push(status)
      }
      vercel.control.reset()
      expect((await router.fetch(url, init)).status).toBe(200)
      return statuses
    }
    const first = await outcomes(7)
    expect(await outcomes(7)).toEqual(first)
    expect(await outcomes(8)).not.toEqual(first)
    for (const outcome of [500, 429, 'lost']) {
      const count = first.filter((status) => status === outcome).length
      expect(count, String(outcome)).toBeGreaterThan(60)
      expect(count, String(outcome)).toBeLessThan(140)
    }
  })
})
