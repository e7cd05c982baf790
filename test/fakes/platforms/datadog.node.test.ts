import { describe, expect, it } from 'vitest'
import { createDatadogFake, DATADOG_API_KEYS, DATADOG_APP_KEYS, DATADOG_SITE, DATADOG_SITE_WRONG } from './datadog.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { 'dd-api-key': DATADOG_API_KEYS.good, 'dd-application-key': DATADOG_APP_KEYS.good }
const api = `https://api.${DATADOG_SITE}/api`
const destinations = `${api}/v2/logs/config/custom-destinations`

describeFake('datadog', {
  create: () => createDatadogFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/v1/logs/config/indexes`, {
      'dd-api-key': String(metadata['api_key']),
      'dd-application-key': String(metadata['application_key']),
    }),
  refusals: { bad: 403, revoked: 403, underScoped: 403 },
})

const attributes = {
  name: 'ours',
  query: 'service:shop-api',
  forwarder_destination: {
    type: 'http',
    endpoint: 'https://in.example',
    auth: { type: 'custom_header', header_name: 'authorization', header_value: 'Bearer t' },
  },
}
const bodyOf = (changes: object) => ({
  data: { type: 'custom_destination', attributes: { ...attributes, ...changes } },
})

describe('datadog fake', () => {
  it('searches a window page by page', async () => {
    const fake = createDatadogFake()
    fake.control.seedLogs(Array.from({ length: 25 }, (_, n) => ({ atMs: 1000 + n, message: `m${n}` })))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const body = {
        filter: { from: '1000', to: '1020', query: '*' },
        page: { limit: 8, ...(cursor ? { cursor } : {}) },
        sort: 'timestamp',
      }
      const page = (await (
        await fake.fetch(jsonRequest('POST', `${api}/v2/logs/events/search`, auth, body))
      ).json()) as {
        data: { attributes: { message: string } }[]
        meta: { page?: { after: string } }
      }
      seen.push(...page.data.map((event) => event.attributes.message))
      cursor = page.meta.page?.after
    } while (cursor !== undefined)
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => `m${n}`))
  })

  it('creates a destination without showing its secret, and deletes it', async () => {
    const fake = createDatadogFake()
    const answer = await (await fake.fetch(jsonRequest('POST', destinations, auth, bodyOf({})))).text()
    expect(answer).not.toContain('Bearer t')
    const { data } = JSON.parse(answer) as { data: { id: string } }
    expect(fake.destinations().map(({ isForeign }) => isForeign)).toEqual([true, false])
    expect((await fake.fetch(jsonRequest('DELETE', `${destinations}/${data.id}`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${destinations}/${data.id}`, auth))).status).toBe(404)
  })

  it.each([
    ['a name that exists', bodyOf({ name: 'someone-else' }), 409],
    [
      'a plain http endpoint',
      bodyOf({ forwarder_destination: { ...attributes.forwarder_destination, endpoint: 'http://in.example' } }),
      400,
    ],
    ['no authentication', bodyOf({ forwarder_destination: { type: 'http', endpoint: 'https://in.example' } }), 400],
    ['an unknown field', bodyOf({ compression: 'gzip' }), 400],
    ['another type of data', { data: { type: 'archive', attributes } }, 400],
  ])('refuses a destination with %s', async (_, body, status) => {
    const fake = createDatadogFake()
    expect((await fake.fetch(jsonRequest('POST', destinations, auth, body))).status).toBe(status)
    expect(fake.destinations()).toHaveLength(1)
  })

  it('refuses good keys at another site as bad ones, and a search without an application key', async () => {
    const fake = createDatadogFake()
    const elsewhere = await fake.fetch(jsonRequest('GET', `https://api.${DATADOG_SITE_WRONG}/api/v1/validate`, auth))
    expect([elsewhere.status, await elsewhere.json()]).toEqual([403, { errors: ['Forbidden'] }])
    const half = { 'dd-api-key': DATADOG_API_KEYS.good }
    expect((await fake.fetch(jsonRequest('GET', `${api}/v1/validate`, half))).status).toBe(200)
    expect((await fake.fetch(jsonRequest('POST', `${api}/v2/logs/events/search`, half, {}))).status).toBe(401)
  })
})
