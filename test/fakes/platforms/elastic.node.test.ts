import { describe, expect, it } from 'vitest'
import { createElasticFake, ELASTIC_HOST, ELASTIC_KEYS, ELASTIC_USER, elasticApiKey } from './elastic.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { authorization: `ApiKey ${elasticApiKey(ELASTIC_KEYS.good)}` }
const api = `https://${ELASTIC_HOST}`

describeFake('elastic', {
  create: () => createElasticFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/_data_stream/logs-*`, { authorization: `ApiKey ${metadata['api_key']}` }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

type Page = { pit_id: string; hits: { hits: { _id: string; sort: number[] }[] } }

describe('elastic fake', () => {
  it('reads a window through a point in time with search_after, equal timestamps included', async () => {
    const fake = createElasticFake()
    fake.control.seedLogs(Array.from({ length: 25 }, (_, n) => ({ atMs: 1000 + Math.floor(n / 7), message: `m${n}` })))
    const pit = (await (await fake.fetch(jsonRequest('POST', `${api}/logs-*/_pit?keep_alive=1m`, auth))).json()) as {
      id: string
    }
    const seen: string[] = []
    let after: number[] | undefined
    for (let isMore = true; isMore; ) {
      const query = { bool: { filter: [{ range: { '@timestamp': { gte: '1970-01-01T00:00:01.000Z', lt: 2000 } } }] } }
      const sort = [{ '@timestamp': 'asc' }, { _shard_doc: 'asc' }]
      const body = {
        pit: { id: pit.id, keep_alive: '1m' },
        query,
        sort,
        size: 4,
        ...(after ? { search_after: after } : {}),
      }
      const page = (await (await fake.fetch(jsonRequest('POST', `${api}/_search`, auth, body))).json()) as Page
      seen.push(...page.hits.hits.map(({ _id }) => _id))
      after = page.hits.hits.at(-1)?.sort
      isMore = page.hits.hits.length > 0
    }
    expect(new Set(seen).size).toBe(25)
    expect((await fake.fetch(jsonRequest('DELETE', `${api}/_pit`, auth, { id: pit.id }))).status).toBe(200)
    expect((await fake.fetch(jsonRequest('DELETE', `${api}/_pit`, auth, { id: pit.id }))).status).toBe(404)
  })

  it('forgets a point in time that nobody used', async () => {
    let now = 1000
    const fake = createElasticFake({ now: () => now })
    const pit = (await (await fake.fetch(jsonRequest('POST', `${api}/logs-*/_pit?keep_alive=1m`, auth))).json()) as {
      id: string
    }
    now += 60_001
    const answer = await fake.fetch(jsonRequest('POST', `${api}/_search`, auth, { pit: { id: pit.id } }))
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('search_context_missing_exception'),
    ])
  })

  it.each([
    ['a query it does not know', '/logs-*/_search', { query: { dance: {} } }, 400],
    ['more than 10,000 rows', '/logs-*/_search', { size: 10_001 }, 400],
    ['an unknown member', '/logs-*/_search', { colour: 'red' }, 400],
    ['_shard_doc without a point in time', '/logs-*/_search', { sort: [{ _shard_doc: 'asc' }] }, 400],
    ['an index that does not exist', '/logs-none/_search', {}, 404],
    ['a point in time without keep_alive', '/logs-*/_pit', {}, 400],
  ])('refuses %s', async (_, path, body, status) => {
    const answer = await createElasticFake().fetch(jsonRequest('POST', api + path, auth, body))
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { status, error: expect.objectContaining({ type: expect.any(String) }) },
    ])
  })

  it('refuses a body that does not say it is JSON', async () => {
    const headers = { ...auth, 'content-type': 'text/plain' }
    const request = new Request(`${api}/logs-*/_search`, { method: 'POST', headers, body: '{}' })
    expect((await createElasticFake().fetch(request)).status).toBe(406)
  })

  it('says what it is, takes a user and password too, and can be OpenSearch', async () => {
    const basic = { authorization: `Basic ${btoa(`${ELASTIC_USER}:${ELASTIC_KEYS.good}`)}` }
    const root = await createElasticFake().fetch(jsonRequest('GET', `${api}/`, basic))
    expect(root.headers.get('x-elastic-product')).toBe('Elasticsearch')
    const other = await createElasticFake({ flavor: 'opensearch' }).fetch(jsonRequest('GET', `${api}/`, auth))
    expect(other.headers.get('x-elastic-product')).toBeNull()
    expect(await other.json()).toMatchObject({ version: { distribution: 'opensearch' } })
  })
})
