import { describe, expect, it } from 'vitest'
import { describeFake, jsonRequest } from './fake-suite.ts'
import { createInngestFake, INNGEST_KEYS } from './inngest.ts'

const auth = { authorization: `Bearer ${INNGEST_KEYS.good}` }
const api = 'https://api.inngest.com/v1'

describeFake('inngest', {
  create: () => createInngestFake(),
  prove: (metadata) =>
    jsonRequest('GET', `${api}/events?limit=1`, { authorization: `Bearer ${metadata['signing_key']}` }),
})

describe('inngest fake', () => {
  it('pages events by cursor, newest first, and tells the runs of one', async () => {
    const fake = createInngestFake()
    fake.control.seedLogs(
      Array.from({ length: 25 }, (_, n) => ({
        atMs: 1000 + n,
        message: `m${n}`,
        level: n === 24 ? ('error' as const) : ('info' as const),
      })),
    )
    const seen: { internal_id: string; ts: number }[] = []
    for (let cursor = '', isMore = true; isMore; ) {
      const url = `${api}/events?limit=10&received_after=1970-01-01T00:00:01.000Z${cursor && `&cursor=${cursor}`}`
      const page = (await (await fake.fetch(jsonRequest('GET', url, auth))).json()) as {
        data: { internal_id: string; ts: number }[]
      }
      seen.push(...page.data)
      isMore = page.data.length === 10
      cursor = page.data.at(-1)?.internal_id ?? ''
    }
    expect(seen.map(({ ts }) => ts)).toEqual(Array.from({ length: 24 }, (_, n) => 1024 - n))
    const runs = await fake.fetch(jsonRequest('GET', `${api}/events/${seen[0]?.internal_id}/runs`, auth))
    expect(await runs.json()).toMatchObject({ data: [{ status: 'Failed', output: { message: 'm24' } }] })
  })

  it.each([
    ['a trailing slash', '/events/', auth, 404],
    ['a limit above 100', '/events?limit=101', auth, 400],
    ['a time that is none', '/events?received_after=soon', auth, 400],
    ['an unknown cursor', '/events?cursor=x', auth, 400],
    ['an unknown environment', '/events', { ...auth, 'x-inngest-env': 'none' }, 404],
    ['an unknown run', '/runs/none', auth, 404],
  ])('refuses %s', async (_, path, headers, status) => {
    const answer = await createInngestFake().fetch(jsonRequest('GET', api + path, headers))
    expect([answer.status, await answer.json()]).toEqual([status, { error: expect.any(String), status }])
  })
})
