import { expect, it } from 'vitest'
import { providerCallback, signInPage } from '../../src/oauth/sign-in.ts'
import { laterContext } from '../support/filled-project.ts'

const ISSUER = 'https://login.example.test'
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
}

/** A deployment whose identity provider answers discovery while `isUp`, and nothing else. */
function deployment(provider: { isUp: boolean }) {
  const { settings } = laterContext(0)
  return laterContext(0, {
    settings: { ...settings, OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'pages' },
    baseUrl: 'https://service.test',
    fetch: async (input) => {
      if (provider.isUp && String(input).endsWith('/openid-configuration')) return Response.json(METADATA)
      throw new TypeError('Network connection lost.')
    },
  })
}

it('a person is told when the identity provider is out of reach, before and after its page', async () => {
  const provider = { isUp: false }
  const ctx = deployment(provider)
  const at = (path: string, headers = {}) => new Request(`https://service.test/oauth/${path}`, { headers })
  const down = await signInPage(at('login'), ctx)
  expect([down.status, await down.text()]).toEqual([502, expect.stringContaining('could not be reached')])
  provider.isUp = true
  const sent = await signInPage(at('login'), ctx)
  const location = new URL(sent.headers.get('location') ?? '')
  expect([sent.status, location.origin + location.pathname]).toEqual([303, METADATA.authorization_endpoint])
  const cookie = (sent.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const state = location.searchParams.get('state')
  const back = await providerCallback(at(`callback?code=c&state=${state}`, { cookie }), ctx)
  expect([back.status, await back.text()]).toEqual([502, expect.stringContaining('could not be reached')])
  const forged = await providerCallback(at('callback?code=c&state=other', { cookie }), ctx)
  expect([forged.status, await forged.text()]).toEqual([400, expect.stringContaining('did not confirm')])
})
