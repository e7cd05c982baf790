import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '../../src/app.ts'
import { createCredential } from '../../src/auth/credential-format.ts'
import type { Bindings } from '../../src/env.ts'
import { addressLimit, type LimitedAct } from '../../src/http/address-limit.ts'
import { HttpError } from '../../src/http/errors.ts'
import { addAlertKey } from '../support/alert-keys.ts'
import { addTenant } from '../support/tenants.ts'

const bindings = (more: Partial<Bindings> = {}): Bindings => ({
  ...env,
  ADDRESS_LIMITS: 'on',
  ADDRESS_RATE_LIMIT: { limit: async () => ({ success: true }) },
  ...more,
})
const START = Date.UTC(2026, 10, 20, 12, 0, 15)
const from = (address: string) => new Headers({ 'cf-connecting-ip': address })

async function outcome(work: () => Promise<void> | void): Promise<HttpError | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
}

async function counted(times: number, act: LimitedAct, address: string, now = START, given = bindings()) {
  const refused: HttpError[] = []
  for (let i = 0; i < times; i += 1) {
    const error = await outcome(() => addressLimit(given, from(address), now).count(act))
    if (error) refused.push(error)
  }
  return refused
}

describe('limits per network address', () => {
  it('let an address have its quota, then answer 429 until the minute is over', async () => {
    expect(await counted(30, 'device_authorization', '203.0.113.1')).toEqual([])
    const [refused] = await counted(1, 'device_authorization', '203.0.113.1')
    expect([refused?.code, refused?.detail.retryAfterSeconds]).toEqual(['TOO_MANY_REQUESTS', 45])
    expect(await counted(1, 'device_authorization', '203.0.113.2')).toEqual([])
    expect(await counted(1, 'device_authorization', '203.0.113.1', START + 45_000)).toEqual([])
  })

  it('take all of an IPv6 network of 64 bits as one address, and an IPv4 address in IPv6 as itself', async () => {
    await counted(30, 'device_authorization', '2001:db8:1:2::1', START + 60_000)
    expect(await counted(1, 'device_authorization', '2001:db8:1:2:ffff::9', START + 60_000)).toHaveLength(1)
    expect(await counted(1, 'device_authorization', '2001:db8:1:3::1', START + 60_000)).toEqual([])
    await counted(30, 'device_authorization', '::ffff:198.51.100.7', START + 60_000)
    expect(await counted(1, 'device_authorization', '198.51.100.7', START + 60_000)).toHaveLength(1)
  })

  it('take whatever states no address as one', async () => {
    await counted(30, 'device_authorization', 'no address', START + 120_000)
    expect(await counted(1, 'device_authorization', '', START + 120_000)).toHaveLength(1)
  })

  it('refuse a look-up only far above the quota, and a body without a key at the quota', async () => {
    const limit = () => addressLimit(bindings(), from('203.0.113.9'), START + 180_000)
    await counted(300, 'refused_key', '203.0.113.9', START + 180_000)
    expect((await outcome(() => limit().require('refused_key')))?.code).toBe('TOO_MANY_REQUESTS')
    expect(await outcome(() => limit().requireLookup('refused_key'))).toBeNull()
    await counted(1_200, 'refused_key', '203.0.113.9', START + 180_000)
    expect((await outcome(() => limit().requireLookup('refused_key')))?.code).toBe('TOO_MANY_REQUESTS')
  })

  it('ask the platform above half of a quota where it is bound, and hold without it', async () => {
    let asked = 0
    const no = {
      limit: async () => {
        asked += 1
        return { success: false }
      },
    }
    const later = START + 240_000
    const refused = await counted(
      16,
      'device_authorization',
      '203.0.113.3',
      later,
      bindings({ ADDRESS_RATE_LIMIT: no }),
    )
    expect([refused.length, asked]).toEqual([1, 1])
    const { ADDRESS_RATE_LIMIT: _, ...unbound } = bindings()
    expect(await counted(31, 'device_authorization', '203.0.113.4', later, unbound)).toHaveLength(1)
  })

  it('are on where nothing is set, and off only by the setting', async () => {
    const { ADDRESS_LIMITS: _, ...unset } = bindings()
    expect(await counted(31, 'device_authorization', '203.0.113.5', START + 300_000, unset)).toHaveLength(1)
    const off = bindings({ ADDRESS_LIMITS: 'off' })
    expect(await counted(1_000, 'device_authorization', '203.0.113.6', START + 300_000, off)).toEqual([])
  })
})

