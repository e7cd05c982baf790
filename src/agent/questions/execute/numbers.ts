/** Statistics of numbers that records carry or that their lines state, whole and by groups. */
import type { StoredLog } from '../../../telemetry/index.ts'
import { isNegated, type Measure, type PlanCondition, type PlanOf, type Statistic } from '../plan/plan.ts'
import { bodyNames, keysOf, nounOfKey } from '../reader/fields.ts'
import type { Desk } from './filters.ts'
import { searchMatching } from './search.ts'
import { bodyReader, type Stated } from './stated-numbers.ts'
import { DISTINCT_GROUPS_MAX, fieldFor, RECORDS_MAX, type Values, valueReader, valuesOf } from './values.ts'

type Numbers = Extract<Measure, { of: 'number' }>
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'time' | 'groupBy'>
type Group = Asked['groupBy'][number]
/** So large a share of records in a group of their own are told apart by what they are. */
const EACH_SHARE = 0.5
/** How often each number was found. */
type Counts = Map<number, number>

/** Aggregates a number that records carry under a key or state in their lines. */
export async function numberOf(desk: Desk, measure: Numbers, asked: Asked): Promise<Values> {
  const found = await numberIn(desk, measure, asked)
  const [group, second] = asked.groupBy
  const isApart = found.groups.some(({ key }) => key.some((part) => part !== null && part !== ''))
  if (group === undefined || second !== undefined || found.value === null || isApart) return found
  return (await groupedInOther(desk, measure, asked, group)) ?? found
}

/** "Risk score by country": spans may carry the one and lines both, under names of their own. */
async function groupedInOther(desk: Desk, measure: Numbers, asked: Asked, group: Group): Promise<Values | null> {
  if (measure.isInBody === true || group.scope === 'builtin' || asked.conditions.length > 0) return null
  const signal = measure.signal === 'logs' ? 'spans' : 'logs'
  const others = desk.catalogue.keys.filter((known) => known.signal === signal)
  const last = (key: string): string => key.toLowerCase().split(/[._]/).at(-1) ?? ''
  const key = others.find((known) => last(known.key) === last(measure.key))?.key
  const field = keysOf(nounOfKey(group.field), { keys: others })[0]
  if (key === undefined || field === undefined) return null
  const groupBy = [{ field: field.key, scope: field.scope }]
  const found = await numberIn(desk, { ...measure, key, signal }, { ...asked, groupBy })
  return found.groups.length > 0 ? found : null
}

async function numberIn(desk: Desk, measure: Numbers, asked: Asked): Promise<Values> {
  if (measure.isInBody === true || (measure.signal === 'logs' && isOfLines(asked)))
    return numbersInLines(desk, measure, asked)
  const [group] = asked.groupBy
  const whole = await numbersCarried(desk, measure, asked.conditions, asked.time)
  if (group === undefined || asked.groupBy.length > 1) return whole
  const values = await valuesOf(desk, measure.signal, fieldFor(group.field, group.scope), asked.conditions, asked.time)
  const records = [...values.values()].reduce((sum, count) => sum + count, 0)
  if (isOfEach(measure, values.size, records)) return whole
  const largest = [...values].sort((a, b) => b[1] - a[1]).slice(0, DISTINCT_GROUPS_MAX)
  const groups = await Promise.all(
    largest.map(async ([value]) => {
      const own = [...asked.conditions, conditionOf(group, value)]
      const { value: number, of } = await numbersCarried(desk, measure, own, asked.time)
      return { key: [value], value: number, ...(of === undefined ? {} : { of }) }
    }),
  )
  return { ...whole, groups: groups.filter(({ value }) => value !== null) }
}

/** "Average kWh per session", each of which has hardly more than one record: one number, and no groups. */
function isOfEach({ statistic: asked }: Numbers, groups: number, records: number): boolean {
  return asked === 'mean' && groups > EACH_SHARE * records
}

/** Conditions on what lines say are no filter of the store, and groups are told line by line. */
function isOfLines({ conditions, groupBy }: Asked): boolean {
  return groupBy.length > 0 || conditions.some((one) => one.on === 'templates' || (one.on === 'text' && isNegated(one)))
}

function conditionOf({ field, scope }: Group, value: string): PlanCondition {
  return scope === 'builtin'
    ? { on: 'service', values: [value] }
    : { on: 'attribute', key: field, scope, values: [value] }
}

