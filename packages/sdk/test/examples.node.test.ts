import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createClient } from '../src/index.ts'
import { answers, calls } from './generated/examples.gen.ts'

it('sends the request of each operation and returns its answer, with the examples of the document', async () => {
  const refused: string[] = []
  for (const [id, call] of Object.entries(calls)) {
    const answer: unknown = (answers as Record<string, unknown>)[id]
    const sent: Request[] = []
    const client = createClient({
      baseUrl: 'https://service.test',
      token: 'token',
      fetch: async (request) => {
        sent.push(request)
        return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
      },
    })
    const returned = await call(client)
    // Streams open their connection when they are read.
    if (id.endsWith('.stream') || id.endsWith('.tail')) continue
    const [request] = sent
    if (request === undefined || request.url.includes('{') || !request.url.startsWith('https://service.test/v1/')) {
      refused.push(`${id}: ${request?.method} ${request?.url}`)
    }
    if (answer !== undefined) expect(returned, id).toEqual(answer)
  }
  expect(refused).toEqual([])
})

it('has every operation of the document', () => {
  const types = readFileSync(new URL('../src/generated/types.gen.ts', import.meta.url), 'utf8')
  const documented = types.match(/^ {4}url: '/gm)?.length
  expect(Object.keys(calls)).toHaveLength(documented ?? 0)
})
