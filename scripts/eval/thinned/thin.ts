/**
 * Real cases made harder as other incidents of the same system are: fewer requests, fewer and rarer readings, a shorter
 * past, a shorter fault, a service that sends less. Nothing is made up; records are only left out. The same case and draw
 * leave out the same.
 */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { LogRecord, MetricPoint, SpanRecord } from '../../../src/telemetry/model.ts'
import { type Timestamp, toMillis } from '../../../src/telemetry/time.ts'
import { type Random, seededRandom } from '../../demo/random.ts'
import type { SignalName } from '../incident-cases.ts'

interface Case {
  readonly records: RecordArrays
  /** When the fault began, or the moment asked about. */
  readonly startMs: number
  readonly endMs: number
}

const THINNINGS = ['traces', 'readings', 'past', 'fault', 'service'] as const
export type Thinning = (typeof THINNINGS)[number]

/** Of whole requests, what is kept. */
const TRACES_KEPT = [0.3, 0.7] as const
/** Of a metric's rows, what is left out. */
const ROWS_LEFT_OUT = [0.2, 0.4] as const
/** Readings at most this far apart are fine enough to keep every second or third. */
const FINE_MS = 15_000
const PAST_KEPT = [1 / 3, 0.9] as const
const FAULT_KEPT = [0.4, 0.9] as const

/** What a draw does to a case, known without its records. */
export interface Plan {
  /** Two or three. */
  readonly thinnings: readonly Thinning[]
  /** Of the case and the draw: what is drawn while records are left out. */
  readonly random: () => Random
  readonly tracesKept: number
  readonly rowsLeftOut: number
  readonly readingEvery: number
  readonly pastKept: number
  readonly faultKept: number
}

/** @param draw is the seed, from 1. */
export function planOf(id: string, signals: readonly SignalName[], draw: number): Plan {
  const random = seededRandom(draw, `thinned ${id}`)
  const able = random.shuffle(THINNINGS.filter((thinning) => canThin(thinning, signals)))
  const drawn = able.slice(0, random.integer(2, 3))
  return {
    thinnings: THINNINGS.filter((thinning) => drawn.includes(thinning)),
    random: () => seededRandom(draw, `records of ${id}`),
    tracesKept: between(TRACES_KEPT, random),
    rowsLeftOut: between(ROWS_LEFT_OUT, random),
    readingEvery: random.integer(2, 3),
    pastKept: between(PAST_KEPT, random),
    faultKept: between(FAULT_KEPT, random),
  }
}

function canThin(thinning: Thinning, signals: readonly SignalName[]): boolean {
  if (thinning === 'traces') return signals.includes('spans')
  if (thinning === 'readings') return signals.includes('metrics')
  // A service that sends one signal only would not be there at all.
  return thinning !== 'service' || signals.length > 1
}

function between([low, high]: readonly [number, number], random: Random): number {
  return low + (high - low) * random.next()
}

/** When the telemetry of the thinned case ends. */
export function endOf({ startMs, endMs }: Omit<Case, 'records'>, { thinnings, faultKept }: Plan): number {
  return thinnings.includes('fault') ? startMs + faultKept * (endMs - startMs) : endMs
}

export function thin(whole: Case, plan: Plan): Case {
  const random = plan.random()
  const endMs = endOf(whole, plan)
  const apply: Readonly<Record<Thinning, (records: RecordArrays) => RecordArrays>> = {
    traces: (records) => withFewerTraces(records, plan.tracesKept, random.hex(8)),
    readings: (records) => withFewerReadings(records, plan, random.hex(8)),
    past: (records) => withShorterPast(records, whole.startMs, plan.pastKept),
    fault: (records) => cut(records, () => (timeMs) => timeMs <= endMs),
    service: (records) => withoutOneSignal(records, random),
  }
  const records = plan.thinnings.reduce((left, thinning) => apply[thinning](left), whole.records)
  return { records, startMs: whole.startMs, endMs }
}

/** Uniform in [0, 1), by what is kept or left out, so that it does not depend on what else is there. */
function chanceOf(salt: string, key: string): number {
  return seededRandom(0, `${salt} ${key}`).next()
}

