/** Which log line follows which within one context: a span, else a trace, else the instance's output. */
import type { WorkPace } from '../../work-pace.ts'
import type { LogRecord } from '../model.ts'
import { emptySeries, type Grid } from './grid.ts'
import { instanceOf } from './instance.ts'
import type { LogContextKind, LogPairActivity } from './types.ts'

export interface PlacedLine {
  readonly record: LogRecord
  readonly timeMs: number
  readonly interval: number
  readonly shape: string
  readonly template: string
}

export interface LogContext {
  readonly kind: LogContextKind
  /** In time order, with lines delivered twice counted once. */
  readonly lines: readonly PlacedLine[]
}

export const CONTEXT_BEGIN = '^'
export const CONTEXT_END = '$'

/** One sequence of work writes a service's lines of one context, so their order has a meaning. */
export async function contextsOf(lines: readonly PlacedLine[], pace: WorkPace): Promise<LogContext[]> {
  const grouped = new Map<string, { readonly kind: LogContextKind; readonly lines: PlacedLine[] }>()
  for (const line of lines) {
    const { kind, key } = contextOf(line.record)
    const group = grouped.get(key)
    if (group === undefined) grouped.set(key, { kind, lines: [line] })
    else group.lines.push(line)
    if (pace.isDue(1)) await pace.pause()
  }
  const contexts: LogContext[] = []
  for (const { kind, lines } of grouped.values()) contexts.push({ kind, lines: await withoutRepeats(lines, pace) })
  return contexts
}

/**
 * A shipper that misses an acknowledgement delivers a line again in another batch: same context, same nanosecond, same
 * text. Counted twice, it would look like a line that newly follows itself.
 */
async function withoutRepeats(lines: readonly PlacedLine[], pace: WorkPace): Promise<PlacedLine[]> {
  const ordered = lines.toSorted((a, b) => a.timeMs - b.timeMs)
  const kept: PlacedLine[] = []
  for (const line of ordered) {
    let isRepeat = false
    for (let i = kept.length - 1; i >= 0; i--) {
      const other = kept[i]
      if (other === undefined || other.timeMs < line.timeMs) break
      if (other.record.time.nanos === line.record.time.nanos && other.record.body === line.record.body) isRepeat = true
    }
    if (!isRepeat) kept.push(line)
    if (pace.isDue(1)) await pace.pause()
  }
  return kept
}

export function kindsOf(contexts: readonly LogContext[]): Record<LogContextKind, number> {
  const kinds: Record<LogContextKind, number> = { span: 0, trace: 0, stream: 0 }
  for (const { kind } of contexts) kinds[kind]++
  return kinds
}

/** How often each line followed each other line, per interval. */
export async function pairsOf(contexts: readonly LogContext[], grid: Grid, pace: WorkPace): Promise<LogPairActivity[]> {
  const pairs = new Map<string, LogPairActivity>()
  for (const { kind, lines } of contexts) {
    addContext(pairs, kind, lines, grid)
    if (pace.isDue(lines.length)) await pace.pause()
  }
  return [...pairs.values()]
}

function contextOf(record: LogRecord): { kind: LogContextKind; key: string } {
  const service = record.resource.service
  if (record.spanId !== '') return { kind: 'span', key: `${record.spanId}${record.traceId}\u0000${service}` }
  if (record.traceId !== '') return { kind: 'trace', key: `${record.traceId}\u0000${service}` }
  return { kind: 'stream', key: `\u0000${service}\u0000${instanceOf(record.resource.attributes)}` }
}

function addContext(
  pairs: Map<string, LogPairActivity>,
  kind: LogContextKind,
  lines: readonly PlacedLine[],
  grid: Grid,
): void {
  const first = lines[0]
  if (first === undefined) return
  const service = first.record.resource.service
  const isStream = kind === 'stream'
  let prev = CONTEXT_BEGIN
  for (const line of lines) {
    if (!(isStream && prev === CONTEXT_BEGIN)) {
      addPair(pairs, service, prev, line.shape, isStream ? line.interval : first.interval, grid)
    }
    prev = line.shape
  }
  if (!isStream) addPair(pairs, service, prev, CONTEXT_END, first.interval, grid)
}

function addPair(
  pairs: Map<string, LogPairActivity>,
  service: string,
  prev: string,
  next: string,
  interval: number,
  grid: Grid,
): void {
  const key = `${service}\u0000${prev}\u0000${next}`
  let pair = pairs.get(key)
  if (pair === undefined) {
    pair = { service, prev, next, counts: emptySeries(grid) }
    pairs.set(key, pair)
  }
  pair.counts[interval] = (pair.counts[interval] ?? 0) + 1
}
