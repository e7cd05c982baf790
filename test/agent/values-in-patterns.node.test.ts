/** Values that stand in some patterns and not in others, names between a noun and its verb, and loggers that are called like what they do. */
import { describe, expect, it } from 'vitest'
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const TENANTS = ['northcar', 'uni-fleet', 'private'] as const
const KINDS = ['season-change', 'wear', 'tomorrow-note'] as const

/** A desk that books slots in two shapes of a line, changes flags in two environments and mails by kinds. */
function desk(): World {
  const base = worldOf({
    ...{ gateway: 'slot-edge', routes: { 'POST /trays': 'tray-desk' }, failing: 'none', store: 'postgresql' },
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const line = (timeMs: number, service: string, severity: LogRow['severity'], body: string, row = {}): void => {
    logs.push({
      ...{ timeMs, service, severity, isSeveritySent: true, message: body, body, attributes: {} },
      ...{ traceId: '', spanId: '', version: '2.1.0', instance: `${service}-1` },
      ...row,
    })
  }
  for (let nth = 0; nth < 180; nth++) {
    const timeMs = STARTED_MS + nth * 20_000
    const tenant = TENANTS[nth % 3] ?? 'private'
    const tail = nth % 2 === 0 ? 'own tyres' : `${2 + (nth % 4)} new tyres`
    line(
      timeMs,
      'slot-desk',
      'INFO',
      `I, [77 #${nth}] INFO -- : Slot SL-${5000 + nth} booked for ${tenant} at bay${nth % 7}: ${tail}`,
    )
    const kind = KINDS[nth % 3] ?? 'wear'
    const done = nth % 6 === 5 ? 'skipped for' : 'sent to'
    line(
      timeMs + 900,
      'note-mailer',
      'INFO',
      `[2026-11-20T14:00:00Z INFO  note_mailer::send] mail ${kind} ${done} d-${900 + nth}: 20 kB`,
    )
    line(timeMs + 500, 'flag-desk', 'INFO', 'flag changed', {
      attributes: { environment: nth % 4 === 0 ? 'staging' : 'production', flag: `f${nth % 5}` },
    })
    if (nth % 10 === 0) line(timeMs + 700, 'scan-desk', 'WARN', `scan SC-${nth} not stored`, { attributes: { tenant } })
    const traceId = (0xabc0000 + nth).toString(16).padStart(32, '0')
    const isFailed = tenant === 'northcar' && nth > 120
    spans.push({
      ...{ traceId, spanId: (0xab00 + nth).toString(16).padStart(16, '0'), parentSpanId: '', name: 'POST /sales' },
      ...{ service: 'till-desk', kind: 'server', startMs: timeMs, endMs: timeMs + 20, isError: isFailed },
      attributes: {
        ...{ 'http.response.status_code': isFailed ? 503 : 201, 'http.request.method': 'POST' },
        ...{ 'pay.method': nth % 3 === 0 ? 'card' : 'cash', 'till.model': nth % 2 === 0 ? 'coldbox' : 'snackmax' },
      },
      ...{ statusMessage: '', version: '1.0.0', instance: 'till-desk-1', isFailed, isEntry: true },
    })
    line(timeMs + 15, 'till-desk', 'INFO', `sale S-${nth} done by ${nth % 3 === 0 ? 'card' : 'cash'}`, { traceId })
  }
  return {
    ...base,
    services: [...base.services, 'slot-desk', 'note-mailer', 'flag-desk', 'scan-desk', 'till-desk'],
    logs: [...base.logs, ...logs],
    spans: [...base.spans, ...spans],
  }
}

const ask = threadsOver(desk, END_MS)

describe('what is counted in lines of several shapes', () => {
  it.each([
    ['how many slots were booked for northcar', 60],
    ['how many slots were booked for uni-fleet', 60],
    ['mails sent', 150],
    ['sent mails', 150],
    ['how many flags were changed in production', 135],
    ['how many flags were changed in staging', 45],
  ])('%j: %i', async (asked, count) => {
    expect(await ask(asked)).toMatch(new RegExp(`^(?:I took [^.]*\\. )?\\*\\*${count}\\*\\* log records`))
  })

  it('what did not happen is said to be so', async () => {
    expect(await ask('scans that could not be stored for northcar')).toMatch(
      /^\*\*6\*\* log records that say `scans not stored` with `tenant` `northcar`/,
    )
  })
})

describe('a subject of two words', () => {
  it('keeps the one that is a value of requests, whatever lines say', async () => {
    expect(await ask('did cash sales fail?')).toMatch(/^I took "cash sales" as .*`cash`.*No: \*\*0 %\*\*/)
    expect(await ask('did card sales fail?')).toMatch(/`card`.*Yes: \*\*[1-9]/)
  })

  it('takes the thing behind its kind as no value of its own', async () => {
    expect(await ask('sales on coldbox tills')).toMatch(/^\*\*90\*\* .*`till\.model` `coldbox`/)
  })

  it('finds the key that is nearly called so', async () => {
    expect(await ask('sales by payment method')).toMatch(
      /^`cash` has the most .*: \*\*120\*\*; `card` \*\*60\*\*, by `pay\.method`/,
    )
  })
})

describe('behind a count', () => {
  it('a length before is before its window', async () => {
    expect(await ask('mails sent since 14:30', 'and in the 10 minutes before')).toMatch(/14:20:00–14:30:00/)
  })

  it('methods are counted by their names', async () => {
    expect(await ask('requests of till-desk', 'how many of them were POSTs')).toMatch(
      /^\*\*180\*\* requests of `till-desk` with `http\.request\.method` `POST`/,
    )
  })
})

describe('a share', () => {
  it('is of the things, and not of all that has the value', async () => {
    expect(await ask('share of scans not stored for northcar')).not.toMatch(/^\*\*/)
  })
})