/** Lines of a request stay or go with its spans; lines of no request stay. */
function withFewerTraces({ logs, spans, metrics }: RecordArrays, share: number, salt: string): RecordArrays {
  const isKept = new Map<string, boolean>()
  const keeps = ({ traceId }: LogRecord | SpanRecord): boolean => {
    if (traceId === '') return true
    const known = isKept.get(traceId) ?? chanceOf(salt, traceId) < share
    isKept.set(traceId, known)
    return known
  }
  return { logs: logs.filter(keeps), spans: spans.filter(keeps), metrics }
}

/** Some rows are missing, of each service one at least is left; fine readings are rarer. */
function withFewerReadings({ logs, spans, metrics }: RecordArrays, plan: Plan, salt: string): RecordArrays {
  const rows = [...Map.groupBy(metrics, rowOf)].map(([key, points]) => ({ points, chance: chanceOf(salt, key) }))
  const byService = Map.groupBy(rows, ({ points }) => points[0]?.resource.service ?? '')
  const kept = [...byService.values()].flatMap((own) => {
    const luckiest = own.reduce((most, row) => (row.chance > most.chance ? row : most))
    return own.filter((row) => row === luckiest || row.chance >= plan.rowsLeftOut)
  })
  const left = new Set(kept.flatMap(({ points }) => rarer(points, plan.readingEvery)))
  return { logs, spans, metrics: metrics.filter((point) => left.has(point)) }
}

function rowOf({ resource, name, attributes }: MetricPoint): string {
  return JSON.stringify([resource.service, name, resource.attributes, attributes])
}

/** A difference since the reading before cannot be left out: what it counted would be lost. */
function rarer(points: readonly MetricPoint[], every: number): readonly MetricPoint[] {
  const times = [...new Set(points.map(({ time }) => toMillis(time)))].toSorted((a, b) => a - b)
  const gaps = times.flatMap((time, at) => (at === 0 ? [] : [time - (times[at - 1] ?? time)])).toSorted((a, b) => a - b)
  const gapMs = gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY
  if (gapMs > FINE_MS || points.some(({ temporality }) => temporality === 'delta')) return points
  return points.filter(({ time }) => Math.round(toMillis(time) / gapMs) % every === 0)
}

/** Each signal loses the same share of its own past. A request is there from its first span on or not at all. */
function withShorterPast(records: RecordArrays, startMs: number, share: number): RecordArrays {
  return cut(records, (times) => {
    const firstMs = times.reduce((least, time) => Math.min(least, toMillis(time)), startMs)
    const fromMs = startMs - share * (startMs - firstMs)
    return (timeMs) => timeMs >= fromMs
  })
}

function cut(
  { logs, spans, metrics }: RecordArrays,
  within: (times: readonly Timestamp[]) => (timeMs: number) => boolean,
): RecordArrays {
  const begins = new Map<string, number>()
  for (const { traceId, time } of spans) {
    begins.set(traceId, Math.min(begins.get(traceId) ?? Number.POSITIVE_INFINITY, toMillis(time)))
  }
  const cutOne = <T extends { readonly time: Timestamp; readonly traceId?: string }>(records: readonly T[]): T[] => {
    const isWithin = within(records.map(({ time }) => time))
    return records.filter(({ time, traceId }) => isWithin(begins.get(traceId ?? '') ?? toMillis(time)))
  }
  return { logs: cutOne(logs), spans: cutOne(spans), metrics: cutOne(metrics) }
}

/** One service, which sends other signals as well, does not send one of them. */
function withoutOneSignal({ logs, spans, metrics }: RecordArrays, random: Random): RecordArrays {
  const servicesOf = (records: readonly { readonly resource: { readonly service: string } }[]): Set<string> =>
    new Set(records.map(({ resource }) => resource.service))
  const senders = { logs: servicesOf(logs), spans: servicesOf(spans), metrics: servicesOf(metrics) }
  const signals = ['logs', 'spans', 'metrics'] as const
  const able = signals.flatMap((signal) =>
    [...senders[signal]]
      .filter((service) => signals.some((other) => other !== signal && senders[other].has(service)))
      .toSorted()
      .map((service) => ({ signal, service })),
  )
  if (able.length === 0) return { logs, spans, metrics }
  const missing = random.pick(able)
  const without = <T extends { readonly resource: { readonly service: string } }>(
    signal: (typeof signals)[number],
    records: readonly T[],
  ): readonly T[] =>
    signal === missing.signal ? records.filter(({ resource }) => resource.service !== missing.service) : records
  return { logs: without('logs', logs), spans: without('spans', spans), metrics: without('metrics', metrics) }
}
