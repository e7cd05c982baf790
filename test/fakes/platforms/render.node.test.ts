import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import {
  createRenderFake,
  RENDER_FOREIGN_ENDPOINT,
  RENDER_KEYS,
  RENDER_OWNER_ID,
  RENDER_OWNER_ID_OCCUPIED,
} from './render.ts'

const auth = { authorization: `Bearer ${RENDER_KEYS.good}` }
const api = 'https://api.render.com/v1'

describeFake('render', {
  create: () => createRenderFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/services?ownerId=${metadata['owner_id']}&limit=1`, {
      authorization: `Bearer ${metadata['api_key']}`,
    }),
  refusals: { bad: 401, revoked: 401, underScoped: 403 },
})

describe('render fake', () => {
  it('pages services by the cursor on each item, and a full last page is followed by an empty one', async () => {
    const fake = createRenderFake()
    const sizes: number[] = []
    const seen: string[] = []
    let cursor = ''
    do {
      const url = `${api}/services?ownerId=${RENDER_OWNER_ID}&limit=100&cursor=${cursor}`
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        service: { id: string }
        cursor: string
      }[]
      seen.push(...page.map((item) => item.service.id))
      sizes.push(page.length)
      cursor = page.at(-1)?.cursor ?? ''
    } while (sizes.at(-1) === 100)
    expect(sizes).toEqual([100, 100, 0])
    expect(seen).toEqual(fake.resources())
  })

  it('has one slot a workspace, empty or taken, and lets a careless PUT take it over', async () => {
    const fake = createRenderFake()
    const slot = (owner: string) => `${api}/logs/streams/owner/${owner}`
    const stream = { endpoint: 'syslog.ours.example:6514', token: 'tok', preview: 'drop' }
    expect((await fake.fetch(jsonRequest('GET', slot(RENDER_OWNER_ID), auth))).status).toBe(404)
    expect((await fake.fetch(jsonRequest('PUT', slot(RENDER_OWNER_ID), auth, stream))).status).toBe(200)
    expect((await fake.fetch(jsonRequest('DELETE', slot(RENDER_OWNER_ID), auth))).status).toBe(204)
    expect((await fake.fetch(jsonRequest('DELETE', slot(RENDER_OWNER_ID), auth))).status).toBe(404)
    expect(fake.destinations()).toMatchObject([{ url: RENDER_FOREIGN_ENDPOINT, isForeign: true }])
    await fake.fetch(jsonRequest('PUT', slot(RENDER_OWNER_ID_OCCUPIED), auth, stream))
    expect(fake.destinations()).toMatchObject([{ url: stream.endpoint, isForeign: false }])
  })

  it.each([
    ['an https endpoint of nobody it knows', { endpoint: 'https://in.example/x', preview: 'send' }],
    ['no preview setting', { endpoint: 'a.example:6514' }],
    ['no endpoint', { preview: 'send' }],
  ])('refuses a stream with %s', async (_, body) => {
    const fake = createRenderFake()
    const answer = await fake.fetch(jsonRequest('PUT', `${api}/logs/streams/owner/${RENDER_OWNER_ID}`, auth, body))
    expect(answer.status).toBe(400)
    expect(fake.destinations()).toHaveLength(1)
  })

  it('reads a window forward in pages and refuses resources of two regions', async () => {
    const fake = createRenderFake()
    const base = Date.parse('2026-01-01T00:00:00Z')
    fake.control.seedLogs([0, 1, 2].map((n) => ({ atMs: base + n * 1000, message: `line ${n}`, resource: 'srv-2' })))
    const window = `ownerId=${RENDER_OWNER_ID}&startTime=2026-01-01T00:00:00Z&endTime=2026-01-01T01:00:00Z&direction=forward&limit=2`
    const answer = await fake.fetch(jsonRequest('GET', `${api}/logs?${window}&resource=srv-2`, auth))
    expect(await answer.json()).toMatchObject({
      logs: [{ message: 'line 0' }, { message: 'line 1' }],
      hasMore: true,
      nextStartTime: '2026-01-01T00:00:01.000Z',
    })
    const mixed = await fake.fetch(jsonRequest('GET', `${api}/logs?${window}&resource=srv-2&resource=srv-1`, auth))
    expect(mixed.status).toBe(400)
  })

  it('counts the budget of log reads apart', async () => {
    const fake = createRenderFake({ now: () => 1_767_225_600_000 })
    fake.control.enforceRateLimit()
    const url = `${api}/logs?ownerId=${RENDER_OWNER_ID}&resource=srv-0`
    const statuses: number[] = []
    for (let i = 0; i < 31; i++) statuses.push((await fake.fetch(jsonRequest('GET', url, auth))).status)
    expect(statuses.indexOf(429)).toBe(30)
    expect((await fake.fetch(jsonRequest('GET', `${api}/users`, auth))).status).toBe(200)
  })
})
