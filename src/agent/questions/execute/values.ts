/** Distinct values and sums: of attributes from the store's counts of values, of bodies from the records themselves. */
import type { Condition, Field } from '../../../telemetry/index.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime, Statistic } from '../plan/plan.ts'
import { type Desk, logFilter, note, rangeOf, spanFilter, statusKeys } from './filters.ts'
import type { Amount, MeasureGroup } from './result.ts'
import { searchMatching } from './search.ts'

const VALUES_MAX = 5_000
/** Records read for values that stand in bodies. */
const RECORDS_MAX = 20_000

export interface Values extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
}
type Distinct = Extract<Measure, { of: 'distinct' }>
type Numbers = Extract<Measure, { of: 'number' }>

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
const DISTINCT_GROUPS_MAX = 25

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

function fieldFor(key: string, scope: 'attribute' | 'resource' | 'builtin'): Field {
  if (scope !== 'builtin') return { kind: scope, key }
  return { kind: 'builtin', name: key === 'service' ? 'service' : key === 'trace_id' ? 'trace_id' : 'name' }
}

async function valuesOf(
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

/** Finds the value stated under one of the names; without any, an id that abbreviates the noun ("u-17" of users). */
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

/** Aggregates a numeric attribute. */
export async function numberOf(
  desk: Desk,
  measure: Numbers,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<Values> {
  if (measure.isInBody === true) return numbersInLines(desk, measure, conditions, time)
  const scope =
    desk.catalogue.keys.find(({ key, signal }) => key === measure.key && signal === measure.signal)?.scope ??
    'attribute'
  const counts = await valuesOf(desk, measure.signal, { kind: scope, key: measure.key }, conditions, time)
  const numbers = [...counts].flatMap(([text, count]) =>
    text !== '' && Number.isFinite(Number(text)) ? [[Number(text), count] as const] : [],
  )
  numbers.sort((a, b) => a[0] - b[0])
  const records = numbers.reduce((sum, [, count]) => sum + count, 0)
  return {
    value: records === 0 ? null : statistic(numbers, records, measure.statistic),
    of: records,
    groups: [],
    series: [],
  }
}

const IN_LINE =
  /(?:took|duration|elapsed|time|latency)(?:_?(ms|s))?"?[=: ]+"?(\d+(?:\.\d+)?) ?(ms|msec|s|sec|seconds|milliseconds)?\b|(\d+(?:\.\d+)?) ?(ms|msec|s|sec|seconds|milliseconds)\b/i

/** Reads from a body how long something took, in milliseconds, or how many of a unit it states; null without it. */
function bodyReader({ unit }: Numbers): (body: string) => Stated | null {
  if (unit === undefined) return durationIn
  // "13:04:13 cover-fetch: fetched 48 covers": neither a part of a time nor the beginning of a name.
  const before = new RegExp(`(?<![\\d:.])(\\d{1,18}(?:\\.\\d{1,18})?) ?${RegExp.escape(unit)}(?:e?s)?(?![\\w-])`, 'i')
  const behind = new RegExp(`\\b${RegExp.escape(unit)}(?:e?s)?["']?[=:] ?"?(\\d{1,18}(?:\\.\\d{1,18})?)`, 'i')
  const spoken = new RegExp(`\\b${RegExp.escape(unit)} (?:of |is |was |at )?(\\d{1,18}(?:\\.\\d{1,18})?)`, 'i')
  return (body) => {
    const found = behind.exec(body) ?? before.exec(body) ?? spoken.exec(body)
    if (found === null) return null
    return { value: Number(found[1]), isMs: MS_BEHIND.test(body.slice(found.index + found[0].length)) }
  }
}

/** A number that a line states, and whether it says that these are milliseconds. */
interface Stated {
  readonly value: number
  readonly isMs: boolean
}

const MS_BEHIND = /^ ?(?:ms|msec|milliseconds)\b/i

function durationIn(body: string): Stated | null {
  const found = IN_LINE.exec(body)
  if (found === null) return null
  const unit = (found[1] ?? found[3] ?? found[5] ?? 'ms').toLowerCase()
  return { value: Number(found[2] ?? found[4]) * (unit.startsWith('m') ? 1 : 1000), isMs: true }
}

/** Numbers that lines state. */
async function numbersInLines(
  desk: Desk,
  measure: Numbers,
  conditions: readonly PlanCondition[],
  time: PlanTime,
): Promise<Values> {
  const counts = new Map<number, number>()
  const valueIn = bodyReader(measure)
  let records = 0
  let read = 0
  let isMs = true
  for await (const { body } of searchMatching(desk, conditions, time, RECORDS_MAX)) {
    read++
    const stated = valueIn(body)
    if (stated === null) continue
    isMs &&= stated.isMs
    counts.set(stated.value, (counts.get(stated.value) ?? 0) + 1)
    records++
  }
  if (read >= RECORDS_MAX) desk.partial.add('limit')
  const numbers = [...counts].sort((a, b) => a[0] - b[0])
  const value = records === 0 ? null : statistic(numbers, records, measure.statistic)
  return { value, of: records, groups: [], series: [], ...(isMs && value !== null ? { isInMs: true } : {}) }
}

function statistic(numbers: readonly (readonly [number, number])[], records: number, asked: Statistic): number | null {
  const sum = numbers.reduce((total, [value, count]) => total + value * count, 0)
  switch (asked) {
    case 'sum':
      return sum
    case 'mean':
    case 'last':
      return sum / records
    case 'min':
      return numbers[0]?.[0] ?? null
    case 'max':
      return numbers.at(-1)?.[0] ?? null
    default: {
      const rank = (asked === 'p999' ? 0.999 : Number(asked.slice(1)) / 100) * records
      let below = 0
      for (const [value, count] of numbers) {
        below += count
        if (below >= rank) return value
      }
      return numbers.at(-1)?.[0] ?? null
    }
  }
}
