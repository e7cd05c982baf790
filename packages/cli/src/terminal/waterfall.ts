/** A trace as a tree of spans over time. */
import type { Span } from '@observability-agent/sdk'
import { paint, type Terminal } from './color.ts'
import { cut, inertLine, padded, widthOf } from './text.ts'

/** Spans that are drawn at most; a trace can have thousands. */
const SPANS_MAX = 200
const DEPTH_MAX = 12
const LABEL_MAX = 60

interface Row {
  readonly span: Span
  readonly depth: number
}

/** Parents before their children, siblings by their start; spans without a known parent are roots. */
function treeOf(spans: readonly Span[]): Row[] {
  const known = new Set(spans.map((span) => span.spanId))
  const children = new Map<string | null, Span[]>()
  for (const span of spans) {
    const parent = span.parentSpanId !== null && known.has(span.parentSpanId) ? span.parentSpanId : null
    children.set(parent, [...(children.get(parent) ?? []), span])
  }
  const rows: Row[] = []
  const seen = new Set<string>()
  const waiting: Row[] = startOrder(children.get(null) ?? []).map((span) => ({ span, depth: 0 }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    // Ids are a sender's: two spans may claim one id.
    if (seen.has(next.span.id)) continue
    seen.add(next.span.id)
    rows.push(next)
    const { span, depth } = next
    waiting.unshift(...startOrder(children.get(span.spanId) ?? []).map((child) => ({ span: child, depth: depth + 1 })))
  }
  // A circle of parents has no root.
  for (const span of startOrder(spans)) if (!seen.has(span.id)) rows.push({ span, depth: 0 })
  return rows
}

function startOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => startMs(a) - startMs(b))
}

function startMs(span: Span): number {
  return Number(BigInt(span.timeUnixNano) / 1000n) / 1000
}

export function durationText(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms >= 10) return `${Math.round(ms)} ms`
  return `${ms.toFixed(ms >= 1 ? 1 : 2)} ms`
}

export function renderWaterfall(spans: readonly Span[], terminal: Terminal): string {
  const rows = treeOf(spans)
  const shown = rows.slice(0, SPANS_MAX)
  if (shown.length === 0) return '(no spans)'
  const fromMs = Math.min(...rows.map(({ span }) => startMs(span)))
  const toMs = Math.max(...rows.map(({ span }) => startMs(span) + span.durationMs))
  const labels = shown.map(({ span, depth }) => {
    const indent = '  '.repeat(Math.min(depth, DEPTH_MAX))
    return `${indent}${inertLine(span.service)}  ${inertLine(span.name)}`
  })
  const durations = shown.map(({ span }) => durationText(span.durationMs))
  const durationWidth = Math.max(...durations.map(widthOf))
  const wanted = Math.max(...labels.map(widthOf))
  const labelWidth = Math.min(wanted, LABEL_MAX, Math.max(20, Math.floor(terminal.width * 0.5)))
  const barWidth = Math.max(5, terminal.width - labelWidth - durationWidth - 4)
  const lines = shown.map(({ span }, index) => {
    const isError = span.status.toLowerCase() === 'error'
    const bar = barOf({ fromMs, spanMs: toMs - fromMs, startMs: startMs(span), durationMs: span.durationMs }, barWidth)
    const label = padded(cut(labels[index] ?? '', labelWidth), labelWidth)
    const duration = padded(durations[index] ?? '', durationWidth, 'right')
    return `${paint(terminal, isError ? 'red' : null, label)}  ${duration}  ${paint(terminal, isError ? 'red' : 'cyan', bar)}${isError ? ' ✗' : ''}`.trimEnd()
  })
  const more = rows.length > shown.length ? [`… ${rows.length - shown.length} more spans; --json has them all`] : []
  return [...lines, ...more].join('\n')
}

interface Bar {
  readonly fromMs: number
  readonly spanMs: number
  readonly startMs: number
  readonly durationMs: number
}

function barOf({ fromMs, spanMs, startMs, durationMs }: Bar, width: number): string {
  const scale = spanMs <= 0 ? 0 : (width - 2) / spanMs
  const offset = Math.min(width - 3, Math.floor((startMs - fromMs) * scale))
  const length = Math.max(1, Math.min(width - 2 - offset, Math.round(durationMs * scale)))
  return ' '.repeat(Math.max(0, offset)) + (durationMs * scale < 0.5 ? '▏' : '█'.repeat(length))
}
