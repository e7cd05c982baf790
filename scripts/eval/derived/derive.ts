/**
 * Cases made from recorded windows without a fault: the bursts, the drift and the mix of requests are real, only the
 * fault is made. The same window and number give the same case. Some cases hold no fault, but a change of load.
 */

import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { fromMillis, toMillis } from '../../../src/telemetry/time.ts'
import { type Random, seededRandom } from '../../demo/random.ts'
import type { Truth } from '../protocol/episode.ts'
import { applyMetricFault, METRIC_FAULTS } from './metric-faults.ts'
import { followSpans } from './metric-follow.ts'
import { applySpanFault, SPAN_FAULTS, type Stretch } from './span-faults.ts'
import { recordsOf, treesOf } from './trace-surgery.ts'

export interface Window {
  readonly records: RecordArrays
  /** The moment somebody asks about. */
  readonly startMs: number
  readonly endMs: number
}

export interface Derived extends Window {
  readonly truth: Truth | null
}

export const RECIPES = ['fault', 'pair', 'load'] as const
export type Recipe = (typeof RECIPES)[number]

/** Of the time before the moment asked about, when the first of two faults begins and how long it lasts. */
const PAIR_BEGINS = 0.8
const PAIR_LASTS = 0.3
const MINUTE_MS = 60_000

/** @param number picks the kind of fault in turn, and is the seed. @returns null when the window cannot hold the case. */
export function derive(window: Window, recipe: Recipe, number: number): Derived | null {
  const random = seededRandom(number, `derived ${recipe}`)
  const hasSpans = window.records.spans.length > 0
  if (recipe === 'load') return hasSpans ? loadChanged(window, random) : askedEarlier(window, number)
  return hasSpans ? faultInSpans(window, recipe, number, random) : faultInMetrics(window, recipe, number, random)
}

function stretchesOf({ records, startMs, endMs }: Window, recipe: Recipe): Stretch[] {
  // The last reading is of the fault as well.
  const own = { fromMs: startMs, toMs: endMs + 1 }
  if (recipe !== 'pair') return [own]
  const hit = records.spans.length > 0 ? records.spans : records.metrics
  const firstMs = hit.reduce((least, { time }) => Math.min(least, toMillis(time)), startMs)
  const beforeMs = startMs - firstMs
  const fromMs = startMs - PAIR_BEGINS * beforeMs
  return [own, { fromMs, toMs: fromMs + PAIR_LASTS * beforeMs }]
}

function faultInSpans(window: Window, recipe: Recipe, number: number, random: Random): Derived | null {
  const { spans, metrics } = window.records
  const nodes = [...treesOf(spans).values()].flat()
  const hit: { readonly service: string; readonly kind: string; readonly stretch: Stretch }[] = []
  for (const [index, stretch] of stretchesOf(window, recipe).entries()) {
    const kind = SPAN_FAULTS[(number + 2 * index) % SPAN_FAULTS.length] ?? 'delay'
    const service = applySpanFault(kind, nodes, stretch, new Set(hit.map((one) => one.service)), random)
    if (service === null) return null
    hit.push({ service, kind, stretch })
  }
  const after = recordsOf(nodes)
  const busy = hit.find(({ kind }) => kind === 'cpu_contention')
  const followed = followSpans(
    metrics,
    spans,
    after,
    busy === undefined ? null : { ...busy, factor: random.pick([3, 5, 8]) },
  )
  const [own, ...others] = hit
  if (own === undefined) return null
  const truth = { services: [own.service], unstatedToo: others.map(({ service }) => service), faultType: own.kind }
  return { ...window, records: { ...window.records, spans: after, metrics: followed }, truth }
}

function faultInMetrics(window: Window, recipe: Recipe, number: number, random: Random): Derived | null {
  let metrics: readonly MetricPoint[] = window.records.metrics
  const hit: { readonly services: readonly string[]; readonly kind: string }[] = []
  for (const [index, stretch] of stretchesOf(window, recipe).entries()) {
    const kind = METRIC_FAULTS[(number + index) % METRIC_FAULTS.length] ?? 'latency'
    const applied = applyMetricFault(kind, metrics, stretch, new Set(hit.flatMap(({ services }) => services)), random)
    if (applied === null) return null
    metrics = applied.metrics
    hit.push({ services: applied.services, kind })
  }
  const [own, ...others] = hit
  if (own === undefined) return null
  const truth = { services: own.services, unstatedToo: others.flatMap(({ services }) => services), faultType: own.kind }
  return { ...window, records: { ...window.records, metrics }, truth }
}

/** From the moment asked about half of the requests are gone, or half of those before it come a second time. */
function loadChanged(window: Window, random: Random): Derived {
  const { spans, metrics } = window.records
  const isMore = random.chance(0.5)
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId).values()]
  const beginOf = (trace: readonly SpanRecord[]): number => Math.min(...trace.map(({ time }) => toMillis(time)))
  const after = traces.flatMap((trace) => {
    const isLater = beginOf(trace) >= window.startMs
    if (isMore) return !isLater && random.chance(0.5) ? [...trace, ...repeated(trace, window)] : trace
    return isLater && random.chance(0.5) ? [] : trace
  })
  const followed = followSpans(metrics, spans, after, null)
  return { ...window, records: { ...window.records, spans: after, metrics: followed }, truth: null }
}

/** The same requests once more, as much later as the time before the moment asked about is long. */
function repeated(trace: readonly SpanRecord[], { startMs, endMs }: Window): SpanRecord[] {
  const byMs = endMs - startMs
  return trace.map((span) => ({
    ...span,
    traceId: reversed(span.traceId),
    time: fromMillis(toMillis(span.time) + byMs),
  }))
}

/** An id of its own that is as good as random. */
function reversed(id: string): string {
  return [...id].toReversed().join('')
}

/** The same window, asked about at an earlier moment, with what had arrived until a while after it. */
function askedEarlier(window: Window, number: number): Derived {
  const earlierMs = (20 + 5 * (number % 6)) * MINUTE_MS
  const [startMs, endMs] = [window.startMs - earlierMs, window.endMs - earlierMs]
  const metrics = window.records.metrics.filter(({ time }) => toMillis(time) <= endMs)
  return { startMs, endMs, records: { ...window.records, metrics }, truth: null }
}
