/** Sign-in through an identity provider that checks what a real one checks. */
import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { signedInUser } from '../../src/oauth/session.ts'
import { providerCallback, signInPage } from '../../src/oauth/sign-in.ts'
import { laterContext } from '../support/filled-project.ts'

const CLIENT_ID = 'pages'
const CLIENT_SECRET = 'planted_client_secret'
const CODE = 'the-code'
const REDIRECT_URI = 'https://service.test/oauth/callback'

interface Faults {
  isDown?: boolean
  nonce?: string
  audience?: string
  keyOf?: 'another'
  tokenStatus?: number
}

let providers = 0

/** Discovery, keys, and a token endpoint that wants the code, the client, the address and the verifier to be right. */
async function deployment(email = 'nobody@example.test') {
  providers += 1
  const issuer = `https://login-${providers}.example.test`
  const faults: Faults = {}
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS256')
  const asked: { challenge: string; nonce: string } = { challenge: '', nonce: '' }
  const token = async (form: URLSearchParams) => {
    if (faults.tokenStatus !== undefined)
      return Response.json({ error: 'server_error' }, { status: faults.tokenStatus })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form.get('code_verifier') ?? ''))
    const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
    const isGood =
      form.get('grant_type') === 'authorization_code' &&
      form.get('code') === CODE &&
      form.get('client_id') === CLIENT_ID &&
      form.get('client_secret') === CLIENT_SECRET &&
      form.get('redirect_uri') === REDIRECT_URI &&
      challenge.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === asked.challenge
    if (!isGood) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const idToken = await new SignJWT({ nonce: faults.nonce ?? asked.nonce, email, email_verified: true, name: 'Ann' })
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
      .setIssuer(issuer)
      .setSubject('subject-1')
      .setAudience(faults.audience ?? CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(faults.keyOf === 'another' ? other.privateKey : privateKey)
    return Response.json({ access_token: 'a', token_type: 'Bearer', id_token: idToken })
  }
  const answer: typeof fetch = async (input, init) => {
    // As the runtime does, which takes fewer options than other platforms do.
    const request = new Request(input, init)
    if (faults.isDown) throw new TypeError('Network connection lost.')
    switch (request.url) {
      case `${issuer}/.well-known/openid-configuration`:
        return Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        })
      case `${issuer}/keys`:
        return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' }] })
      case `${issuer}/token`:
        return token(new URLSearchParams(await request.text()))
      default:
        return new Response(null, { status: 404 })
    }
  }
  const { settings } = laterContext(0)
  const ctx = laterContext(0, {
    settings: { ...settings, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: CLIENT_SECRET },
    baseUrl: 'https://service.test',
    fetch: answer,
  })
  const at = (path: string, headers = {}) => new Request(`https://service.test/oauth/${path}`, { headers })
  /** A browser that was sent to the provider: where to, and with which cookie and state it comes back. */
  const begin = async () => {
    const sent = await signInPage(at('login?return_to=/oauth/device%3Fuser_code=ABCD'), ctx)
    const location = new URL(sent.headers.get('location') ?? '')
    asked.challenge = location.searchParams.get('code_challenge') ?? ''
    asked.nonce = location.searchParams.get('nonce') ?? ''
    const setCookie = sent.headers.get('set-cookie') ?? ''
    const state = location.searchParams.get('state') ?? ''
    return { status: sent.status, location, setCookie, cookie: setCookie.split(';')[0] ?? '', state }
  }
  const back = async (query: string, cookie: string) => {
    const answer = await providerCallback(at(`callback?${query}`, { cookie }), ctx)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { ctx, faults, issuer, begin, back, at }
}

describe('sign-in through an identity provider', () => {
  it('sends the browser there with state, nonce and challenge, and takes it back to where it came from', async () => {
    const email = `${crypto.randomUUID()}@example.test`
    const { begin, back, issuer, ctx, at } = await deployment(email)
    const { status, location, setCookie, cookie, state } = await begin()
    expect([status, location.origin + location.pathname]).toEqual([303, `${issuer}/authorize`])
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: REDIRECT_URI,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    for (const attribute of ['Path=/oauth', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=600'])
      expect(setCookie.split('; ')).toContain(attribute)
    const done = await back(`code=${CODE}&state=${state}`, cookie)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/oauth/device?user_code=ABCD'])
    const session = (done.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const { MASTER_KEYS } = ctx.settings
    const userId = await signedInUser(MASTER_KEYS, at('device', { cookie: `x=1; ${session}` }), Date.now())
    expect(await env.DB.prepare('select email from users where id = ?').bind(userId).first('email')).toBe(email)
    // The cookie of the sign-in itself is no session.
    expect(await signedInUser(MASTER_KEYS, at('device', { cookie }), Date.now())).toBeNull()
  })

  it.each<[string, Faults, string]>([
    ['of another sign-in', { nonce: 'another' }, 'could not be verified'],
    ['made for another client', { audience: 'another' }, 'could not be verified'],
    ['signed by somebody else', { keyOf: 'another' }, 'could not be verified'],
    ['that the provider refuses to give', { tokenStatus: 500 }, 'could not be verified'],
  ])('takes no token %s', async (_, faults, said) => {
    const { begin, back, faults: own } = await deployment()
    const { cookie, state } = await begin()
    Object.assign(own, faults)
    const answer = await back(`code=${CODE}&state=${state}`, cookie)
    expect([answer.status, answer.text, answer.headers.get('set-cookie')]).toEqual([
      400,
      expect.stringContaining(said),
      null,
    ])
  })

  it('takes no code that the provider does not know, and no answer to another sign-in', async () => {
    const { begin, back } = await deployment()
    const { cookie, state } = await begin()
    for (const [query, said] of [
      [`code=guessed&state=${state}`, 'could not be verified'],
      [`code=${CODE}&state=other`, 'did not confirm'],
      [`code=${CODE}`, 'did not confirm'],
      [`state=${state}`, 'did not confirm'],
      [`error=access_denied&state=${state}`, 'did not confirm'],
      [`code=${CODE}&state=${state}&state=${state}`, 'did not confirm'],
      [`code=${CODE}&state=${state}&iss=https://attacker.test`, 'did not confirm'],
    ] as const) {
      const answer = await back(query, cookie)
      expect([query, answer.status, answer.text]).toEqual([query, 400, expect.stringContaining(said)])
    }
    const without = await back(`code=${CODE}&state=${state}`, '')
    expect([without.status, without.text]).toEqual([400, expect.stringContaining('another browser')])
  })

  it('is said to be impossible while the provider is out of reach, before and after its page', async () => {
    const { begin, back, faults, ctx, at } = await deployment()
    faults.isDown = true
    const down = await signInPage(at('login'), ctx)
    expect([down.status, await down.text()]).toEqual([502, expect.stringContaining('could not be reached')])
    faults.isDown = false
    const { cookie, state } = await begin()
    faults.isDown = true
    const answer = await back(`code=${CODE}&state=${state}`, cookie)
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('could not be reached')])
  })
})
