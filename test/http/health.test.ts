import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'

it('answers the health check without a credential', async () => {
  const response = await exports.default.fetch('https://service.test/healthz')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})
