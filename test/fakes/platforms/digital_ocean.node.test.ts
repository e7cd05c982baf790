import { describe, expect, it } from 'vitest'
import { createDigitalOceanFake, DIGITAL_OCEAN_KEYS } from './digital_ocean.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { authorization: `Bearer ${DIGITAL_OCEAN_KEYS.good}` }
const api = 'https://api.digitalocean.com/v2'
const ours = { name: 'ours', datadog: { endpoint: 'https://in.example', api_key: 'tok' } }

describeFake('digital_ocean', {
  create: () => createDigitalOceanFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/apps?per_page=1`, { authorization: `Bearer ${metadata['api_token']}` }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

type Spec = { services: { log_destinations?: object[]; envs: object[] }[] }

async function specOf(fake: ReturnType<typeof createDigitalOceanFake>, id: string): Promise<Spec> {
  const answer = await fake.fetch(jsonRequest('GET', `${api}/apps/${id}`, auth))
  return ((await answer.json()) as { app: { spec: Spec } }).app.spec
}

describe('digital_ocean fake', () => {
  it('pages apps by links.pages.next', async () => {
    const fake = createDigitalOceanFake()
    const seen: string[] = []
    let url: string | undefined = `${api}/apps?per_page=200`
    while (url !== undefined) {
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        apps: { id: string }[]
        links: { pages: { next?: string } }
      }
      seen.push(...page.apps.map((app) => app.id))
      url = page.links.pages.next
    }
    expect(seen).toEqual(fake.state.apps.map((app) => app.id))
  })

  it('takes a spec with one destination more, keeps its secrets, and takes it back', async () => {
    const fake = createDigitalOceanFake()
    const before = await specOf(fake, 'app-0')
    const changed = structuredClone(before)
    changed.services[0]?.log_destinations?.push(ours)
    expect((await fake.fetch(jsonRequest('PUT', `${api}/apps/app-0`, auth, { spec: changed }))).status).toBe(200)
    expect(await specOf(fake, 'app-0')).toEqual(changed)
    expect(fake.destinations()).toHaveLength(2)
    await fake.fetch(jsonRequest('PUT', `${api}/apps/app-0`, auth, { spec: before }))
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    ['a destination with two providers', { ...ours, logtail: { token: 't' } }],
    ['a destination with none', { name: 'ours' }],
    ['a name of one character', { ...ours, name: 'o' }],
    ['a field nobody knows', { ...ours, headers: {} }],
    ['a plain http open_search', { name: 'ours', open_search: { endpoint: 'http://in.example' } }],
  ])('refuses %s', async (_, destination) => {
    const fake = createDigitalOceanFake()
    const spec = await specOf(fake, 'app-1')
    const services = spec.services.map((service) => ({ ...service, log_destinations: [destination] }))
    const answer = await fake.fetch(jsonRequest('PUT', `${api}/apps/app-1`, auth, { spec: { ...spec, services } }))
    expect(answer.status).toBe(400)
    expect(fake.destinations()).toHaveLength(1)
  })

  it('refuses an encrypted secret it did not give out', async () => {
    const fake = createDigitalOceanFake()
    const spec = await specOf(fake, 'app-1')
    const services = spec.services.map((s) => ({ ...s, envs: [{ key: 'A', type: 'SECRET', value: 'EV[1:other]' }] }))
    const answer = await fake.fetch(jsonRequest('PUT', `${api}/apps/app-1`, auth, { spec: { ...spec, services } }))
    expect(answer.status).toBe(400)
  })

  it('creates, refuses twice, and deletes a log sink of a database', async () => {
    const fake = createDigitalOceanFake()
    const url = `${api}/databases/db-0/logsink`
    const config = { server: 'in.example', port: 6514, tls: true, format: 'rfc5424', sd: 'tok' }
    const sink = { sink_name: 'ours', sink_type: 'rsyslog', config }
    const created = await fake.fetch(jsonRequest('POST', url, auth, sink))
    expect(created.status).toBe(201)
    expect((await fake.fetch(jsonRequest('POST', url, auth, sink))).status).toBe(409)
    const datadog = { sink_name: 'dd', sink_type: 'datadog', config: { site: 'a', datadog_api_key: 'k' } }
    expect((await fake.fetch(jsonRequest('POST', url, auth, datadog))).status).toBe(422)
    const { sink: made } = (await created.json()) as { sink: { sink_id: string } }
    expect((await fake.fetch(jsonRequest('DELETE', `${url}/${made.sink_id}`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${url}/${made.sink_id}`, auth))).status).toBe(404)
  })
})
