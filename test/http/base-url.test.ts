import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { baseUrlOf, settingsOf } from '../../src/env.ts'
import worker from '../../src/worker.ts'

const settings = (over: object) => settingsOf({ ...env, ...over } as typeof env)

describe('the base of URLs', () => {
  it('is never what the request says of its host', async () => {
    const response = await exports.default.fetch('https://evil.example/oauth/device_authorization', {
      method: 'POST',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      body: new URLSearchParams({ client_id: 'cli' }),
    })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).toContain('https://service.test/oauth/device')
    expect(text).not.toContain('evil.example')
    const metadata = await exports.default.fetch('https://evil.example/.well-known/oauth-authorization-server')
    expect(await metadata.text()).not.toContain('evil.example')
  })

  it('is the stated one, and locally the address the server is bound to', () => {
    expect(baseUrlOf(settings({ PUBLIC_BASE_URL: 'https://api.example.com/' }))).toBe('https://api.example.com')
    expect(baseUrlOf(settings({ LOCAL_BASE_URL: 'http://127.0.0.1:9999' }))).toBe('http://127.0.0.1:9999')
  })
})

describe.each(['staging', 'production'])('%s', (ENVIRONMENT) => {
  it.each(['', 'http://api.example.com'])('does not start with PUBLIC_BASE_URL %j', async (PUBLIC_BASE_URL) => {
    expect(() => settings({ ENVIRONMENT, PUBLIC_BASE_URL })).toThrow(/PUBLIC_BASE_URL: must be the https address/)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const bindings = { ...env, ENVIRONMENT, PUBLIC_BASE_URL }
    for (const path of ['/healthz', '/v1/me', '/oauth/device', '/intake/k/x/v1/logs']) {
      const request = new Request(`https://evil.example${path}`)
      // The test's request has none of the platform's own properties, which nothing here reads.
      const response = await worker.fetch(
        request as Parameters<typeof worker.fetch>[0],
        bindings,
        createExecutionContext(),
      )
      expect([path, response.status]).toEqual([path, 503])
      const body = await response.text()
      expect(body).toContain('SERVICE_UNAVAILABLE')
      expect(body).not.toContain('PUBLIC_BASE_URL')
    }
    expect(String(log.mock.calls[0]?.[0])).toContain('PUBLIC_BASE_URL')
    log.mockRestore()
  })

  it('starts with it', () => {
    expect(settings({ ENVIRONMENT, PUBLIC_BASE_URL: 'https://api.example.com' }).ENVIRONMENT).toBe(ENVIRONMENT)
  })
})
