/** Distinct values: of attributes from the store's counts of values, of bodies from the records themselves. */
import type { Condition, Field } from '../../../telemetry/index.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { nounOfKey } from '../reader/fields.ts'
import { lemmaOf } from '../reader/words.ts'
import { type Desk, logFilter, note, rangeOf, spanFilter, statusKeys } from './filters.ts'
import type { Amount, MeasureGroup } from './result.ts'
import { searchMatching } from './search.ts'

const VALUES_MAX = 5_000
/** Records read for values that stand in bodies. */
export const RECORDS_MAX = 20_000

export interface Values extends Amount {
  readonly isTime?: boolean
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
}
type Distinct = Extract<Measure, { of: 'distinct' }>

/** Counts the distinct values of a field or of a place in log lines. */
export async function distinctOf(
  desk: Desk,
  measure: Distinct,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<Values> {
  const isByPattern = conditions.some(({ on }) => on === 'templates')
  const counts =
    measure.key === undefined || isByPattern
      ? await valuesInBodies(desk, measure, conditions, time)
      : await valuesOf(desk, measure.signal, fieldFor(measure.key, measure.scope ?? 'attribute'), conditions, time)
  const groups = [...counts].sort((a, b) => b[1] - a[1]).map(([value, count]) => ({ key: [value], value: count }))
  return { value: counts.size, of: groups.reduce((sum, { value }) => sum + value, 0), groups, series: [] }
}

/** So many groups have their different values counted; each is a query of its own. */
export const DISTINCT_GROUPS_MAX = 25

/** Counts different values, in each group where groups are asked for: "orders per city". */
export async function distinctByGroup(
  desk: Desk,
  { conditions, time, groupBy }: Pick<PlanOf<'measure'>, 'conditions' | 'time' | 'groupBy'>,
  measure: Distinct,
): Promise<Values> {
  const [group] = groupBy
  const whole = await distinctOf(desk, measure, conditions, time)
  const isGrouped = group !== undefined && groupBy.length === 1 && group.field !== measure.key
  const isAttribute = group !== undefined && group.scope !== 'builtin'
  if (!isGrouped || !(isAttribute || group.field === 'service')) return whole
  const field = fieldFor(group.field, group.scope)
  const counts = await valuesOf(desk, measure.signal, field, conditions, time)
  const largest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, DISTINCT_GROUPS_MAX)
  const groups = await Promise.all(
    largest.map(async ([value]) => {
      const own: PlanCondition = isAttribute
        ? {
            on: 'attribute',
            key: group.field,
            scope: group.scope === 'resource' ? 'resource' : 'attribute',
            values: [value],
          }
        : { on: 'service', values: [value] }
      const one = await distinctOf(desk, measure, [...conditions, own], time)
      return { key: [value], value: one.value }
    }),
  )
  return { ...whole, groups: groups.filter(({ value }) => (value ?? 0) > 0) }
}

/** Names that only points of metrics carry, under a key of that noun: a queue that is measured and that nobody reads. */
export function withNamesOfMetrics(
  { catalogue }: Desk,
  { conditions, time, groupBy }: Pick<PlanOf<'measure'>, 'conditions' | 'time' | 'groupBy'>,
  { key, what }: Distinct,
  found: Values,
): Values {
  const isOfAll = conditions.length === 0 && groupBy.length === 0 && time.basis !== 'asked'
  if (key === undefined || !isOfAll || found.groups.length === 0) return found
  const noun = lemmaOf(what.toLowerCase())
  const own = catalogue.metrics.flatMap(({ attributes }) =>
    attributes.filter((one) => one.key === key || nounOfKey(one.key.toLowerCase()) === noun),
  )
  const known = new Set(found.groups.map((group) => group.key[0]))
  const names = [...new Set(own.flatMap(({ values }) => values))].filter((name) => !known.has(name))
  if (names.length === 0 || names.length > FURTHER_MAX) return found
  const groups = [...found.groups, ...names.map((name) => ({ key: [name], value: null }))]
  return { ...found, value: groups.length, groups }
}
const FURTHER_MAX = 20

