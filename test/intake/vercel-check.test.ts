/** Vercel asks an endpoint for the code of its team before it makes a drain: played with the real intake. */

import { env, exports } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { provisionStream } from '../../src/domain/sources/provision-stream.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { createPlatformRouter } from '../fakes/platforms/index.ts'
import { createVercelFake, VERCEL_VERIFICATION_CODE, type VercelOptions } from '../fakes/platforms/vercel.ts'
import { deliver, sampleLogs } from '../fakes/senders/sender.ts'
import { vercelDrain, vercelVerify } from '../fakes/senders/vercel.ts'
import { call } from '../support/api.ts'
import { SYSTEM } from '../support/system.ts'
import { addTenant, type TestTenant } from '../support/tenants.ts'

const BASE_URL = 'https://service.test'
const atIntake = (request: Request) => exports.default.fetch(request)

type Check = NonNullable<VercelOptions['verifyEndpoint']>
const checkBy =
  (method: 'GET' | 'POST'): Check =>
  async (endpoint, code) => {
    const answer = await deliver(endpoint, vercelVerify(method), atIntake)
    return answer.status === 200 && answer.headers.get('x-vercel-verify') === code
  }

afterEach(() => {
  vi.restoreAllMocks()
})

/** A connection with one stream, provisioned on a platform that checks. */
async function provisioned(
  verifyEndpoint: Check,
  check: (fake: ReturnType<typeof createVercelFake>) => void = () => {},
) {
  const fake = createVercelFake({ verifyEndpoint })
  vi.spyOn(globalThis, 'fetch').mockImplementation(createPlatformRouter([fake]).fetch as typeof fetch)
  check(fake)
  const { admin } = await addTenant()
  const made = await call('POST /data-sources/connections', {
    token: admin.token,
    body: { dataSourceType: 'vercel', metadata: fake.credentials.good },
  })
  const path = `/data-sources/connections/${made.body.connectionId}/streams`
  const body = { displayName: 'shop', config: { projectId: 'prj_0001' } }
  const { streamId } = (await call(`POST ${path}`, { token: admin.token, body })).body
  const ctx = { ...backgroundContext(env, () => {}), baseUrl: BASE_URL }
  await env.DB.prepare('update streams set leased_until = 0 where id = ?').bind(streamId).run()
  await provisionStream({ ctx, scope: SYSTEM, input: { streamId } })
  const read = async () => (await call(`GET /data-sources/streams/${streamId}`, { token: admin.token })).body.stream
  const drain = fake.destinations().find(({ isForeign }) => !isForeign)
  return { fake, drain, read }
}

async function awaitedStream({ admin }: TestTenant) {
  const made = await call('POST /log-sources', { token: admin.token, body: { provider: 'vercel' } })
  // A check comes before the drain, and may come without its headers.
  const cards: { url: string }[] = made.body.endpointCards
  const url = cards.find((card) => card.url.includes('/intake/k/'))?.url ?? ''
  const status = async () =>
    (await call(`GET /log-streams/${made.body.streamId}`, { token: admin.token })).body.stream.status
  return { url: url.replace(/^https?:\/\/[^/]+/, BASE_URL), status }
}

describe('a drain that the API created', () => {
  it.each(['GET', 'POST'] as const)('passes a check by %s with the code of the team', async (method) => {
    const { drain, read } = await provisioned(checkBy(method))
    expect(await read()).toMatchObject({ status: 'active', errorMessage: null })
    expect(drain?.url).toMatch(/^https:\/\/service\.test\/intake\/k\/.*\/vercel$/)
  })

  it('also answers signed deliveries with the code', async () => {
    const { drain } = await provisioned(checkBy('GET'))
    if (!drain) throw new Error('no drain')
    const { delivery } = drain.raw as { delivery: { secret: string } }
    const sent = await vercelDrain(sampleLogs(2), { secret: delivery.secret, isGzipped: true })
    const answer = await deliver(drain.url, sent, atIntake)
    expect([answer.status, answer.headers.get('x-vercel-verify')]).toEqual([200, VERCEL_VERIFICATION_CODE])
    const forged = await vercelDrain(sampleLogs(2), { secret: 'another' })
    expect((await deliver(drain.url, forged, atIntake)).status).toBe(403)
    const { 'x-vercel-signature': _, ...unsigned } = sent.headers
    expect((await deliver(drain.url, { ...sent, headers: unsigned }, atIntake)).status).toBe(403)
  })

  it('ends in an error that says what must be reachable, and leaves nothing on the platform, when the check fails', async () => {
    const { drain, read } = await provisioned(async () => false)
    expect(await read()).toMatchObject({
      status: 'error',
      errorMessage: expect.stringMatching(/could not verify the address.*PUBLIC_BASE_URL/),
    })
    expect(drain).toBeUndefined()
  })

  it('is created without a code when the platform gives none', async () => {
    const { read } = await provisioned(
      async () => true,
      (fake) => {
        const isCheck = ({ path }: { path: string }) => path === '/v1/verify-endpoint'
        fake.control.failNext({ kind: 'unexpected_shape' }, 5, isCheck)
      },
    )
    expect((await read()).status).toBe('active')
  })
})

describe('a drain that was set up by hand', () => {
  it('passes the check with the code in its URL and waits for its first record', async () => {
    const { url, status } = await awaitedStream(await addTenant())
    for (const method of ['GET', 'POST'] as const) {
      const answer = await deliver(`${url}?verify=abc123`, vercelVerify(method), atIntake)
      expect([answer.status, answer.headers.get('x-vercel-verify')]).toEqual([200, 'abc123'])
    }
    const empty = { ...vercelVerify('POST'), body: new TextEncoder().encode('{}') }
    expect((await deliver(url, empty, atIntake)).status).toBe(200)
    expect(await status()).toBe('pending')
    const sent = await vercelDrain(sampleLogs(1), { secret: 'nobody checks it' })
    expect((await deliver(`${url}?verify=abc123`, sent, atIntake)).status).toBe(200)
    await vi.waitFor(async () => expect(await status()).toBe('active'), { timeout: 20_000 })
  })

  it('gives no code to a caller without a key, and none that is malformed', async () => {
    const nobody = await deliver(`${BASE_URL}/intake/k/oas_public_x/vercel?verify=abc`, vercelVerify('GET'), atIntake)
    expect([nobody.status, nobody.headers.get('x-vercel-verify')]).toEqual([401, null])
    const { url } = await awaitedStream(await addTenant())
    const odd = await deliver(`${url}?verify=${encodeURIComponent('a b\r\nx: y')}`, vercelVerify('GET'), atIntake)
    expect([odd.status, odd.headers.get('x-vercel-verify')]).toEqual([200, null])
  })
})
