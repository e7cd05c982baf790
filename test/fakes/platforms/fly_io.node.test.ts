import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createFlyIoFake, FLY_IO_KEYS } from './fly_io.ts'

const apps = 'https://api.machines.dev/v1/apps?org_slug=shop'
const logs = 'https://api.fly.io/api/v1/apps/shop-0/logs'
const auth = { authorization: `FlyV1 ${FLY_IO_KEYS.good}` }

describeFake('fly_io', {
  create: () => createFlyIoFake(),
  prove: (metadata) => jsonRequest('GET', apps, { authorization: `Bearer ${metadata['access_token']}` }),
  refusals: { bad: 401, revoked: 401, underScoped: 404 },
})

describe('fly_io fake', () => {
  it('continues at the token inclusively and keeps lines of one instant on one page', async () => {
    const base = Date.parse('2026-01-01T00:00:00Z')
    const fake = createFlyIoFake({ now: () => base + 1_000_000 })
    fake.control.seedLogs(
      Array.from({ length: 250 }, (_, n) => ({ atMs: base + Math.floor(n / 90) * 1000, message: `line ${n}` })),
    )
    const seen = new Set<string>()
    let token = '1'
    for (let previous = ''; token !== previous; ) {
      previous = token
      const answer = await fake.fetch(jsonRequest('GET', `${logs}?next_token=${token}`, auth))
      const page = (await answer.json()) as { data: { id: string }[]; meta: { next_token: string } }
      for (const line of page.data) seen.add(line.id)
      token = page.meta.next_token
    }
    expect(seen.size).toBe(250)
  })

  it('gives the newest hundred of a day without a token', async () => {
    const base = Date.parse('2026-01-01T00:00:00Z')
    const fake = createFlyIoFake({ now: () => base + 1000 })
    fake.control.seedLogs(Array.from({ length: 150 }, (_, n) => ({ atMs: base + n, message: `line ${n}` })))
    const page = (await (await fake.fetch(jsonRequest('GET', logs, auth))).json()) as { data: { id: string }[] }
    expect([page.data.length, page.data[0]?.id]).toEqual([100, 'line-50'])
  })

  it.each([
    ['a Bearer macaroon at the log API', logs, { authorization: `Bearer FlyV1 ${FLY_IO_KEYS.good}` }, 401],
    ['no token', apps, {}, 401],
    ['no organization', 'https://api.machines.dev/v1/apps', auth, 400],
    ['an unknown organization', 'https://api.machines.dev/v1/apps?org_slug=none', auth, 404],
    ['an unknown app', 'https://api.fly.io/api/v1/apps/none/logs', auth, 404],
    ['the log path on the other host', 'https://api.machines.dev/api/v1/apps/shop-0/logs', auth, 404],
    ['a token that is not a time', `${logs}?next_token=abc`, auth, 422],
  ])('refuses %s', async (_, url, headers: Record<string, string>, status) => {
    expect((await createFlyIoFake().fetch(jsonRequest('GET', url, headers))).status).toBe(status)
  })
})
