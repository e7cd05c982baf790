/** Writes symptoms of metrics as findings, in words with numbers. */
import { medianOf } from '../../median.ts'
import type { Grid } from '../../telemetry/index.ts'
import type { Finding } from './findings.ts'
import { isSaturated, isShareOfLimit, type MetricSymptom } from './metric-symptoms.ts'
import { intervalStartMs } from './split.ts'

/** Symptoms weaker than this are dropped. */
const NATS_MIN = 1
/** The bonus for a resource that is used up. */
export const SATURATION_NATS = 2

export interface MetricSpan {
  readonly grid: Grid
  readonly from: number
  readonly onset: number
  readonly to: number
}

/** `everyday`: nats that some row reaches by chance. They are taken off. */
export function metricFindingsOf(
  symptoms: readonly MetricSymptom[],
  span: MetricSpan,
  everyday: number,
  query: string,
): Finding[] {
  return symptoms.flatMap((symptom) => {
    const isFull = isSaturated(symptom)
    const strength = symptom.nats - everyday + (isFull ? SATURATION_NATS : 0)
    return strength < NATS_MIN ? [] : [toFinding(symptom, span, strength, isFull, query)]
  })
}

function toFinding(
  symptom: MetricSymptom,
  span: MetricSpan,
  strength: number,
  isFull: boolean,
  query: string,
): Finding {
  const { row, shift } = symptom
  const { edge } = row
  if (symptom.isGone) return goneFinding(symptom, span, strength, query)
  const { beside } = symptom
  const before = beside?.theirs ?? medianOf(readings(row.raw, span.from, span.onset))
  const after = beside?.own ?? valueNear(row, symptom.shift.after, span) ?? before
  const unit = row.unit === '' || row.unit === '1' || row.unit.startsWith('{') ? '' : ` ${row.unit}`
  const whose = edge === null ? '' : ` of calls from ${edge.caller} to ${edge.callee}`
  const where = row.instance === '' ? '' : ` on ${row.instance}`
  const name = row.attributes === '' ? row.metric : `${row.metric}{${row.attributes}}`
  // Callers and callees are told in words.
  const called = edge === null ? name : row.metric
  const full = isFull ? ': nearly all there is' : ''
  return {
    kind: 'metric',
    service: edge === null ? row.service : edge.callee,
    role: row.role,
    subject: name,
    strength,
    onsetMs: intervalStartMs(span.grid, span.onset),
    text:
      beside === undefined
        ? `${called}${whose}${where} went from ${brief(before)}${unit} to ${brief(after)}${unit}${full}, ${brief(Math.abs(shift.z))} times its usual scatter`
        : `${called}${whose} is ${brief(after)}${unit}${full} on the new instance ${row.instance}, ${brief(before)}${unit} on its siblings`,
    peer: edge === null ? null : edge.caller,
    reach: 'callee',
    queries: [query],
    ...(isShareOfLimit(row) ? { shareOfLimit: after / (row.unit === '1' ? 1 : 100) } : {}),
    ...(row.isInPoints ? { failingShare: shift.after / 100 } : {}),
    ...(row.typical > 0 ? { added: (after - before) / row.typical } : {}),
    ...(before > 0 ? { times: after / before } : {}),
    isLess: after < before,
    isGrowing: isGrowing(symptom, span),
    isOfNewInstance: beside !== undefined,
    ...(symptom.isUncalled === true ? { isUncalled: true } : {}),
    selector: null,
  }
}

/** A growing reading moves this many times farther from the first third of the later time to the last. */
const GROWTH_MIN = 2.5
const GROWTH_READINGS_MIN = 4
/** A shorter rise is how any trouble begins. */
const GROWTH_MIN_MS = 15 * 60_000

function isGrowing({ row, shift }: MetricSymptom, { grid, onset, to }: MetricSpan): boolean {
  if ((to - onset) * grid.intervalMs < GROWTH_MIN_MS) return false
  const after = readings(row.harm, onset, to).map((value) => value - shift.before)
  if (after.length < GROWTH_READINGS_MIN) return false
  const third = Math.max(1, Math.floor(after.length / 3))
  const last = medianOf(after.slice(-third))
  return last > 0 && last >= GROWTH_MIN * medianOf(after.slice(0, third))
}

function goneFinding(
  { row, beside, isOfRequestsAlone, isRestarting }: MetricSymptom,
  { grid, onset, to }: MetricSpan,
  strength: number,
  query: string,
): Finding {
  return {
    kind: 'metric',
    service: row.service,
    subject: 'all metrics',
    strength,
    onsetMs: intervalStartMs(grid, onset),
    text:
      beside === undefined
        ? `no reading of ${row.service} any more: none in ${to - onset} steps that nearly always held one`
        : `the new instance ${row.instance} of ${row.service} ${isRestarting === true ? 'is started anew again and again, its siblings are not' : 'does nothing of what its siblings do'}`,
    peer: null,
    reach: 'own',
    queries: [query],
    isGone: true,
    ...(isOfRequestsAlone === true ? { isOfRequestsAlone } : {}),
    isOfNewInstance: beside !== undefined,
    selector: null,
  }
}

/** The reading that lies on the harm scale where the shift was measured. */
function valueNear(row: MetricSymptom['row'], harm: number, { onset, to }: MetricSpan): number | null {
  let nearest: number | null = null
  let distance = Number.POSITIVE_INFINITY
  for (let i = onset; i < to; i++) {
    const off = Math.abs((row.harm[i] ?? Number.NaN) - harm)
    if (off < distance) {
      distance = off
      nearest = row.raw[i] ?? null
    }
  }
  return nearest
}

function readings(raw: Float64Array, from: number, to: number): number[] {
  const found: number[] = []
  for (let i = from; i < to; i++) {
    const value = raw[i] ?? Number.NaN
    if (!Number.isNaN(value)) found.push(value)
  }
  return found
}

function brief(value: number): string {
  return Number(value.toPrecision(3)).toString()
}
