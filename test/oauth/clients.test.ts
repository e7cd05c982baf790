/** Who may ask for access: clients that register, and clients that are known by their document. */
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { findClient } from '../../src/oauth/clients.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import { workerFetch } from '../mcp/clients.ts'

const BASE = 'https://service.test'
const REDIRECT = 'http://127.0.0.1:33418/callback'

describe('registration', () => {
  const register = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await workerFetch(`${BASE}/oauth/register`, { method: 'POST', body: text })
    // biome-ignore lint/suspicious/noExplicitAny: answers of two shapes, which the assertions state
    return { status: answer.status, body: (await answer.json()) as any }
  }

  it.each([
    ['not JSON', '{', 'invalid_client_metadata'],
    ['no address', { client_name: 'x' }, 'invalid_redirect_uri'],
    ['plain http elsewhere', { redirect_uris: ['http://app.example.org/cb'] }, 'invalid_redirect_uri'],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://app.example.org/#x'] }, 'invalid_redirect_uri'],
    ['credentials', { redirect_uris: ['https://a:b@app.example.org/'] }, 'invalid_redirect_uri'],
    ['a host that ends a policy', { redirect_uris: ['https://a;script-src/x'] }, 'invalid_redirect_uri'],
    [
      'a secret',
      { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'client_secret_basic' },
      'invalid_client_metadata',
    ],
    [
      'many long addresses',
      { redirect_uris: Array.from({ length: 9 }, (_, i) => `https://a.example.org/${'x'.repeat(200)}${i}`) },
      'invalid_client_metadata',
    ],
  ])('is refused with %s', async (_, body, error) => {
    expect(await register(body)).toMatchObject({ status: 400, body: { error } })
  })

  it('stores nothing', async () => {
    const before = await env.DB.prepare('select count(*) as n from oauth_grants').first('n')
    expect((await register({ redirect_uris: [REDIRECT] })).status).toBe(201)
    expect(await env.DB.prepare('select count(*) as n from oauth_grants').first('n')).toBe(before)
  })
})

describe('a client’s document', () => {
  const address = 'https://client.example.org/oauth/client.json'
  let now = Date.now()
  const right = { client_id: address, client_name: 'Documented', redirect_uris: ['https://client.example.org/cb'] }
  const found = async (answer: (url: string) => Response, clientId = address) => {
    const asked: string[] = []
    const fetch = (async (input: RequestInfo | URL) => {
      const url = input instanceof Request ? input.url : String(input)
      asked.push(url)
      return answer(url)
    }) as typeof globalThis.fetch
    // Later than every other case, so that no document is remembered.
    now += 1e9
    const at = now
    const ctx = { ...backgroundContext(env, () => {}), fetch, now: () => at }
    return { client: await findClient(ctx, clientId), asked }
  }

  it('is fetched once and names its host', async () => {
    const { client, asked } = await found(() => Response.json(right))
    expect(client).toMatchObject({ name: 'Documented', host: 'client.example.org' })
    expect(asked).toEqual([address])
  })

  it.each([
    ['of another id', { ...right, client_id: 'https://other.example.org/client.json' }],
    ['without a name', { ...right, client_name: undefined }],
    ['without a usable address', { ...right, redirect_uris: ['javascript:alert(1)'] }],
    ['that is too large', { ...right, pad: 'x'.repeat(6_000) }],
  ])('%s is none', async (_, document) => {
    expect((await found(() => Response.json(document))).client).toBeNull()
  })

  it.each([
    'http://client.example.org/client.json',
    'https://client.example.org/',
    'https://a:b@client.example.org/client.json',
    'https://client.example.org/x/../client.json',
    'https://client.example.org/client.json#x',
    'https://127.0.0.1/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/client.json',
    'https://metadata.internal/client.json',
    `https://client.example.org/${'x'.repeat(3_000)}`,
  ])('at %s is never fetched', async (clientId) => {
    const { client, asked } = await found(() => Response.json({ ...right, client_id: clientId }), clientId)
    expect([client, asked]).toEqual([null, []])
  })

  it('is not looked for behind a redirect to another host', async () => {
    const elsewhere = new Response(null, { status: 302, headers: { location: 'https://evil.example.org/client.json' } })
    const { client, asked } = await found((url) => (url === address ? elsewhere : Response.json(right)))
    expect([client, asked]).toEqual([null, [address]])
  })
})
