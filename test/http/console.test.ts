/** The console's files: one page for every view, files that may be kept for ever, and a policy without exceptions. */
import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { addTenant } from '../support/tenants.ts'

const ask = (path: string, init?: RequestInit) =>
  exports.default.fetch(`https://service.test${path}`, { redirect: 'manual', ...init })

describe('the console', () => {
  it('answers every view with the one page, whose policy allows its own files alone', async () => {
    expect((await ask('/console')).headers.get('location')).toBe('/console/')
    const page = await (await ask('/console/')).text()
    for (const path of [
      '/console/',
      '/console/incidents/1?project=2',
      '/console/ask/../x',
      '/console/no/such/view.js',
    ]) {
      const answer = await ask(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 200, page])
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      const policy = answer.headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
        expect(policy.split('; ')).toContain(rule)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|<style|\sstyle=|(?:src|href)="(?:https?:)?\/\//)
  })

  it('serves files whose names hold their content for ever, and keeps no answer for one that is missing', async () => {
    const page = await (await ask('/console/')).text()
    const [, script = ''] = /src="(\/console\/assets\/[\w-]+\.js)"/.exec(page) ?? []
    const file = await ask(script)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(file.headers.get('content-type')).toContain('javascript')
    await file.body?.cancel()
    const missing = await ask('/console/assets/none-12345678.js')
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store'])
    await missing.body?.cancel()
  })

  it('is the same for everybody: a credential changes nothing but how long it is kept', async () => {
    const { admin } = await addTenant()
    const page = await (await ask('/console/')).text()
    const asAdmin = await ask('/console/', { headers: { authorization: `Bearer ${admin.token}` } })
    expect([await asAdmin.text(), asAdmin.headers.get('cache-control')]).toEqual([page, 'no-store'])
  })
})

describe('reports about the page', () => {
  const send = (body: BodyInit) => ask('/console/policy-reports', { method: 'POST', body })

  it('are taken without an answer, whatever they hold', async () => {
    for (const body of [
      JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' } }),
      JSON.stringify({ 'csp-report': { 'effective-directive': 'x'.repeat(5_000) } }),
      'no json',
      '',
      'x'.repeat(1_000_000),
    ]) {
      const answer = await send(body)
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
  })
})
