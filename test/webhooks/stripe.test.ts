import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'

describe('POST /webhooks/stripe', () => {
  it('is not there in a deployment without Stripe', async () => {
    const response = await exports.default.fetch('https://service.test/webhooks/stripe', {
      method: 'POST',
      body: '{}',
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('refuses a body larger than any event', async () => {
    const body = 'x'.repeat(300 * 1024)
    const response = await exports.default.fetch('https://service.test/webhooks/stripe', { method: 'POST', body })
    expect(response.status).toBe(413)
  })
})
