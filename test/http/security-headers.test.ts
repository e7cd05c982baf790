import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addTenant } from '../support/tenants.ts'

const ask = (path: string, init?: RequestInit) => exports.default.fetch(`https://service.test${path}`, init)

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
}

describe('every answer tells a browser what it may not do', () => {
  it.each([
    '/v1/me',
    '/v1/nothing',
    '/healthz',
    '/docs',
    '/docs/start.js',
    '/v1/openapi.json',
    '/oauth/device',
    '/intake/v1/logs',
    '/webhooks/stripe',
    '/nothing',
  ])('%s', async (path) => {
    const { headers } = await ask(path)
    for (const [name, value] of Object.entries(EVERYWHERE)) expect(headers.get(name), name).toBe(value)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(/script-src[^;]*unsafe/.test(policy)).toBe(false)
  })

  it('sends no https policy over plain http', async () => {
    const { headers } = await exports.default.fetch('http://127.0.0.1:8787/healthz')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('keeps what belongs to somebody out of every cache, refusals too', async () => {
    const { admin } = await addTenant()
    const authorization = `Bearer ${admin.token}`
    for (const path of ['/v1/me', '/v1/nothing', '/v1/openapi.json'])
      expect((await ask(path, { headers: { authorization } })).headers.get('cache-control')).toContain('no-store')
    expect((await ask('/v1/me')).headers.get('cache-control')).toContain('no-store')
    expect((await ask('/v1/openapi.json')).headers.get('cache-control')).toBeNull()
  })
})

describe('the viewer', () => {
  it('needs no inline script or style, and no other host', async () => {
    const page = await (await ask('/docs/')).text()
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style|\sstyle=|(?:src|href)="https?:/)
  })
})
