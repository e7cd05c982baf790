import { importPKCS8, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createGcpFake } from './gcp.ts'
import { GCP_PROJECT_ID } from './gcp-state.ts'
import { GCP_TOKEN_URI } from './gcp-token.ts'
import type { Metadata, PlatformFake } from './platform-fake.ts'

type Changes = { aud?: string; scope?: string; seconds?: number }

async function tokenRequest(
  metadata: Metadata,
  { aud = GCP_TOKEN_URI, scope = 'https://www.googleapis.com/auth/cloud-platform', seconds = 3600 }: Changes = {},
) {
  const file = JSON.parse(String(metadata['service_account_json'])) as { client_email: string; private_key: string }
  const key = await importPKCS8(file.private_key, 'RS256')
  const now = Math.floor(Date.now() / 1000)
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(file.client_email)
    .setAudience(aud)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key)
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  return new Request(GCP_TOKEN_URI, { method: 'POST', body })
}

async function authOf(fake: PlatformFake, metadata: Metadata = fake.credentials.good, changes: Changes = {}) {
  const answer = (await (await fake.fetch(await tokenRequest(metadata, changes))).json()) as { access_token: string }
  return { authorization: `Bearer ${answer.access_token}` }
}

describeFake('gcp', {
  create: () => createGcpFake(),
  prove: (metadata) => tokenRequest(metadata),
  refusals: { bad: 400, revoked: 400 },
})

const logging = `https://logging.googleapis.com/v2/projects/${GCP_PROJECT_ID}`
const pubsub = `https://pubsub.googleapis.com/v1/projects/${GCP_PROJECT_ID}`

describe('gcp fake', () => {
  it.each([
    ['another audience', { aud: 'https://example.com' }],
    ['a life above an hour', { seconds: 7200 }],
    ['an end in the past', { seconds: -600 }],
    ['no scope', { scope: '' }],
  ])('refuses an assertion with %s', async (_, changes) => {
    const fake = await createGcpFake()
    const answer = await fake.fetch(await tokenRequest(fake.credentials.good, changes))
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      400,
      expect.stringMatching(/^invalid_/),
    ])
  })

  it('pages log names by token', async () => {
    const fake = await createGcpFake()
    const auth = await authOf(fake)
    const seen: string[] = []
    let token: string | undefined = ''
    while (token !== undefined) {
      const answer: Response = await fake.fetch(
        jsonRequest('GET', `${logging}/logs?pageSize=1000&pageToken=${encodeURIComponent(token)}`, auth),
      )
      const page = (await answer.json()) as { logNames: string[]; nextPageToken?: string }
      seen.push(...page.logNames)
      token = page.nextPageToken
    }
    expect(seen).toEqual(fake.resources())
  })

  it('provisions topic, sink, policy and subscription, and refuses each twice', async () => {
    const fake = await createGcpFake()
    const auth = await authOf(fake)
    const send = (method: string, url: string, body?: unknown) => fake.fetch(jsonRequest(method, url, auth, body))
    const topic = `projects/${GCP_PROJECT_ID}/topics/ours`
    expect((await send('PUT', `${pubsub}/topics/ours`, {})).status).toBe(200)
    expect((await send('PUT', `${pubsub}/topics/ours`, {})).status).toBe(409)
    const sink = { name: 'ours', destination: `pubsub.googleapis.com/${topic}`, filter: 'severity>=INFO' }
    const made = (await (await send('POST', `${logging}/sinks?uniqueWriterIdentity=true`, sink)).json()) as {
      writerIdentity: string
    }
    expect((await send('POST', `${logging}/sinks?uniqueWriterIdentity=true`, sink)).status).toBe(409)
    const policy = (await (await send('GET', `${pubsub}/topics/ours:getIamPolicy`)).json()) as { etag: string }
    const bindings = [{ role: 'roles/pubsub.publisher', members: [made.writerIdentity] }]
    expect((await send('POST', `${pubsub}/topics/ours:setIamPolicy`, { policy: { ...policy, bindings } })).status).toBe(
      200,
    )
    const stale = await send('POST', `${pubsub}/topics/ours:setIamPolicy`, { policy: { ...policy, bindings } })
    expect(await stale.json()).toMatchObject({ error: { code: 409, status: 'ABORTED' } })
    const pushConfig = {
      pushEndpoint: 'https://in.example/p',
      oidcToken: { serviceAccountEmail: 'a@b.example', audience: 'x' },
    }
    const subscription = { topic, pushConfig, ackDeadlineSeconds: 30, expirationPolicy: {} }
    expect((await send('PUT', `${pubsub}/subscriptions/ours`, subscription)).status).toBe(200)
    expect(fake.destinations().map((d) => d.isForeign)).toEqual([true, false])
    expect((await send('DELETE', `${pubsub}/subscriptions/ours`)).status).toBe(200)
    expect((await send('DELETE', `${pubsub}/subscriptions/ours`)).status).toBe(404)
  })

  it('reads entries of a window in order', async () => {
    const fake = await createGcpFake()
    fake.control.seedLogs([1, 2, 3].map((n) => ({ atMs: n * 1000, message: `m${n}`, level: 'error' as const })))
    const auth = await authOf(fake)
    const filter = 'timestamp >= "1970-01-01T00:00:02Z" AND timestamp < "1970-01-01T00:00:04Z" AND severity>=WARNING'
    const body = { resourceNames: [`projects/${GCP_PROJECT_ID}`], filter, orderBy: 'timestamp asc', pageSize: 1 }
    const page = await fake.fetch(jsonRequest('POST', 'https://logging.googleapis.com/v2/entries:list', auth, body))
    expect(await page.json()).toMatchObject({
      entries: [{ textPayload: 'm2', severity: 'ERROR' }],
      nextPageToken: 'ins-00000001',
    })
  })

  it('refuses a wrong scope, no role, another project, and members it does not know', async () => {
    const fake = await createGcpFake()
    const statusOf = async (auth: Record<string, string>, url = `${logging}/logs`) =>
      (await fake.fetch(jsonRequest('GET', url, auth))).status
    expect(
      await statusOf(await authOf(fake, fake.credentials.good, { scope: 'https://www.googleapis.com/auth/pubsub' })),
    ).toBe(403)
    expect(await statusOf(await authOf(fake, fake.credentials.underScoped ?? {}))).toBe(403)
    expect(await statusOf({ authorization: 'Bearer ya29.none' })).toBe(401)
    const auth = await authOf(fake)
    expect(await statusOf(auth, 'https://logging.googleapis.com/v2/projects/other/logs')).toBe(403)
    const sink = { name: 'ours', destination: 'pubsub.googleapis.com/x', color: 'red' }
    expect((await fake.fetch(jsonRequest('POST', `${logging}/sinks`, auth, sink))).status).toBe(400)
  })
})
