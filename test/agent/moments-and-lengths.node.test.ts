/** Moments, lengths between them, and counts in the words of people who are woken up. */
import { describe, expect, it } from 'vitest'
import type { LogRow, PointRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'
import { threadsOver } from './threads-over.ts'
import { END_MS, worldOf } from './trade-world.ts'

const STARTED_MS = END_MS - 60 * 60_000
const at = (minute: number, second = 0): number => STARTED_MS + minute * 60_000 + second * 1000
const BRANDS = ['visa', 'amex', 'master'] as const
const STOPPED = 'SIGTERM received, shutting down'
const AGAIN = 'fan-control 2.1.0 started'

/** A greenhouse: fans whose heaters fail as warnings, fees paid by card, a restart, a profile that was changed, a wind gauge. */
function greenhouse(): World {
  const base = worldOf({
    ...{ gateway: 'glass-edge', routes: { 'POST /trays': 'tray-desk' }, failing: 'none', store: 'postgresql' },
  })
  const logs: LogRow[] = []
  const spans: SpanRow[] = []
  const points: PointRow[] = []
  const line = (timeMs: number, service: string, severity: LogRow['severity'], message: string, row = {}): void => {
    logs.push({
      ...{ timeMs, service, severity, isSeveritySent: true, message, body: message, attributes: {} },
      ...{ traceId: '', spanId: '', version: '2.1.0', instance: `${service}-1` },
      ...row,
    })
  }
  for (let nth = 0; nth < 120; nth++) {
    const timeMs = at(0, nth * 30)
    const isFailed = nth >= 80
    const traceId = (0xfee0000 + nth).toString(16).padStart(32, '0')
    const attributes = {
      ...{ 'http.response.status_code': isFailed ? 503 : 201, brand: BRANDS[nth % 3] ?? 'visa' },
      ...(isFailed ? {} : { 'app.os': 'ios' }),
    }
    spans.push({
      ...{ traceId, spanId: (0xfe00 + nth).toString(16).padStart(16, '0'), parentSpanId: '', name: 'POST /fees' },
      ...{ service: 'fee-desk', kind: 'server', startMs: timeMs, endMs: timeMs + 20, isError: isFailed, attributes },
      ...{ statusMessage: '', version: '1.0.0', instance: 'fee-desk-1', isFailed, isEntry: true },
    })
    if (!isFailed)
      line(timeMs + 5, 'fee-desk', 'INFO', 'fee booked', {
        attributes: { brand: attributes.brand, cents: 500 },
        traceId,
      })
  }
  for (let nth = 0; nth < 12; nth++)
    line(at(nth * 5, 7), 'fan-control', 'WARN', `fan F${nth} nozzle heater error 17, retried`)
  for (let nth = 0; nth < 9; nth++) line(at(30 + nth, 3), 'fan-control', 'WARN', 'tray too wet, refused')
  line(at(20), 'fan-control', 'INFO', STOPPED)
  line(at(20, 14), 'fan-control', 'INFO', AGAIN)
  line(at(29, 20), 'tray-desk', 'INFO', 'sensor profile changed, north beds', { version: '1.0.0' })
  for (let minute = 0; minute < 60; minute++)
    for (const bed of ['north', 'south'])
      points.push({
        ...{ timeMs: at(minute, 5), startMs: at(0), service: 'fan-control', name: 'wind.speed', unit: 'm/s' },
        ...{ type: 'gauge', buckets: null, attributes: { bed }, version: '2.1.0', instance: 'fan-control-1' },
        value: bed === 'north' && minute === 41 ? 19 : bed === 'south' && minute === 12 ? 1 : 6 + (minute % 3),
      })
  return {
    ...base,
    services: [...base.services, 'fee-desk', 'fan-control'],
    logs: [...base.logs, ...logs],
    spans: [...base.spans, ...spans],
    points,
  }
}

const ask = threadsOver(greenhouse, END_MS)

describe('how long', () => {
  it.each([
    [['how long was fan-control away during its restart?']],
    [['how long did fan-control need to come back after it stopped']],
  ])('%j is from the line that it stops to the line that it has started', async (asked) => {
    expect(await ask(...asked)).toMatch(
      /^`fan-control` was away for \*\*14 s\*\*: it stopped at 14:20:00 and was back at 14:20:14 UTC\./,
    )
  })

  it('is told with its stop and start behind a question for the restart', async () => {
    expect(await ask('did fan-control restart?', 'how long was it gone')).toMatch(
      /`fan-control` stopped at \*\*14:20:00 UTC\*\*.* back at \*\*14:20:14 UTC\*\*, 14 s later/,
    )
  })

  it.each([
    ['how long between the sensor profile change and the first tray refused?', '43 s', '14:29:20 to 14:30:03'],
    ['how many minutes from the first fee booked to the first tray refused', '30 min 3 s', '14:00:00 to 14:30:03'],
    ['how long after the sensor profile change was the first tray refused', '43 s', '14:29:20 to 14:30:03'],
  ])('%j is told by both moments', async (asked, length, moments) => {
    const text = await ask(asked)
    expect(text.startsWith(`**${length}**: from `)).toBe(true)
    expect(text).toContain(moments)
  })

  it('an event that nothing tells of has no moment', async () => {
    expect(await ask('how long between the first parade and the first tray refused?')).toMatch(
      /^I could not tell when "the first parade" was/,
    )
  })
})

describe('when', () => {
  it.each([
    ['highest wind in the north bed and at what time', /^At \*\*14:41:00 UTC\*\*.*\*\*19 m\/s\*\*/],
    ['wind speed in north peak and when', /^At \*\*14:41:00 UTC\*\*.*\*\*19 m\/s\*\*/],
    ['lowest wind speed, and which one is it', /^`south` has the lowest minimum of `wind\.speed`: \*\*1 m\/s\*\*/],
    ['when did the last fee go through ok?', /was at \*\*14:39:30 UTC\*\*; there are 80 /],
    ['when was the last successful request on POST /fees', /was at \*\*14:39:30 UTC\*\*; there are 80 /],
    ['did someone change something around 14:29?', /^Yes: `tray-desk`: `sensor profile changed, north beds` at/],
  ])('%j', async (asked, told) => {
    expect(await ask(asked)).toMatch(told)
  })
})

describe('what is counted', () => {
  it.each([
    ['nozzle heater errors?', /^\*\*12\*\* log records that say `nozzle heater`/],
    ['fees booked, no amex', /^\*\*53\*\* log records that say `fees booked` without `brand` `amex`/],
    ['fees booked, not visa', /^\*\*53\*\* log records that say `fees booked` without `brand` `visa`/],
    ['fees booked in total', /^\*\*80\*\* log records that say `fees booked`/],
    ['what share of POST /fees came back 503', /^\*\*33\.3 %\*\*.*: 40 of 120/],
  ])('%j', async (asked, told) => {
    expect(await ask(asked)).toMatch(told)
  })

  it('a level that no such line has is told apart from what the lines call an error', async () => {
    expect(await ask('trays too wet errors')).toMatch(/^These lines are sent as warnings, not as errors\. \*\*9\*\*/)
    expect(await ask('nozzle heater lines logged as errors')).toMatch(/\*\*0\*\* errors/)
  })

  it('what none of them carries is not none', async () => {
    expect(await ask('how many requests on POST /trays failed with brand visa')).not.toMatch(/^\*\*[1-9]/)
    expect(await ask('requests on POST /fees with 503', 'only ios')).toMatch(
      /^None of the \*\*40\*\* requests .* carries `app\.os`, so I cannot tell which of them are of `ios`/,
    )
  })

  it('a group that is level with others is said to be', async () => {
    expect(await ask('requests on POST /fees by brand')).toMatch(
      /has the most requests .*: \*\*40\*\* \(as many as `\w+` and `\w+`\), by `brand`/,
    )
  })

  it('two things in one question are told one after the other', async () => {
    const text = await ask('what does "tray too wet, refused" mean and how many of those did we get')
    expect(text).toMatch(/It comes from `fan-control`/)
    expect(text).toMatch(/\*\*9\*\* log records/)
    const both = await ask('any restarts or config changes in the last hour')
    expect(both).toMatch(/\*\*1\*\* restart: `fan-control`/)
    expect(both).toMatch(/sensor profile changed/)
  })
})
