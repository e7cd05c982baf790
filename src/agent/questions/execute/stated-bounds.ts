/** Limits on numbers that only the text of lines states: no filter of the store, so lines are read one by one. */
import { type StoredLog, toMillis, valueText } from '../../../telemetry/index.ts'
import type { PlanCondition, PlanOf } from '../plan/plan.ts'
import type { PartCondition } from './complement.ts'
import { bodyReader } from './stated-numbers.ts'

type Bound = Extract<PlanCondition, { on: 'number' }>
type Series = readonly (readonly [at: string, value: number])[]

/** Whether a condition is told by the text of a line only. */
export function isStated(condition: PartCondition): condition is Bound {
  return condition.on === 'number' && condition.isInBody === true
}

/** Whether a line states a number within the limit; a line without the number does not. */
export function statesWithin({ op, value, unit }: Bound): (body: string) => boolean {
  const read = unit === undefined ? timeIn : numberIn(unit)
  return (body) => {
    const found = read(body)
    if (found === null) return false
    if (op === 'gt') return found > value
    if (op === 'gte') return found >= value
    return op === 'lt' ? found < value : found <= value
  }
}

function numberIn(unit: string): (body: string) => number | null {
  const read = bodyReader({ unit })
  return (body) => read(body)?.value ?? null
}

/** A number with its unit behind it; neither a part of a clock time nor of a name. */
const TIME =
  /(?<![\w:.-])(\d{1,12}(?:\.\d{1,6})?) ?(ms|msec|milliseconds?|s|secs?|seconds?|min|mins|minutes?)(?![\w:.-]\w)/i

/** How long something took, in milliseconds, as a body says it. */
function timeIn(body: string): number | null {
  const [, amount, unit = ''] = TIME.exec(body) ?? []
  if (amount === undefined) return null
  const scale = /^(?:ms|mil)/i.test(unit) ? 1 : /^s/i.test(unit) ? 1000 : 60_000
  return Number(amount) * scale
}

interface Counted {
  readonly value: number
  readonly groups: readonly { readonly key: readonly (string | null)[]; readonly value: number }[]
  readonly series: Series
}

/** Counts records that were read, by the groups of a plan or in its steps. */
export async function countedOf(
  records: AsyncIterable<StoredLog>,
  { groupBy, intervalMs }: Pick<PlanOf<'measure'>, 'groupBy' | 'intervalMs'>,
): Promise<Counted> {
  const groups = new Map<string, { readonly key: readonly (string | null)[]; value: number }>()
  const steps = new Map<number, number>()
  let value = 0
  for await (const record of records) {
    value++
    const key = groupBy.map((field) => groupValue(record, field))
    const held = groups.get(key.join('\u0000')) ?? { key, value: 0 }
    held.value++
    groups.set(key.join('\u0000'), held)
    if (intervalMs === null) continue
    const atMs = Math.floor(toMillis(record.time) / intervalMs) * intervalMs
    steps.set(atMs, (steps.get(atMs) ?? 0) + 1)
  }
  const series = [...steps].sort((a, b) => a[0] - b[0]).map(([atMs, n]) => [new Date(atMs).toISOString(), n] as const)
  return { value, groups: groupBy.length === 0 ? [] : [...groups.values()], series }
}

function groupValue(
  { attributes, resource, severityText }: StoredLog,
  { field, scope }: PlanOf<'measure'>['groupBy'][number],
): string | null {
  if (scope === 'builtin') return field === 'service' ? resource.service : field === 'severity' ? severityText : null
  const own = (scope === 'resource' ? resource.attributes : attributes)[field]
  return own === undefined || own === null ? null : valueText(own)
}
