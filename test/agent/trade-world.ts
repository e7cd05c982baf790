/** Small systems of a trade: routes behind a gateway, one of which fails for a while, with a store that callers name. */
import type { LogRow, SpanRow, World } from '../../scripts/eval/questions/records.ts'

export interface Trade {
  readonly gateway: string
  /** Path → the service that answers it. */
  readonly routes: Readonly<Record<string, string>>
  readonly failing: string
  readonly store: string
  /** The service that panics once, and what it says. */
  readonly crash?: { readonly service: string; readonly line: string; readonly minute: number }
}

export const END_MS = Date.parse('2026-11-20T15:00:00Z')
const MINUTES = 60
const FAILS_FROM = 25
const FAILS_UNTIL = 45
const PER_MINUTE = 4

const at = (minute: number, second = 0): number => END_MS - (MINUTES - minute) * 60_000 + second * 1000
const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')

/** An hour of the trade; requests on the failing route fail with 503 from minute 25 to 45. */
export function worldOf(trade: Trade): World {
  const spans: SpanRow[] = []
  const logs: LogRow[] = []
  let id = 1
  const log = (timeMs: number, service: string, severity: LogRow['severity'], body: string): void => {
    logs.push({
      ...{ timeMs, service, severity, isSeveritySent: true, message: body, body, attributes: {} },
      ...{ traceId: '', spanId: '', version: '1.0.0', instance: `${service}-1` },
    })
  }
  for (let minute = 0; minute < MINUTES; minute++)
    for (const [index, [route, service]] of Object.entries(trade.routes).entries())
      for (let nth = 0; nth < PER_MINUTE; nth++) {
        const startMs = at(minute, nth * 14 + index)
        const isFailed = route === trade.failing && minute >= FAILS_FROM && minute < FAILS_UNTIL && nth < 3
        const traceId = hex(id, 32)
        const ids = [hex(id * 4, 16), hex(id * 4 + 1, 16), hex(id * 4 + 2, 16)]
        id++
        const shared = { traceId, isFailed, isError: isFailed, statusMessage: '', version: '1.0.0' }
        const status = { 'http.response.status_code': isFailed ? 503 : 200 }
        spans.push({
          ...{ ...shared, spanId: ids[0] ?? '', parentSpanId: '', service: trade.gateway, name: route, kind: 'server' },
          ...{ startMs, endMs: startMs + 40 + nth, attributes: status, instance: `${trade.gateway}-1`, isEntry: true },
        })
        spans.push({
          ...{ ...shared, spanId: ids[1] ?? '', parentSpanId: ids[0] ?? '', service, name: route, kind: 'server' },
          ...{ startMs: startMs + 5, endMs: startMs + 30 + nth, attributes: status, instance: `${service}-1` },
          isEntry: true,
        })
        spans.push({
          ...{ ...shared, isError: false, isFailed: false, spanId: ids[2] ?? '', parentSpanId: ids[1] ?? '', service },
          ...{ name: 'SELECT rows', kind: 'client', startMs: startMs + 8, endMs: startMs + 12, isEntry: false },
          ...{ attributes: { 'db.system': trade.store }, instance: `${service}-1` },
        })
        log(
          startMs + 31,
          service,
          isFailed ? 'ERROR' : 'INFO',
          isFailed ? `${route} failed: lock held` : `${route} done`,
        )
      }
  if (trade.crash !== undefined) log(at(trade.crash.minute), trade.crash.service, 'FATAL', trade.crash.line)
  return {
    name: trade.gateway,
    startMs: at(0),
    endMs: END_MS,
    services: [trade.gateway, ...new Set(Object.values(trade.routes))],
    ...{ logs, spans, points: [], marks: {}, names: {} },
  }
}