async function numbersCarried(
  desk: Desk,
  { key, signal, statistic: asked }: Numbers,
  conditions: readonly PlanCondition[],
  time: Asked['time'],
): Promise<Values> {
  const scope = desk.catalogue.keys.find((known) => known.key === key && known.signal === signal)?.scope ?? 'attribute'
  const counts = await valuesOf(desk, signal, { kind: scope, key }, conditions, time)
  const numbers = [...counts].flatMap(([text, count]) =>
    text !== '' && Number.isFinite(Number(text)) ? [[Number(text), count] as const] : [],
  )
  return { ...amountOf(new Map(numbers), asked), groups: [], series: [] }
}

/** Numbers of records that are read one by one: under their key, else as their lines state them. */
async function numbersInLines(desk: Desk, measure: Numbers, { conditions, time, groupBy }: Asked): Promise<Values> {
  const all: Counts = new Map()
  const byGroup = new Map<string, { readonly key: readonly (string | null)[]; readonly counts: Counts }>()
  const numberOfRecord = numberReader(measure)
  const groupsOf = groupBy.map(groupReader)
  let read = 0
  let isTime = true
  for await (const record of searchMatching(desk, conditions, time, RECORDS_MAX)) {
    read++
    const found = numberOfRecord(record)
    if (found === null) continue
    const { value } = found
    isTime &&= found.isTime
    add(all, value)
    if (groupsOf.length === 0) continue
    const key = groupsOf.map((groupIn) => groupIn(record))
    const name = key.join('\u0000')
    const group = byGroup.get(name) ?? { key, counts: new Map() }
    add(group.counts, value)
    byGroup.set(name, group)
  }
  if (read >= RECORDS_MAX) desk.partial.add('limit')
  const records = [...all.values()].reduce((sum, count) => sum + count, 0)
  const isGrouped =
    !isOfEach(measure, byGroup.size, records) &&
    [...byGroup.values()].some(({ key }) => key.some((part) => part !== null))
  const groups = (isGrouped ? [...byGroup.values()] : []).map(({ key, counts }) => ({
    key,
    ...amountOf(counts, measure.statistic),
  }))
  const isOfTime = MILLISECONDS.test(measure.key) || (isTime && all.size > 0)
  return { ...amountOf(all, measure.statistic), groups, series: [], ...(isOfTime ? { isTime: true } : {}) }
}

/** Reads the number of a record, under its key or as its line states it. */
export function numberReader(measure: Numbers): (record: StoredLog) => Stated | null {
  const inBody = measure.isInBody === true ? bodyReader(measure) : null
  return (record) => (inBody === null ? carried(record, measure.key) : inBody(record.body))
}

function add(counts: Counts, value: number): void {
  counts.set(value, (counts.get(value) ?? 0) + 1)
}

/** A statistic over numbers that were found so often each. */
export function amountOf(counts: Counts, asked: Statistic): { value: number | null; of: number } {
  const numbers = [...counts].sort((a, b) => a[0] - b[0])
  const records = numbers.reduce((sum, [, count]) => sum + count, 0)
  return { value: records === 0 ? null : statistic(numbers, records, asked), of: records }
}

/** Names of numbers that are milliseconds: `took_ms`, `tookMs`, `durationMs`. */
export const MILLISECONDS = /(?:(?:^|[_.])ms|Ms|millis|responseTime|(?:took|duration|latency|elapsed|time|wait)_?ms)$/

function carried({ attributes, resource }: StoredLog, key: string): Stated | null {
  const own = attributes[key] ?? resource.attributes[key]
  if (own === undefined || own === null || own === '') return null
  return Number.isFinite(Number(own)) ? { value: Number(own), isTime: false } : null
}

/** What a record has of a group: the value of its key, or what its line states under the name. */
function groupReader({ field, scope }: Group): (record: StoredLog) => string | null {
  if (scope === 'builtin')
    return ({ resource, severityText }) =>
      field === 'severity' ? severityText : field === 'service' ? resource.service : null
  const stated = valueReader([...bodyNames(nounOfKey(field)), field])
  return ({ attributes, resource, body }) => {
    const own = attributes[field] ?? resource.attributes[field]
    return own === undefined || own === null ? stated(body) : String(own)
  }
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