/** The store's field of a key and its scope. */
export function fieldFor(key: string, scope: 'attribute' | 'resource' | 'builtin'): Field {
  if (scope !== 'builtin') return { kind: scope, key }
  return { kind: 'builtin', name: key === 'service' ? 'service' : key === 'trace_id' ? 'trace_id' : 'name' }
}

/** The values of a field, each with how many records have it. */
export async function valuesOf(
  desk: Desk,
  signal: 'logs' | 'spans',
  field: Field,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<Map<string, number>> {
  const filter = signal === 'logs' ? logFilter(conditions, desk.catalogue) : spanFilter(conditions, desk.catalogue)
  const counts = new Map<string, number>()
  for (const also of signal === 'logs' ? [[]] : outcomes(conditions, desk)) {
    const { values, work } = await desk.ctx.telemetry.fieldValues(desk.ctx.project, {
      range: rangeOf(time),
      filter: { ...filter, conditions: [...filter.conditions, ...also] },
      signal,
      field,
      limit: VALUES_MAX,
    })
    note(desk, work)
    if (values.length >= VALUES_MAX) desk.partial.add('limit')
    for (const { value, count } of values) counts.set(value, Math.max(count, counts.get(value) ?? 0))
  }
  return counts
}

/** A request failed by its status or by its code: either may be all that a sender states. */
function outcomes(conditions: readonly PlanCondition[], { catalogue }: Desk): Condition[][] {
  const isFailed = conditions.some((condition) => condition.on === 'outcome' && condition.is === 'failed')
  if (!isFailed) return [[]]
  return [
    [{ field: { kind: 'builtin', name: 'status' }, op: 'eq', value: 'error' }],
    ...statusKeys(catalogue, 'spans').map((key): Condition[] => [
      { field: { kind: 'attribute', key }, op: 'between', low: 500, high: 599 },
    ]),
  ]
}

/** What stands in bodies (or attributes) under one of the names: `user=u-1`, `"userId":"u-1"`, `user u-1`. */
async function valuesInBodies(
  desk: Desk,
  measure: Distinct,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<Map<string, number>> {
  const names = [
    ...(measure.names ?? []),
    ...(measure.key === undefined ? [] : [measure.key]),
    measure.what.replace(/s$/, ''),
  ]
  const read = valueReader(names)
  const counts = new Map<string, number>()
  let records = 0
  for await (const log of searchMatching(desk, conditions, time, RECORDS_MAX)) {
    records++
    const own =
      measure.key === undefined ? undefined : (log.attributes[measure.key] ?? log.resource.attributes[measure.key])
    const value = own === undefined || own === null ? read(log.body) : String(own)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  if (records >= RECORDS_MAX) desk.partial.add('limit')
  return counts
}

/** Finds the value stated under one of the names, the noun first; without any, an id that abbreviates the noun ("u-17" of users). */
export function valueReader(names: readonly string[]): (body: string) => string | null {
  const alternatives = [...new Set(names)].map((name) => RegExp.escape(name)).join('|')
  const stated = new RegExp(`(?:^|[\\s{,("'\\[])"?(?:${alternatives})"?\\s?[=:]\\s?"?([^\\s",;}\\])]{1,120})`, 'i')
  const spoken = new RegExp(`(?:^|\\s)(?:${alternatives})\\s(?:id\\s)?#?([\\w.@:-]*\\d[\\w.@:-]*)`, 'i')
  const initial = names[0]?.[0]?.toLowerCase() ?? ''
  const prefixed = new RegExp(`(?:^|[\\s=:"'(])(${RegExp.escape(initial)}(?:[a-z]{0,11})[-_]\\d[\\w-]{0,40})`, 'i')
  const short = (id: string | undefined): string | null =>
    id !== undefined && isShortFor(/^[a-z]+/i.exec(id)?.[0].toLowerCase() ?? '', names[0] ?? '')
      ? id.replace(/[,.;:]$/, '')
      : null
  return (body) => stated.exec(body)?.[1] ?? spoken.exec(body)?.[1] ?? short(prefixed.exec(body)?.[1])
}

/** Whether the letters stand in the word in this order: "clm" is short for claim, not for country. */
function isShortFor(letters: string, word: string): boolean {
  let at = -1
  return [...letters].every((letter) => {
    at = word.toLowerCase().indexOf(letter, at + 1)
    return at >= 0
  })
}