/** The Worker's application with the limits on, from one address. */
async function statuses(
  times: number,
  address: string,
  path: string,
  init: RequestInit = {},
): Promise<Map<number, number>> {
  const seen = new Map<number, number>()
  for (let i = 0; i < times; i += 1) {
    const request = new Request(`https://service.test${path}`, init)
    request.headers.set('cf-connecting-ip', address)
    const execution = createExecutionContext()
    const { status } = await app.fetch(request, bindings(), execution)
    await waitOnExecutionContext(execution)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  return seen
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

describe('limits of the endpoints', () => {
  // Counted minutes must not end in the middle of a test.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('throttle refused credentials by address, and go on answering who is authenticated from there', async () => {
    const tenant = await addTenant()
    const wrong = await statuses(500, '198.51.100.1', '/v1/me', bearer('wrong'))
    expect([wrong.get(401), wrong.get(429)]).toEqual([120, 380])
    const unknown = await statuses(1, '198.51.100.1', '/v1/me', bearer(createCredential('secret')))
    expect([...unknown]).toEqual([[429, 1]])
    expect([...(await statuses(150, '198.51.100.1', '/v1/me', bearer(tenant.secretKey)))]).toEqual([[200, 150]])
    expect([...(await statuses(1, '198.51.100.2', '/v1/me', bearer('wrong')))]).toEqual([[401, 1]])
  })

  it('throttle deliveries without a valid key by address, and never those with one', async () => {
    const tenant = await addTenant()
    const line = { method: 'POST', body: 'a line' }
    const refused = await statuses(310, '198.51.100.3', '/intake/k/wrong/webhook', line)
    expect([refused.get(401), refused.get(429)]).toEqual([300, 10])
    const keyed = `/intake/k/${tenant.publicKey}/webhook`
    expect([...(await statuses(2, '198.51.100.3', keyed, line))]).toEqual([[202, 2]])
    const keyless = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect([...(await statuses(2, '198.51.100.3', '/intake/v1/logs', keyless))]).toEqual([[429, 2]])
    expect([...(await statuses(2, '198.51.100.4', '/intake/v1/logs', keyless))]).toEqual([[401, 2]])
    const garbage = { ...keyless, headers: { ...keyless.headers, 'content-encoding': 'gzip' } }
    const unread = await statuses(310, '198.51.100.5', '/intake/v1/traces', garbage)
    expect([unread.get(400), unread.get(429)]).toEqual([300, 10])
  })

  it('throttle alerts without a valid key or signature by address, and never those with them', async () => {
    const tenant = await addTenant()
    const body = { method: 'POST', body: '{"title":"x"}' }
    const refused = await statuses(310, '198.51.100.6', '/v1/alerts/k/wrong/generic', body)
    expect([refused.get(401), refused.get(429)]).toEqual([300, 10])
    const [plain, signed] = [
      await addAlertKey(tenant),
      await addAlertKey(tenant, { signingSecret: 'a secret of ours' }),
    ]
    expect([...(await statuses(2, '198.51.100.6', `/v1/alerts/k/${plain.value}/generic`, body))]).toEqual([[202, 2]])
    const unsigned = await statuses(70, '198.51.100.7', `/v1/alerts/k/${signed.value}/generic`, body)
    expect([unsigned.get(401), unsigned.get(429)]).toEqual([60, 10])
    expect([...(await statuses(1, '198.51.100.7', `/v1/alerts/k/${plain.value}/generic`, body))]).toEqual([[202, 1]])
    expect([...(await statuses(1, '198.51.100.8', `/v1/alerts/k/${signed.value}/generic`, body))]).toEqual([[401, 1]])
  })

  it('throttle device logins by address', async () => {
    const begin = { method: 'POST', body: new URLSearchParams({ client_id: 'cli' }) }
    const seen = await statuses(100, '198.51.100.5', '/oauth/device_authorization', begin)
    expect([seen.get(200), seen.get(429)]).toEqual([30, 70])
  })
})
