import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createNewRelicFake, NEW_RELIC_ACCOUNT_ID, NEW_RELIC_KEYS } from './new_relic.ts'

const auth = { 'api-key': NEW_RELIC_KEYS.good }
const ask = (
  query: string,
  variables: object = {},
  headers: Record<string, string> = auth,
  host = 'api.newrelic.com',
) => jsonRequest('POST', `https://${host}/graphql`, headers, { query, variables })
const nrqlQuery = `query($id: Int!, $nrql: Nrql!) { actor { account(id: $id) { nrql(query: $nrql) { results } } } }`

describeFake('new_relic', {
  create: () => createNewRelicFake(),
  prove: (metadata) =>
    ask('{ actor { user { id } accounts { id name } } }', {}, { 'api-key': String(metadata['user_api_key']) }),
  isProof: (response, body) => response.status === 200 && body.includes(String(NEW_RELIC_ACCOUNT_ID)),
  refusals: { bad: 401, revoked: 401, underScoped: 200 },
  isRateLimited: (response, body) => response.status === 200 && body.includes('TOO_MANY_REQUESTS'),
})

const base = 1_767_225_600_000
function seeded() {
  const fake = createNewRelicFake({ now: () => base + 60_000 })
  fake.control.seedLogs(
    [1, 2, 3].map((n) => ({ atMs: base + n, message: `m${n}`, resource: n === 2 ? 'shop-web' : 'shop-api' })),
  )
  return fake
}

async function results(nrql: string) {
  const answer = await seeded().fetch(ask(nrqlQuery, { id: NEW_RELIC_ACCOUNT_ID, nrql }))
  return (await answer.json()) as {
    data: { actor: { account: { nrql: { results: Record<string, unknown>[] } } } }
    errors?: object[]
  }
}

describe('new_relic fake', () => {
  it('answers a window in order with the fields asked for', async () => {
    const nrql = `SELECT message, \`service.name\` FROM Log WHERE \`service.name\` = 'shop-api' SINCE ${base} UNTIL ${base + 3} ORDER BY timestamp ASC LIMIT 10`
    expect((await results(nrql)).data.actor.account.nrql.results).toEqual([
      { timestamp: base + 1, message: 'm1', 'service.name': 'shop-api' },
    ])
  })

  it('counts by facet for discovery', async () => {
    const body = await results('SELECT count(*) FROM Log FACET service.name, logtype SINCE 1 day ago LIMIT MAX')
    expect(body.data.actor.account.nrql.results).toMatchObject([
      { facet: ['shop-api', null], count: 2 },
      { facet: ['shop-mailer', null], count: 0 },
      { facet: ['shop-web', null], count: 1 },
    ])
  })

  it.each([
    ['broken NRQL', 'SELEKT * FROM Log', 'Syntax Error'],
    ['too large a limit', 'SELECT * FROM Log LIMIT 5000', 'at most 2000'],
    ['a time it cannot read', 'SELECT * FROM Log SINCE whenever', 'invalid time'],
  ])('reports %s inside a 200', async (_, nrql, message) => {
    expect(JSON.stringify((await results(nrql)).errors)).toContain(message)
  })

  it('refuses the other region, an account of others and a query that is not in the schema', async () => {
    const fake = seeded()
    expect((await fake.fetch(ask('{ actor { user { id } } }', {}, auth, 'api.eu.newrelic.com'))).status).toBe(401)
    const other = await fake.fetch(ask(nrqlQuery, { id: 1, nrql: 'SELECT * FROM Log' }))
    expect(await other.text()).toContain('Access denied')
    expect((await fake.fetch(ask('{ actor { wallet } }'))).status).toBe(400)
  })

  it('completes an asynchronous query at the second look', async () => {
    const fake = seeded()
    const start = `query($id: Int!) { actor { account(id: $id) { nrql(query: "SELECT * FROM Log", async: true) { results queryProgress { completed queryId retryAfter } } } } }`
    const first = (await (await fake.fetch(ask(start, { id: NEW_RELIC_ACCOUNT_ID }))).json()) as {
      data: { actor: { account: { nrql: { results: null; queryProgress: { completed: boolean; queryId: string } } } } }
    }
    const { completed, queryId } = first.data.actor.account.nrql.queryProgress
    expect(completed).toBe(false)
    const look = `query($id: Int!, $q: ID!) { actor { account(id: $id) { nrqlQueryProgress(queryId: $q) { results queryProgress { completed } } } } }`
    const second = await fake.fetch(ask(look, { id: NEW_RELIC_ACCOUNT_ID, q: queryId }))
    expect(await second.json()).toMatchObject({
      data: { actor: { account: { nrqlQueryProgress: { queryProgress: { completed: true } } } } },
    })
  })
})
