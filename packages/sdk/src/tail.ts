/** Logs as they arrive, for as long as the consumer reads: over the service's time limit and broken connections. */
import type { Client } from './client.ts'
import { ConnectionError } from './errors.ts'
import type { LogRecord, TelemetryFilter, TelemetryTailData } from './generated/types.gen.ts'
import { endOf, openStream } from './streams.ts'
import { backoffMs, sleep } from './transport.ts'

export interface TailOptions extends NonNullable<TelemetryTailData['query']> {
  readonly signal?: AbortSignal | undefined
  /** Called before each attempt to continue a broken tail. */
  readonly onReconnect?: ((attempt: number, reason: unknown) => void) | undefined
}

const RECONNECTS_MAX = 8
/** Records that were shown, to know those that arrive again from the query for a gap. */
const SHOWN_MAX = 5_000
/** What one query answers at most; a tail that missed more shows the newest of them. */
const GAP_RECORDS_MAX = 1_000
/** Records may arrive this late and still belong to a tail. */
const LATE_MS = 30_000
/** The new stream is open by then, so that nothing arrives between it and the query. */
const GAP_DELAY_MS = 1_000

/**
 * Yields records that arrive from now on. The service ends a tail after 15 minutes, and connections break: then it is
 * opened again, and what arrived in between is read from the store. Ends only when the consumer stops, or with an error.
 */
export async function* tailLogs(client: Client, options: TailOptions = {}): AsyncGenerator<LogRecord, void, undefined> {
  const { signal, onReconnect, ...query } = options
  const fresh = once()
  const startedMs = Date.now()
  let aliveMs = startedMs
  for (let failures = 0, isFirst = true; ; isFirst = false) {
    let reason: unknown
    const closing = new AbortController()
    try {
      const opened = openStream(client.connection, pathOf(query), { cursor: null, signal: endOf(signal, closing) })
      let next = opened.next()
      if (!isFirst) {
        // Its own failure is reported below.
        next.catch(() => undefined)
        await sleep(GAP_DELAY_MS, signal)
        const from = new Date(Math.max(startedMs, aliveMs - LATE_MS))
        yield* (await missedSince(client, query, from, signal)).filter(fresh)
      }
      for (let event = await next; !event.done; event = await next) {
        failures = 0
        aliveMs = Date.now()
        const record = recordOf(event.value.data)
        if (record !== null && fresh(record)) yield record
        next = opened.next()
      }
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error
      reason = error
    } finally {
      closing.abort()
    }
    failures += 1
    if (failures > RECONNECTS_MAX) throw new ConnectionError('The tail broke again and again.', { cause: reason })
    onReconnect?.(failures, reason)
    await sleep(backoffMs(failures - 1), signal)
  }
}

/** Returns a filter that lets each record through once. */
function once(): (record: LogRecord) => boolean {
  const shown = new Set<string>()
  return ({ id }) => {
    if (shown.has(id)) return false
    shown.add(id)
    if (shown.size > SHOWN_MAX) for (const oldest of [...shown].slice(0, SHOWN_MAX / 2)) shown.delete(oldest)
    return true
  }
}

type TailQuery = NonNullable<TelemetryTailData['query']>

function pathOf(query: TailQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '/tail' : `/tail?${new URLSearchParams(given)}`
}

function recordOf(data: string): LogRecord | null {
  // The service validates what it sends.
  const event = JSON.parse(data) as { readonly type: string; readonly log?: LogRecord }
  return event.type === 'log' ? (event.log ?? null) : null
}

async function missedSince(client: Client, query: TailQuery, from: Date, signal: AbortSignal | undefined) {
  const { service, severity, q, projectId, organizationId } = query
  const filters: TelemetryFilter[] = [
    ...(service === undefined ? [] : [{ field: 'service', op: 'eq' as const, value: service }]),
    ...(severity === undefined ? [] : [{ field: 'severity', op: 'gte' as const, value: severity }]),
  ]
  const { logs } = await client.logs.query({
    body: {
      from: from.toISOString(),
      filters,
      sort: 'newest',
      limit: GAP_RECORDS_MAX,
      ...(q === undefined ? {} : { search: { mode: 'all', text: q } }),
      ...(projectId === undefined ? {} : { projectId }),
      ...(organizationId === undefined ? {} : { organizationId }),
    },
    ...(signal === undefined ? {} : { signal }),
  })
  // Without `select` the records are whole.
  return logs.filter((record): record is LogRecord => 'body' in record).reverse()
}
