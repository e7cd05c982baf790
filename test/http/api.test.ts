import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call } from '../support/api.ts'
import { addTenant } from '../support/tenants.ts'

describe('every answer', () => {
  it('carries a request id: the caller’s if it is a plain name', async () => {
    const own = await call('GET /me', { headers: { 'x-request-id': 'abc-1.2_3' } })
    expect(own.headers.get('x-request-id')).toBe('abc-1.2_3')
    const replaced = await call('GET /me', { headers: { 'x-request-id': 'no spaces allowed' } })
    expect(replaced.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('answers an unknown path with 404 and a known one with 405 and Allow, in the same body', async () => {
    const unknown = await call('GET /nothing/here')
    expect(unknown.status).toBe(404)
    expect(unknown.body).toMatchObject({ code: 'NOT_FOUND', operationId: 'unknown' })
    const known = await call('DELETE /me')
    expect(known.status).toBe(405)
    expect(known.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect(known.body.code).toBe('METHOD_NOT_SUPPORTED')
  })

  it('answers OPTIONS with 204 and CORS for any origin', async () => {
    const answer = await call('OPTIONS /me')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
  })

  it('answers HEAD where GET is', async () => {
    const answer = await call('HEAD /me')
    expect(answer.status).toBe(401)
    expect(answer.text).toBe('')
  })
})

describe('an empty body', () => {
  it('stands for none of the fields where none has to be given', async () => {
    const { admin, organizationId } = await addTenant()
    const token = admin.token
    expect((await call('POST /logs/query', { token })).body.logs).toEqual([])
    const kept = await call(`PATCH /organizations/${organizationId}/agent-settings`, { token })
    expect([kept.status, kept.body.agentSettings.maskingSetBy]).toEqual([200, 'deployment'])
    const needed = await call('POST /projects', { token })
    expect([needed.status, needed.body.issues]).toEqual([400, [{ path: 'body', message: 'is required' }]])
  })
})

describe('the document', () => {
  it('is OpenAPI 3.1.1, version 1.0.0, and its one server is the deployment that serves it', async () => {
    const answer = await call('GET /openapi.json')
    expect(answer.body.openapi).toBe('3.1.1')
    expect(answer.body.info.version).toBe('1.0.0')
    expect(answer.body.paths['/me'].get.operationId).toBe('me.get')
    const served = 'https://service.test/v1/openapi.json'
    const addresses = answer.body.servers.map(({ url }: { url: string }) => new URL(url, served).href)
    expect(addresses).toEqual(['https://service.test/v1'])
  })

  it('describes every tag of an operation', async () => {
    const { paths, tags } = (await call('GET /openapi.json')).body
    const used = Object.values<Record<string, { tags: string[] }>>(paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.tags),
    )
    expect([...new Set(used)].sort()).toEqual(tags.map(({ name }: { name: string }) => name).sort())
  })

  it('is shown at /docs without another host', async () => {
    const response = await exports.default.fetch('https://service.test/docs')
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).toContain('swagger-ui-bundle.js')
    expect(page).not.toMatch(/https?:\/\//)
  })
})

describe('bookmarks', () => {
  it('are answered by what read the database, and accepted back; rubbish reads the primary', async () => {
    const { secretKey } = await addTenant()
    const first = await call('GET /projects', { token: secretKey })
    const bookmark = first.headers.get('x-oas-bookmark') ?? ''
    expect(bookmark).not.toBe('')
    for (const given of [bookmark, 'rubbish', '0'.repeat(500)]) {
      const again = await call('GET /projects', { token: secretKey, headers: { 'x-oas-bookmark': given } })
      expect([again.status, again.text]).toEqual([200, first.text])
    }
  })
})
