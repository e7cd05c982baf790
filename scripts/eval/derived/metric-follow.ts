/** Readings beside changed traces: durations, rates and work of each service change in proportion to its spans. */
import type { MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { toMillis } from '../../../src/telemetry/time.ts'
import type { Stretch } from './span-faults.ts'

/** A reading describes about this much time before it. */
const READING_MS = 60_000
const PERCENT_MAX = 100

interface Totals {
  calls: number
  durationNanos: number
}

/** Readings of the service whose processor is busy, multiplied inside the stretch. */
export interface BusyProcessor {
  readonly service: string
  readonly factor: number
  readonly stretch: Stretch
}

export function followSpans(
  metrics: readonly MetricPoint[],
  before: readonly SpanRecord[],
  after: readonly SpanRecord[],
  busy: BusyProcessor | null,
): MetricPoint[] {
  const [old, now] = [totalsOf(before), totalsOf(after)]
  return metrics.map((point) => {
    const key = `${point.resource.service} ${minuteOf(toMillis(point.time) - READING_MS / 2)}`
    const [was, is] = [old.get(key), now.get(key)]
    let factor = was === undefined || is === undefined ? 1 : factorOf(point.name, was, is)
    if (busy !== null && isBusy(point, busy)) factor *= busy.factor
    const { value, unit } = point
    // A histogram is not one number, and stays as it was recorded.
    return factor === 1 || typeof value !== 'number' ? point : { ...point, value: scaled(value, unit, factor) }
  })
}

function factorOf(name: string, was: Totals, is: Totals): number {
  if (/duration/.test(name)) return is.durationNanos / is.calls / Math.max(1, was.durationNanos / was.calls)
  if (/requests|network/.test(name)) return is.calls / was.calls
  return 1
}

function isBusy(point: MetricPoint, { service, stretch }: BusyProcessor): boolean {
  const timeMs = toMillis(point.time) - READING_MS / 2
  const isOwn = /cpu/.test(point.name) && !/node/.test(point.name) && point.resource.service === service
  return isOwn && timeMs >= stretch.fromMs && timeMs < stretch.toMs
}

function scaled(value: number, unit: string, factor: number): number {
  return unit === '%' ? Math.min(PERCENT_MAX, value * factor) : value * factor
}

function totalsOf(spans: readonly SpanRecord[]): Map<string, Totals> {
  const totals = new Map<string, Totals>()
  for (const { resource, time, durationNanos } of spans) {
    const key = `${resource.service} ${minuteOf(toMillis(time))}`
    const known = totals.get(key)
    if (known === undefined) totals.set(key, { calls: 1, durationNanos })
    else {
      known.calls++
      known.durationNanos += durationNanos
    }
  }
  return totals
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / READING_MS)
}
