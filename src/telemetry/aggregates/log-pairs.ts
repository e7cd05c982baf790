/** Which log line follows which, inside one context: a span, else a trace, else the stream of one instance. */
import type { LogRecord } from '../model.ts'
import { emptySeries, type Grid } from './grid.ts'
import { instanceOf } from './instance.ts'
import type { LogContextKind, LogPairActivity } from './types.ts'

export interface PlacedLine {
  readonly record: LogRecord
  readonly timeMs: number
  readonly interval: number
  readonly shape: string
}

export const CONTEXT_BEGIN = '^'
export const CONTEXT_END = '$'

/** A service's lines of one context are written by one sequence of work, so their order means something. */
export function countPairs(
  lines: readonly PlacedLine[],
  grid: Grid,
): { pairs: LogPairActivity[]; contexts: Record<LogContextKind, number> } {
  const grouped = new Map<string, { readonly kind: LogContextKind; readonly lines: PlacedLine[] }>()
  for (const line of lines) {
    const { kind, key } = contextOf(line.record)
    const group = grouped.get(key)
    if (group === undefined) grouped.set(key, { kind, lines: [line] })
    else group.lines.push(line)
  }
  const pairs = new Map<string, LogPairActivity>()
  const contexts: Record<LogContextKind, number> = { span: 0, trace: 0, stream: 0 }
  for (const group of grouped.values()) {
    contexts[group.kind]++
    addContext(pairs, group.kind, group.lines, grid)
  }
  return { pairs: [...pairs.values()], contexts }
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
  unordered: readonly PlacedLine[],
  grid: Grid,
): void {
  const lines = unordered.toSorted((a, b) => a.timeMs - b.timeMs)
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
