/** A trace as rows to draw: spans below the span that caused them, and the parts of time that decided its duration. */
import type { Span } from '@observability-agent/sdk'

export interface SpanRow {
  readonly span: Span
  readonly depth: number
  /** Milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** True where the span names a parent that the trace does not have. */
  readonly isOrphan: boolean
}

/** Deeper spans are drawn at this depth: their names would have no room. */
export const DEPTH_MAX = 24

/** Nanoseconds matter within a trace; dates of the API have milliseconds. */
export function startOf({ timeUnixNano }: Pick<Span, 'timeUnixNano'>): number {
  return Number(timeUnixNano.slice(0, -6)) + Number(timeUnixNano.slice(-6)) / 1e6
}

const endOf = (span: Span): number => startOf(span) + span.durationMs

/** Orders spans as a tree, each below its parent, siblings by their start. Every span occurs once, in cycles too. */
export function rowsOf(spans: readonly Span[]): SpanRow[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const children = childrenOf(spans, byId)
  const rows: SpanRow[] = []
  const seen = new Set<Span>()
  const visit = (root: Span): void => {
    const open: { span: Span; depth: number }[] = [{ span: root, depth: 0 }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { span, depth } = next
      if (seen.has(span)) continue
      seen.add(span)
      const isOrphan = span.parentSpanId !== null && !byId.has(span.parentSpanId)
      rows.push({ span, depth: Math.min(depth, DEPTH_MAX), start: startOf(span), end: endOf(span), isOrphan })
      for (const child of (children.get(span.spanId) ?? []).toReversed()) open.push({ span: child, depth: depth + 1 })
    }
  }
  for (const root of byStart(spans.filter((span) => span.parentSpanId === null || !byId.has(span.parentSpanId)))) {
    visit(root)
  }
  // What is left are cycles: each begins at its earliest span.
  for (const span of byStart(spans)) if (!seen.has(span)) visit(span)
  return rows
}

const byStart = (spans: readonly Span[]): Span[] => spans.toSorted((a, b) => startOf(a) - startOf(b))

function childrenOf(spans: readonly Span[], byId: ReadonlyMap<string, Span>): Map<string, Span[]> {
  const children = new Map<string, Span[]>()
  for (const span of byStart(spans)) {
    if (span.parentSpanId === null || !byId.has(span.parentSpanId)) continue
    const siblings = children.get(span.parentSpanId)
    if (siblings) siblings.push(span)
    else children.set(span.parentSpanId, [span])
  }
  return children
}

export type Part = readonly [from: number, to: number]

/**
 * The parts of each span's own time without which the trace would have ended earlier. Going back from the end of the
 * longest root: the child that ended last before the moment decided it, and before that child began, the one before.
 */
export function criticalParts(spans: readonly Span[]): ReadonlyMap<string, readonly Part[]> {
  const byId = new Map(spans.map((span) => [span.spanId, span]))
  const children = childrenOf(spans, byId)
  const roots = spans.filter((span) => span.parentSpanId === null || !byId.has(span.parentSpanId))
  const [root] = roots.toSorted((a, b) => b.durationMs - a.durationMs)
  const parts = new Map<string, Part[]>()
  if (root === undefined) return parts
  const add = (span: Span, from: number, to: number) => {
    if (to <= from) return
    const own = parts.get(span.spanId)
    if (own) own.push([from, to])
    else parts.set(span.spanId, [[from, to]])
  }
  const seen = new Set<Span>()
  const open: { span: Span; until: number }[] = [{ span: root, until: endOf(root) }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { span, until } = next
    if (seen.has(span)) continue
    seen.add(span)
    let at = until
    const ended = (children.get(span.spanId) ?? []).toSorted((a, b) => endOf(b) - endOf(a))
    for (const child of ended) {
      const end = Math.min(endOf(child), at)
      // A child that began after this moment ran beside what decided it.
      if (startOf(child) >= at || end <= startOf(span)) continue
      add(span, end, at)
      open.push({ span: child, until: end })
      at = Math.max(startOf(child), startOf(span))
    }
    add(span, startOf(span), at)
  }
  return parts
}
