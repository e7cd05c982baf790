import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { createClient, OasError, paginate, paginateNumbered, tailLogs } from '../src/index.ts'

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('a list', () => {
  it('is read page by page, as far as the consumer goes', async () => {
    const asked: (string | undefined)[] = []
    const read = async ({ cursor }: { cursor?: string }) => {
      asked.push(cursor)
      const page = Number(cursor ?? 0)
      return { things: [page * 2, page * 2 + 1], nextCursor: page < 2 ? String(page + 1) : null }
    }
    const all: number[] = []
    for await (const thing of paginate(read)) all.push(thing)
    expect(all).toEqual([0, 1, 2, 3, 4, 5])
    expect(asked).toEqual([undefined, '1', '2'])
    asked.length = 0
    for await (const thing of paginate(read)) if (thing === 1) break
    expect(asked).toEqual([undefined])
  })

  it('has the type of its items, from the operation', () => {
    const client = createClient({ baseUrl: 'https://service.test', token: 't' })
    const threads = paginate((at) => client.threads.list({ query: at }))
    expectTypeOf(threads.next).returns.resolves.toHaveProperty('value')
    const found = paginateNumbered((at) => client.search.threads({ query: { q: 'a', ...at } }))
    expect([typeof threads.next, typeof found.next]).toEqual(['function', 'function'])
  })

  it('that names the same page for ever ends with an error', async () => {
    const stuck = paginate(async () => ({ things: [1], nextCursor: 'a' }))
    await expect(collected(stuck)).rejects.toThrow(OasError)
  })

  it('with numbered pages ends after the last page, also when there is none', async () => {
    const pages = (total: number) =>
      collected(paginateNumbered(async ({ page }) => ({ found: [page], pagination: { page, totalPages: total } })))
    expect(await pages(3)).toEqual([1, 2, 3])
    expect(await pages(0)).toEqual([1])
  })
})

describe('a tail', () => {
  const log = (id: string) => ({ type: 'log', log: { id, body: `line ${id}` } })
  const streamOf = (ids: readonly string[], end: string) =>
    new Response(`${ids.map((id) => `id: ${id}\ndata: ${JSON.stringify(log(id))}\n\n`).join('')}${end}`)

  it('goes on over the end of a stream, with what arrived in between, each record once', async () => {
    const queries: Record<string, unknown>[] = []
    let streams = 0
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 't',
      fetch: async (request) => {
        if (request.url.includes('/tail')) {
          streams += 1
          expect(new URL(request.url).search).toBe('?severity=warn')
          return streams === 1 ? streamOf(['1', '2'], 'data: [DONE]\n\n') : streamOf(['3', '4'], '')
        }
        queries.push(await request.json())
        return Response.json({ logs: [log('3').log, log('2').log], nextCursor: null })
      },
    })
    vi.useFakeTimers()
    try {
      const seen: string[] = []
      const reading = (async () => {
        for await (const record of tailLogs(client, { severity: 'warn' })) {
          seen.push(record.id)
          if (record.id === '4') return
        }
      })()
      await vi.advanceTimersByTimeAsync(10_000)
      await reading
      expect(seen).toEqual(['1', '2', '3', '4'])
    } finally {
      vi.useRealTimers()
    }
    expect(queries).toHaveLength(1)
    expect(queries[0]).toMatchObject({ filters: [{ field: 'severity', op: 'gte', value: 'warn' }], sort: 'newest' })
  })
})
