/** Requests in groups: by service, route, attribute or status code. */
import { isNegated, type PlanCondition } from '../plan/plan.ts'
import { amountOf, ratio } from './amounts.ts'
import type { PartCondition } from './complement.ts'
import { type Desk, fieldOf, statusKeys } from './filters.ts'
import { type Asked, type Scope, stats, sumOf } from './request-stats.ts'
import type { MeasureGroup } from './result.ts'

/** So many groups are looked into where they are grouped once more. */
const GROUPS_OF_PAIR_MAX = 8
/** Values looked at one by one within each of them. */
const VALUES_OF_PAIR_MAX = 10

/** Groups may be of all that a share is taken of, which no plan can say. */
type Grouped = Omit<Asked, 'conditions'> & {
  readonly conditions: readonly PartCondition[]
  readonly valuesMax?: number
}

/** Of each group the share that matches: of the requests that it has in all, as of all groups together. */
export async function sharesByGroup(
  desk: Desk,
  asked: Asked,
  all: readonly PartCondition[],
  only: Scope,
): Promise<MeasureGroup[]> {
  const counting = { ...asked, measure: { of: 'requests' } as const }
  const [matching, whole] = await Promise.all([
    grouped(desk, counting, only),
    grouped(desk, { ...counting, conditions: all }, only),
  ])
  const counts = new Map(matching.map(({ key, value }) => [JSON.stringify(key), value ?? 0]))
  return whole.map(({ key, of }) => {
    const failed = counts.get(JSON.stringify(key)) ?? 0
    return { key, value: ratio(failed, of), failed, of: of ?? 0 }
  })
}

export async function grouped(desk: Desk, asked: Grouped, only: Scope): Promise<MeasureGroup[]> {
  const native = asked.groupBy.every(
    ({ field, scope }) => scope === 'builtin' && (field === 'service' || field === 'operation'),
  )
  if (native) {
    const hasOperation = asked.groupBy.some(({ field }) => field === 'operation')
    const isService = asked.groupBy.some(({ field }) => field === 'service') || hasOperation
    const groupBy = [...(isService ? (['service'] as const) : []), ...(hasOperation ? (['operation'] as const) : [])]
    const rows = await stats(desk, asked, asked.conditions, { groupBy, intervalMs: null, ...only })
    return rows.map((row) => ({
      key: hasOperation ? [row.service, row.operation] : [row.service],
      ...amountOf(row, asked),
    }))
  }
  const by = asked.groupBy.find(({ scope }) => scope !== 'builtin') ?? asked.groupBy[0]
  if (by === undefined) return []
  const keys = statusKeys(desk.catalogue, 'spans')
  const own = await groupedBy(desk, asked, only, by)
  if (asked.groupBy.length > 1 && own.length > 0) return groupedWithin(desk, asked, only, by, own)
  if (own.length > 0 || !keys.includes(by.field)) return own
  // Services may have the status under different keys.
  for (const field of keys.filter((key) => key !== by.field)) {
    const groups = await groupedBy(desk, asked, only, { field, scope: 'attribute' })
    if (groups.length > 0) return groups
  }
  return []
}

async function groupedBy(
  desk: Desk,
  asked: Grouped,
  only: Scope,
  by: Asked['groupBy'][number],
): Promise<MeasureGroup[]> {
  const keys = statusKeys(desk.catalogue, 'spans')
  const codes = asked.conditions.filter((condition) => condition.on === 'status_code' && !isNegated(condition))
  if (codes.length > 1 && keys.includes(by.field)) return byCode(desk, asked, codes, only)
  const rows = await stats(desk, asked, asked.conditions, {
    groupBy: [],
    by: fieldOf(by.field, by.scope),
    intervalMs: null,
    ...only,
  })
  return rows
    .map((row) => ({ key: [row.value ?? ''], ...amountOf(row, asked) }))
    .filter(({ of }) => (of ?? 0) > 0)
    .slice(0, asked.valuesMax)
}

/** "By tenant and service": of the groups with most requests, each by what else is asked for; keys in the order asked. */
async function groupedWithin(
  desk: Desk,
  asked: Grouped,
  only: Scope,
  by: Asked['groupBy'][number],
  groups: readonly MeasureGroup[],
): Promise<MeasureGroup[]> {
  const others = asked.groupBy.filter((one) => one !== by)
  const place = asked.groupBy.indexOf(by)
  const scope = by.scope === 'resource' ? ('resource' as const) : ('attribute' as const)
  const largest = groups.toSorted((a, b) => (b.of ?? 0) - (a.of ?? 0)).slice(0, GROUPS_OF_PAIR_MAX)
  const found = await Promise.all(
    largest.map(async ({ key: [value = ''] }) => {
      const condition: PlanCondition = { on: 'attribute', key: by.field, scope, values: [value ?? ''] }
      const within = {
        ...asked,
        valuesMax: VALUES_OF_PAIR_MAX,
        groupBy: others,
        conditions: [...asked.conditions, condition],
      }
      const rows = await grouped(desk, within, only)
      return rows.map((row) => ({ ...row, key: [...row.key.slice(0, place), value, ...row.key.slice(place)] }))
    }),
  )
  return found.flat().filter(({ of }) => (of ?? 0) > 0)
}

/** "200 vs 503": the requests of each code that was named. */
function byCode(desk: Desk, asked: Grouped, codes: readonly PartCondition[], only: Scope): Promise<MeasureGroup[]> {
  const others = asked.conditions.filter((condition) => !codes.includes(condition))
  return Promise.all(
    codes.map(async (code) => {
      const rows = await stats(desk, asked, [...others, code], { groupBy: [], intervalMs: null, ...only })
      const from = code.on === 'status_code' ? code.from : 0
      const isClass = code.on === 'status_code' && code.from !== code.to
      return { key: [isClass ? `${Math.floor(from / 100)}xx` : String(from)], ...amountOf(sumOf(rows), asked) }
    }),
  )
}
