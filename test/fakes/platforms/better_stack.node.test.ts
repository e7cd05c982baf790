import { describe, expect, it } from 'vitest'
import { BETTER_STACK_TOKENS, createBetterStackFake } from './better_stack.ts'
import { describeFake, jsonRequest } from './fake-suite.ts'

const auth = { authorization: `Bearer ${BETTER_STACK_TOKENS.good}` }
const api = 'https://telemetry.betterstack.com/api'

describeFake('better_stack', {
  create: () => createBetterStackFake(),
  prove: (metadata) =>
    jsonRequest(
      'POST',
      `${api}/v1/connections`,
      { authorization: `Bearer ${metadata['api_token']}` },
      { client_type: 'clickhouse' },
    ),
  isProof: (response) => response.status === 201,
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
  statusOfProof: 201,
})

type Connected = { data: { id: string; attributes: { host: string; username: string; password: string } } }

async function connect(fake: ReturnType<typeof createBetterStackFake>) {
  const answer = await fake.fetch(
    jsonRequest('POST', `${api}/v1/connections`, auth, { client_type: 'clickhouse', note: 'ours' }),
  )
  const { data } = (await answer.json()) as Connected
  const { host, username, password } = data.attributes
  const run = (body: string, user = username) =>
    fake.fetch(
      new Request(`https://${host}?output_format_pretty_row_numbers=0`, {
        method: 'POST',
        body,
        headers: { authorization: `Basic ${btoa(`${user}:${password}`)}` },
      }),
    )
  return { id: data.id, run }
}

describe('better_stack fake', () => {
  it('pages sources by pagination.next', async () => {
    const fake = createBetterStackFake()
    const seen: string[] = []
    let url: string | null = `${api}/v2/sources?page=1`
    while (url !== null) {
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        data: { id: string }[]
        pagination: { next: string | null }
      }
      seen.push(...page.data.map(({ id }) => id))
      url = page.pagination.next
    }
    expect(seen).toEqual(fake.resources())
  })

  it('runs SQL with the credentials of a connection until it is deleted', async () => {
    const fake = createBetterStackFake()
    fake.control.seedLogs([1, 2, 3].map((n) => ({ atMs: n * 1000, message: `m${n}` })))
    const { id, run } = await connect(fake)
    const sql =
      "SELECT dt, raw FROM remote(t123456_shop_0_logs) WHERE dt > '1970-01-01 00:00:01' ORDER BY dt ASC LIMIT 10 FORMAT JSONEachRow"
    const rows = (await (await run(sql)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { dt: string; raw: string })
    expect(rows.map(({ raw }) => (JSON.parse(raw) as { message: string }).message)).toEqual(['m2', 'm3'])
    expect(rows[0]?.dt).toBe('1970-01-01 00:00:02.000000')
    fake.state.failsInBody = true
    const broken = await run(sql)
    expect([broken.status, await broken.text()]).toEqual([200, expect.stringContaining('DB::Exception')])
    expect((await fake.fetch(jsonRequest('DELETE', `${api}/v1/connections/${id}`, auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', `${api}/v1/connections/${id}`, auth))).status).toBe(404)
    expect((await run(sql)).status).toBe(403)
    expect(fake.destinations()).toMatchObject([{ isForeign: true }])
  })

  it.each([
    ['broken SQL', 'SELEKT 1', 400, '62'],
    ['an unknown table', 'SELECT dt FROM remote(t1_none_logs) FORMAT JSONEachRow', 404, '60'],
    ['an unknown column', 'SELECT wallet FROM remote(t123456_shop_0_logs) FORMAT JSONEachRow', 400, '47'],
  ])('refuses %s with the code of ClickHouse', async (_, sql, status, code) => {
    const { run } = await connect(createBetterStackFake())
    const answer = await run(sql)
    expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([status, code])
  })

  it('refuses an unknown client, an unknown team, and another user', async () => {
    const fake = createBetterStackFake()
    const post = async (body: object) =>
      (await fake.fetch(jsonRequest('POST', `${api}/v1/connections`, auth, body))).status
    expect(await post({ client_type: 'postgres' })).toBe(422)
    expect(await post({ client_type: 'clickhouse', team_names: ['Other'] })).toBe(422)
    const { run } = await connect(fake)
    expect((await run('SELECT dt FROM remote(t123456_shop_0_logs) FORMAT JSONEachRow', 'nobody')).status).toBe(403)
  })
})
