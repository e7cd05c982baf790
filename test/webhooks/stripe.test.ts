import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { app } from '../../src/app.ts'

const URL_OF_EVENTS = 'https://service.test/webhooks/stripe'
/** As Stripe words it, and wrong. */
const signatureAt = (now = Date.now()) => ({ 'stripe-signature': `t=${Math.floor(now / 1000)},v1=${'0'.repeat(64)}` })
const SIGNATURE = signatureAt()

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
  })

  it('reads nothing under a header that can be no signature of this time', async () => {
    const now = Math.floor(Date.now() / 1000)
    const digest = '0'.repeat(64)
    for (const signature of [
      't=1,v1=00',
      `t=${now},v1=00`,
      `t=${now},v0=${digest}`,
      `t=${now - 301},v1=${digest}`,
      `t=${now + 400},v1=${digest}`,
      `t=${now},t=${now},v1=${digest}`,
      `v1=${digest}`,
      `t=${now},${'v1=,'.repeat(1_000)}`,
      `t=${now}${`,v1=${digest}`.repeat(20)}`,
    ]) {
      const { stream, state } = endless()
      const response = await withStripe({ body: stream, headers: { 'stripe-signature': signature } }, '203.0.113.4')
      expect([signature, response.status, state.pulled]).toEqual([signature, 400, 0])
    }
  })

  it('counts bodies that are too large against their address', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const statuses: number[] = []
    for (let i = 0; i < 61; i += 1) {
      const body = endless().stream
      statuses.push((await withStripe({ body, headers: signatureAt() }, '203.0.113.5')).status)
    }
    expect([statuses.filter((status) => status === 413).length, statuses[60]]).toEqual([60, 429])
    vi.useRealTimers()
  })

  it('holds a bounded part of the isolate’s memory, and leaves room for other addresses', async () => {
    const open = new Set<ReadableStreamDefaultController<Uint8Array>>()
    const stalling = () => {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          own = controller
          open.add(controller)
        },
        cancel: () => {
          if (own) open.delete(own)
        },
      })
    }
    const statuses = Array.from({ length: 60 }, async () => {
      const { status } = await withStripe({ body: stalling(), headers: signatureAt() }, '203.0.113.6')
      if (status !== 503) throw new Error(`${status}`)
      return status
    })
    const settled = Promise.allSettled(statuses)
    // The last come after the memory of one address is taken.
    const refused = await Promise.any(statuses.slice(45))
    expect(refused).toBe(503)
    expect((await withStripe({ body: '{}', headers: signatureAt() }, '203.0.113.7')).status).toBe(400)
    for (const controller of open) controller.close()
    const held = (await settled).filter(({ status }) => status === 'rejected')
    expect(held.length).toBeGreaterThan(20)
    expect(held.length).toBeLessThan(45)
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
      statuses.push((await withStripe({ body: '{}', headers: signatureAt() }, '203.0.113.2')).status)
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(60)
    expect(statuses.slice(60)).toEqual([429, 429])
    expect((await withStripe({ body: '{}', headers: signatureAt() }, '203.0.113.3')).status).toBe(400)
    vi.useRealTimers()
  })
})
