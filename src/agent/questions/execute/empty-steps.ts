/** Steps of a course in which nothing was counted: a store gives none for them, and they are zeros all the same. */
import type { Catalogue } from '../grounding/catalogue.ts'
import { type PlanCondition, type PlanTime, servicesOf } from '../plan/plan.ts'

type Point = readonly [at: string, value: number]
interface Asked {
  readonly time: PlanTime
  readonly intervalMs: number | null
  readonly conditions: readonly PlanCondition[]
}

/**
 * A series of counts with a zero for each step that has none, as far as there was telemetry of the services that are
 * asked about, or of any. Without it, errors that ended would seem to go on as they were.
 */
export function withEmptySteps(
  series: readonly Point[],
  asked: Asked,
  catalogue: Pick<Catalogue, 'firstMs' | 'lastMs' | 'services'>,
): readonly Point[] {
  const { time, intervalMs } = asked
  const [first] = series
  if (intervalMs === null || first === undefined) return series
  const counted = new Map(series.map(([at, value]) => [Date.parse(at), value]))
  const named = servicesOf(asked)
  const known = catalogue.services.filter(({ name }) => named.includes(name))
  const firstMs = known.length > 0 ? Math.min(...known.map((one) => one.firstMs)) : catalogue.firstMs
  const lastMs = known.length > 0 ? Math.max(...known.map((one) => one.lastMs)) : catalogue.lastMs
  const fromMs = Math.max(Date.parse(time.from), firstMs ?? 0)
  const untilMs = Math.min(Date.parse(time.to), lastMs ?? Number.POSITIVE_INFINITY)
  const phaseMs = Date.parse(first[0]) % intervalMs
  const starts = new Set(counted.keys())
  // Steps that lie in the window whole: half a step without a count says nothing.
  for (
    let atMs = Math.ceil((fromMs - phaseMs) / intervalMs) * intervalMs + phaseMs;
    atMs + intervalMs <= untilMs && starts.size < STEPS_MAX;
    atMs += intervalMs
  )
    starts.add(atMs)
  return [...starts]
    .sort((a, b) => a - b)
    .map((atMs) => [new Date(atMs).toISOString(), counted.get(atMs) ?? 0] as const)
}

const STEPS_MAX = 2_000
