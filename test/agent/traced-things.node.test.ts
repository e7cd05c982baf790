/** Nouns and conditions of requests that only log lines say, told by the traces that these lines belong to. */
import { describe, expect, it } from 'vitest'
import type { LogRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { rememberingStore } from './remembering-store.ts'
import { END_MS, worldOf } from './trade-world.ts'
import { storeWithWorld } from './world-store.ts'

/** A bakery: no route is called by what is baked, and no line tells of vouchers that were taken. */
function bakery(): World {
  const plain = worldOf({
    gateway: 'shop-door',
    routes: { 'POST /work': 'oven-svc', 'POST /tills/{id}': 'till-svc', 'GET /shelf': 'shelf-svc' },
    failing: 'POST /work',
    store: 'postgresql',
  })
  let turn = 0
  const logs = plain.spans.flatMap(({ service, isEntry, isFailed, traceId, spanId, endMs }): LogRow[] => {
    const line = (severity: LogRow['severity'], body: string): LogRow[] => [
      {
        ...{ timeMs: endMs, service, severity, isSeveritySent: true, message: body, body, attributes: {} },
        ...{ traceId, spanId, version: '1.0.0', instance: `${service}-1` },
      },
    ]
    if (!isEntry) return []
    if (service === 'oven-svc')
      return isFailed ? line('ERROR', 'tray not baked: oven cold') : line('INFO', 'tray baked in chamber 2')
    if (service !== 'till-svc') return []
    return turn++ % 10 === 0 ? line('WARN', 'voucher refused: expired') : line('INFO', `receipt ${turn} printed`)
  })
  return { ...plain, logs }
}

const store = storeWithWorld(bakery())
const first = async (question: string): Promise<string> =>
  (await new Conversation(rememberingStore(await store)).ask(question, END_MS)).text.split('\n')[0] ?? ''

describe('a noun that only log lines say', { timeout: 120_000 }, () => {
  it('means the requests that these lines belong to, which the answer says', async () => {
    const share = await first('what share of trays failed?')
    expect(share).toMatch(/I took "trays" as the requests `POST \/work` of oven-svc.*\*\*25\.0 %\*\*.*60 of 240/)
    expect(await first('p95 of a tray')).toMatch(/`POST \/work`.*\*\*[\d.]+ ms\*\*/)
    expect(await first('trays slower than 26 ms')).toMatch(/\*\*120\*\* requests of `oven-svc` on `POST \/work`/)
  })

  it('does not where lines only mention it', async () => {
    expect(await first('p95 of chambers')).not.toMatch(/\*\*\d/)
  })

  it('is refused in a share of the requests on which that is told', async () => {
    expect(await first('what percentage of vouchers is refused?')).toMatch(
      /\*\*10\.0 %\*\*.*of 240 requests of `till-svc`/,
    )
  })
})
