import { describe, expect, it } from 'vitest'
import { CLOUDFLARE_TOKEN_DISABLED, CLOUDFLARE_TOKEN_GOOD, createCloudflareFake } from './cloudflare.ts'
import { CLOUDFLARE_ACCOUNT_ID } from './cloudflare-state.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { authorization: `Bearer ${CLOUDFLARE_TOKEN_GOOD}` }
const api = 'https://api.cloudflare.com/client/v4'
const account = `${api}/accounts/${CLOUDFLARE_ACCOUNT_ID}`

describeFake('cloudflare', {
  create: () => createCloudflareFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/accounts/${metadata['account_id']}`, {
      authorization: `Bearer ${metadata['api_token']}`,
    }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

const destination = {
  name: 'ours-logs',
  enabled: true,
  configuration: {
    type: 'logpush',
    logpushDataset: 'opentelemetry-logs',
    url: 'https://in.example/v1/logs',
    headers: {},
  },
}

describe('cloudflare fake', () => {
  it('pages zones by number until total_pages', async () => {
    const fake = createCloudflareFake()
    const seen: string[] = []
    for (let page = 1, last = 1; page <= last; page++) {
      const answer = await fake.fetch(jsonRequest('GET', `${api}/zones?per_page=50&page=${page}`, auth))
      const body = (await answer.json()) as { result: { id: string }[]; result_info: { total_pages: number } }
      last = body.result_info.total_pages
      seen.push(...body.result.map((zone) => zone.id))
    }
    expect(seen).toEqual(fake.state.zones.map((zone) => zone.id))
  })

  it('wires a script to a destination by multipart settings and shows it in the list', async () => {
    const fake = createCloudflareFake()
    const created = await fake.fetch(
      jsonRequest('POST', `${account}/workers/observability/destinations`, auth, destination),
    )
    expect(created.status).toBe(200)
    const body = new FormData()
    const observability = { enabled: true, logs: { enabled: true, destinations: ['someone-else', 'ours-logs'] } }
    body.set('settings', new Blob([JSON.stringify({ observability })], { type: 'application/json' }))
    const url = `${account}/workers/scripts/edge-1/settings`
    expect((await fake.fetch(new Request(url, { method: 'PATCH', headers: auth, body }))).status).toBe(200)
    const listed = await fake.fetch(jsonRequest('GET', `${account}/workers/observability/destinations`, auth))
    const list = (await listed.json()) as { result: { slug: string; scripts: string[] }[] }
    expect(list.result.find(({ slug }) => slug === 'ours-logs')?.scripts).toEqual(['edge-1'])
  })

  it.each([
    ['a name outside its letters', { ...destination, name: 'Ours Logs' }, 400],
    ['a name that exists', { ...destination, name: 'someone-else' }, 409],
    [
      'metrics',
      { ...destination, configuration: { ...destination.configuration, logpushDataset: 'opentelemetry-metrics' } },
      400,
    ],
    [
      'an endpoint that refuses',
      { ...destination, configuration: { ...destination.configuration, url: 'https://refuses.example' } },
      400,
    ],
  ])('refuses a destination with %s', async (_, body, status) => {
    const fake = createCloudflareFake()
    const url = `${account}/workers/observability/destinations`
    expect((await fake.fetch(jsonRequest('POST', url, auth, body))).status).toBe(status)
    expect(fake.state.destinations.size).toBe(1)
  })

  it('splits header parameters from the URL of a job and sends the test object', async () => {
    const probes: unknown[] = []
    const fake = createCloudflareFake({
      preflight: async (url, headers, body) => probes.push({ url, headers, body }) > 0,
    })
    const job = {
      dataset: 'workers_trace_events',
      destination_conf: 'https://in.example/t?header_Authorization=Bearer%20x&tags=a',
    }
    expect((await fake.fetch(jsonRequest('POST', `${account}/logpush/jobs`, auth, job))).status).toBe(200)
    expect((await fake.fetch(jsonRequest('POST', `${account}/logpush/jobs`, auth, job))).status).toBe(409)
    expect(probes[0]).toEqual({
      url: 'https://in.example/t?tags=a',
      headers: { Authorization: 'Bearer x' },
      body: '{"content":"tests"}',
    })
  })

  it('refuses jobs on the free plan, of the wrong scope, and with a limit out of bounds', async () => {
    const fake = createCloudflareFake()
    const job = { dataset: 'http_requests', destination_conf: 'https://in.example/t' }
    const freeZone = fake.state.zones.at(-1)?.id
    const paidZone = fake.state.zones[0]?.id
    const post = async (url: string, body: object) => (await fake.fetch(jsonRequest('POST', url, auth, body))).status
    expect(await post(`${api}/zones/${freeZone}/logpush/jobs`, job)).toBe(403)
    expect(await post(`${account}/logpush/jobs`, job)).toBe(400)
    expect(await post(`${api}/zones/${paidZone}/logpush/jobs`, { ...job, max_upload_interval_seconds: 5 })).toBe(400)
    expect(await post(`${api}/zones/${paidZone}/logpush/jobs`, job)).toBe(200)
  })

  it('tells a malformed header, a disabled token and another account apart', async () => {
    const fake = createCloudflareFake()
    const get = (url: string, authorization: string) => fake.fetch(jsonRequest('GET', url, { authorization }))
    expect((await get(account, 'Bearer short')).status).toBe(400)
    const disabled = await get(`${api}/user/tokens/verify`, `Bearer ${CLOUDFLARE_TOKEN_DISABLED}`)
    expect(await disabled.json()).toMatchObject({ success: true, result: { status: 'disabled' } })
    expect((await get(`${api}/accounts/${'b'.repeat(32)}`, auth.authorization)).status).toBe(403)
  })
})
