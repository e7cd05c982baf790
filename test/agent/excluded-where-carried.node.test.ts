/** "Orders that were not for export": where only an inner service knows that, its requests are counted. */
import { describe, expect, it } from 'vitest'
import type { SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { Conversation } from './ask.ts'
import { storeWithWorld } from './world-store.ts'

const END_MS = Date.parse('2026-11-20T15:00:00Z')
const REQUESTS = 120

interface Trade {
  readonly noun: string
  readonly key: string
  readonly values: readonly [string, string, string]
}

function worldOf({ noun, key, values }: Trade, isCarriedOutside = false): World {
  const spans = Array.from({ length: REQUESTS }, (_, index): SpanRow[] => {
    const startMs = END_MS - 50 * 60_000 + index * 20_000
    const traceId = (index + 1).toString(16).padStart(32, '0')
    const of = (
      service: string,
      name: string,
      id: number,
      parentSpanId: string,
      attributes: SpanRow['attributes'],
    ) => ({
      ...{ traceId, spanId: id.toString(16).padStart(16, '0'), parentSpanId, service, name, kind: 'server' as const },
      ...{ startMs, endMs: startMs + 20, isError: false, statusMessage: '', version: '', instance: `${service}-1` },
      ...{ attributes: { 'http.response.status_code': 201, ...attributes }, isEntry: true, isFailed: false },
    })
    const value = values[index % 4 === 0 ? 0 : 1 + (index % 2)] ?? ''
    const outside = isCarriedOutside ? { [key]: value } : {}
    const outer = of('edge', `POST /v1/${noun}`, 2 * index + 1, '', outside)
    return [outer, of(`${noun}-api`, `POST /${noun}`, 2 * index + 2, outer.spanId, { [key]: value })]
  }).flat()
  return { logs: [], spans, points: [] } as unknown as World
}

const TRADES: readonly Trade[] = [
  { noun: 'permits', key: 'permit.kind', values: ['parking', 'building', 'event'] },
  { noun: 'parcels', key: 'parcel.zone', values: ['island', 'inland', 'border'] },
  { noun: 'tickets', key: 'ticket.stand', values: ['north', 'south', 'family'] },
]

describe('requests without a value that only an inner service carries', { timeout: 60_000 }, () => {
  it.each(TRADES)('of $noun are counted where they carry $key', async (trade) => {
    const talk = new Conversation(await storeWithWorld(worldOf(trade)))
    const { text } = await talk.ask(`how many ${trade.noun} were not ${trade.values[0]}?`, END_MS)
    const other = await new Conversation(await storeWithWorld(worldOf(trade))).ask(
      `${trade.noun} that were not in ${trade.values[0]}`,
      END_MS,
    )
    const expected = `**${REQUESTS - REQUESTS / 4}**`
    expect(other.text).toContain(expected)
    // Either the number or a question back.
    if (/\*\*\d/.test(text)) expect(text).toContain(expected)
  })

  it.each(TRADES)('of $noun count once where a gateway carries $key as well', async (trade) => {
    const store = await storeWithWorld(worldOf(trade, true))
    const { text } = await new Conversation(store).ask(`how many ${trade.noun} apart from ${trade.values[0]}`, END_MS)
    expect(text).toContain(`**${REQUESTS - REQUESTS / 4}** requests`)
  })
})
