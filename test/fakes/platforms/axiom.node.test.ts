import { describe, expect, it } from 'vitest'
import { AXIOM_ORG_ID, AXIOM_PERSONAL_TOKEN, AXIOM_TOKENS, createAxiomFake } from './axiom.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { authorization: `Bearer ${AXIOM_TOKENS.good}` }
const apl = 'https://api.axiom.co/v1/datasets/_apl?format=tabular'

describeFake('axiom', {
  create: () => createAxiomFake(),
  prove: (metadata) =>
    jsonRequest('GET', 'https://api.axiom.co/v2/datasets', { authorization: `Bearer ${metadata['api_token']}` }),
  refusals: { bad: 403, revoked: 403, underScoped: 403 },
})

type Answer = { status: { maxCursor?: string }; tables: { fields: { name: string }[]; columns: unknown[][] }[] }

describe('axiom fake', () => {
  it('gives columns, and goes on after the cursor to the end', async () => {
    const fake = createAxiomFake()
    fake.control.seedLogs(Array.from({ length: 25 }, (_, n) => ({ atMs: 1000 + n, message: `m${n}` })))
    const seen: unknown[] = []
    let cursor: string | undefined
    for (let isMore = true; isMore; ) {
      const body = {
        apl: "['shop-0'] | sort by _time asc | limit 10",
        startTime: '1970-01-01T00:00:00Z',
        endTime: '1970-01-01T00:01:00Z',
        ...(cursor ? { cursor } : {}),
      }
      const answer = (await (await fake.fetch(jsonRequest('POST', apl, auth, body))).json()) as Answer
      const table = answer.tables[0]
      const column = table?.columns[table.fields.findIndex(({ name }) => name === 'message')] ?? []
      seen.push(...column)
      isMore = column.length > 0
      cursor = answer.status.maxCursor ?? cursor
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `m${n}`))
  })

  it.each([
    ['an unknown dataset', { apl: "['none'] | limit 1" }, 404],
    ['an operator it does not know', { apl: "['shop-0'] | dance" }, 400],
    ['a field that does not exist', { apl: "['shop-0'] | project wallet" }, 400],
    ['a time that is none', { apl: "['shop-0']", startTime: 'soon' }, 400],
    ['no query', {}, 400],
    ['a cursor that does not exist', { apl: "['shop-0']", cursor: 'x' }, 400],
  ])('refuses %s', async (_, body, status) => {
    const answer = await createAxiomFake().fetch(jsonRequest('POST', apl, auth, body))
    expect([answer.status, await answer.json()]).toEqual([status, { code: status, message: expect.any(String) }])
  })

  it('asks a personal token for its organization and an API token for nothing of a person', async () => {
    const fake = createAxiomFake()
    const user = 'https://api.axiom.co/v2/user'
    const personal = { authorization: `Bearer ${AXIOM_PERSONAL_TOKEN}` }
    expect((await fake.fetch(jsonRequest('GET', user, personal))).status).toBe(403)
    expect((await fake.fetch(jsonRequest('GET', user, { ...personal, 'x-axiom-org-id': AXIOM_ORG_ID }))).status).toBe(
      200,
    )
    expect((await fake.fetch(jsonRequest('GET', user, auth))).status).toBe(403)
  })
})
