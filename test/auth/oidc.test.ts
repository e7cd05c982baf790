import { env } from 'cloudflare:workers'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { verifyOidcToken } from '../../src/auth/oidc.ts'
import { callerOfUser, userOfIdentity } from '../../src/auth/oidc-caller.ts'
import { addTenant } from '../support/tenants.ts'

interface Issuer {
  readonly settings: { issuer: string; audience: string }
  readonly deps: { fetch: typeof fetch; now: () => number }
  readonly requests: string[]
  rotate(kid: string): Promise<void>
  sign(
    claims?: object,
    options?: { key?: CryptoKey; kid?: string; audience?: string; expiresIn?: number },
  ): Promise<string>
  advance(ms: number): void
}

let count = 0

/** A fake identity provider: discovery, published keys that can be rotated, tokens. */
async function makeIssuer(): Promise<Issuer> {
  count += 1
  const issuer = `https://idp-${count}.test`
  let now = Date.now()
  const requests: string[] = []
  let current: { kid: string; key: CryptoKey; jwk: object }
  const rotate = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    current = { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
  }
  await rotate('first')
  const answer: typeof fetch = async (input, init) => {
    // As the runtime does, which takes fewer options than other platforms do.
    const { url } = new Request(input, init)
    requests.push(url)
    if (url.endsWith('/openid-configuration')) {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/a`,
        token_endpoint: `${issuer}/t`,
        jwks_uri: `${issuer}/keys`,
      })
    }
    return Response.json({ keys: [current.jwk] })
  }
  return {
    settings: { issuer, audience: 'api' },
    deps: { fetch: answer, now: () => now },
    requests,
    rotate,
    advance: (ms) => {
      now += ms
    },
    sign: (claims = {}, options = {}) =>
      new SignJWT({ email: 'ann@example.test', email_verified: true, name: 'Ann', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: options.kid ?? current.kid })
        .setIssuer(issuer)
        .setSubject('subject-1')
        .setAudience(options.audience ?? 'api')
        .setExpirationTime(Math.floor(now / 1000) + (options.expiresIn ?? 300))
        .sign(options.key ?? current.key),
  }
}

describe('an OIDC access token', () => {
  it('is accepted from the configured issuer and audience, with one fetch of the keys', async () => {
    const idp = await makeIssuer()
    const identity = await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)
    expect(identity).toMatchObject({ subject: 'subject-1', verifiedEmail: 'ann@example.test' })
    await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)
    expect(idp.requests.filter((url) => url.endsWith('/keys'))).toHaveLength(1)
  })

  it('is refused with another audience, signature, issuer or after its time, give or take a minute', async () => {
    const idp = await makeIssuer()
    const stranger = await generateKeyPair('RS256')
    const refused = [
      await idp.sign({}, { audience: 'other' }),
      await idp.sign({}, { key: stranger.privateKey }),
      await idp.sign({}, { expiresIn: -90 }),
      `${btoa('{"alg":"none"}').replace(/=/g, '')}.${btoa('{"sub":"x"}').replace(/=/g, '')}.`,
    ]
    for (const token of refused) expect(await verifyOidcToken(token, idp.settings, idp.deps)).toBeNull()
    expect(await verifyOidcToken(await idp.sign({}, { expiresIn: -30 }), idp.settings, idp.deps)).not.toBeNull()
    const elsewhere = { ...idp.settings, issuer: (await makeIssuer()).settings.issuer }
    expect(
      await verifyOidcToken(await idp.sign(), { ...elsewhere, issuer: idp.settings.issuer, audience: 'x' }, idp.deps),
    ).toBeNull()
  })

  it('is accepted under a rotated key, whose set is fetched again at most every 30 s', async () => {
    const idp = await makeIssuer()
    await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)
    await idp.rotate('second')
    expect(await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)).toBeNull()
    idp.advance(31_000)
    expect(await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)).not.toBeNull()
  })

  it('makes its user once, without a membership, and none without a verified address', async () => {
    const idp = await makeIssuer()
    await addTenant()
    const identity = await verifyOidcToken(await idp.sign(), idp.settings, idp.deps)
    if (!identity) throw new Error('the token was refused')
    const user = await userOfIdentity(env.DB, identity, Date.now())
    if (!user) throw new Error('no user was made')
    expect(await userOfIdentity(env.DB, { ...identity, verifiedEmail: null }, Date.now())).toEqual(user)
    expect(await callerOfUser(env.DB, user)).toMatchObject({ kind: 'user', memberships: [], organizationId: null })
    const unverified = { ...identity, subject: 'subject-2', verifiedEmail: null }
    expect(await userOfIdentity(env.DB, unverified, Date.now())).toBeNull()
  })
})
