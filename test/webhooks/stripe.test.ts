import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { app } from '../../src/app.ts'

const URL_OF_EVENTS = 'https://service.test/webhooks/stripe'
const SIGNATURE = { 'stripe-signature': 't=1,v1=00' }

/** A body without an end, and how much of it was taken. */
function endless() {
  const state = { pulled: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.pulled += 65_536
        controller.enqueue(new Uint8Array(65_536))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

async function withStripe(init: RequestInit, address = '203.0.113.1'): Promise<Response> {
  const execution = createExecutionContext()
  const bindings = {
    ...env,
    ADDRESS_LIMITS: 'on',
    BILLING_PROCESSOR: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
  }
  const request = new Request(URL_OF_EVENTS, { method: 'POST', ...init })
  request.headers.set('cf-connecting-ip', address)
  const response = await app.fetch(request, bindings, execution)
  await waitOnExecutionContext(execution)
  return response
}

describe('POST /webhooks/stripe', () => {
  it('is not there in a deployment without Stripe, and reads nothing', async () => {
    const { stream, state } = endless()
    const response = await exports.default.fetch(URL_OF_EVENTS, { method: 'POST', body: '{}', headers: SIGNATURE })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
    const execution = createExecutionContext()
    const unread = await app.fetch(new Request(URL_OF_EVENTS, { method: 'POST', body: stream }), env, execution)
    expect([unread.status, state.pulled]).toEqual([404, 0])
  })

  it('reads nothing without a signature', async () => {
    const { stream, state } = endless()
    const response = await withStripe({ body: stream })
    expect([response.status, state.pulled]).toEqual([400, 0])
    const long = await withStripe({ body: '{}', headers: { 'stripe-signature': 'v1='.repeat(1000) } })
    expect(long.status).toBe(400)
  })

  it('reads no more of a body than shows that it is larger than any event', async () => {
    const { stream, state } = endless()
    const response = await withStripe({ body: stream, headers: SIGNATURE })
    expect(response.status).toBe(413)
    expect(state.pulled).toBeLessThanOrEqual(7 * 65_536)
  })

  it('refuses a wrong signature, and an address that has sent many', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const statuses: number[] = []
    for (let i = 0; i < 62; i += 1) {
      statuses.push((await withStripe({ body: '{}', headers: SIGNATURE }, '203.0.113.2')).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    expect((await withStripe({ body: '{}', headers: SIGNATURE }, '203.0.113.3')).status).toBe(400)
    vi.useRealTimers()
  })
})
