/** Log records: how many, by what, over time; and those of certain patterns. */
import { valueText } from '../../../telemetry/index.ts'
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import { type PartCondition, partsOf, statedInLines } from './complement.ts'
import { withEmptySteps } from './empty-steps.ts'
import { type Desk, fieldOf, logFilter, note, rangeOf, statusKeys } from './filters.ts'
import { asOne, patternsOf } from './named-patterns.ts'
import type { Amount, MeasureGroup, MeasureResult } from './result.ts'
import { searchMatching } from './search.ts'
import { countedOf, isStated } from './stated-bounds.ts'

const GROUPS_MAX = 1_000
/** Records of patterns read one by one to group them by an attribute. */
const GROUPED_MAX = 20_000
/** Records read one by one for a number that only their text states; the search itself says where it was not all. */
const STATED_MAX = 40_000

export interface Records extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
  readonly patterns?: MeasureResult['patterns']
  readonly services?: MeasureResult['services']
}
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy' | 'intervalMs'> & { readonly time: PlanTime }

/** Counts log records; negated conditions are counted by taking what fits away from all. */
export async function recordsOf(desk: Desk, asked: Asked): Promise<Records> {
  const counted = await countsOf(desk, asked)
  return { ...counted, series: withEmptySteps(counted.series, asked, desk.catalogue) }
}

async function countsOf(desk: Desk, asked: Asked): Promise<Records> {
  const parts = await Promise.all(
    partsOf(asked.conditions, statedInLines(desk.catalogue), statusKeys(desk.catalogue, 'logs')).map(
      async ({ sign, conditions }) => ({
        sign,
        records: await fittingOf(desk, { ...asked, conditions }),
      }),
    ),
  )
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only.records
  const groups = new Map<string, { key: readonly (string | null)[]; value: number }>()
  const series = new Map<string, number>()
  let value = 0
  for (const { sign, records } of parts) {
    value += sign * (records.value ?? 0)
    for (const { key, value: count } of records.groups) {
      const name = key.join('\u0000')
      groups.set(name, { key, value: (groups.get(name)?.value ?? 0) + sign * (count ?? 0) })
    }
    for (const [at, count] of records.series) series.set(at, (series.get(at) ?? 0) + sign * count)
  }
  return { value, groups: [...groups.values()].filter((group) => group.value > 0), series: [...series].sort() }
}

type Fitting = Omit<Asked, 'conditions'> & { readonly conditions: readonly PartCondition[] }

async function fittingOf(desk: Desk, asked: Fitting): Promise<Records> {
  if (asked.conditions.some(isStated))
    return countedOf(searchMatching(desk, asked.conditions, asked.time, STATED_MAX), asked)
  const isByPattern = asked.groupBy.some(({ field, scope }) => scope === 'builtin' && field === 'pattern')
  const templates = asked.conditions.filter((condition) => condition.on === 'templates')
  return templates.length > 0 || isByPattern ? byPatterns(desk, asked) : byCount(desk, asked)
}

async function byCount(desk: Desk, asked: Fitting): Promise<Records> {
  const filter = logFilter(asked.conditions, desk.catalogue)
  const query = { range: rangeOf(asked.time), filter, groupsMax: GROUPS_MAX }
  const groupBy = asked.groupBy.map(({ field, scope }) => fieldOf(field, scope))
  const isGrouped = groupBy.length > 0
  const [grouped, series] = await Promise.all([
    desk.ctx.telemetry.countLogs(desk.ctx.project, {
      ...query,
      groupBy,
      intervalMs: isGrouped ? null : asked.intervalMs,
    }),
    isGrouped && asked.intervalMs !== null
      ? desk.ctx.telemetry.countLogs(desk.ctx.project, { ...query, groupBy: [], intervalMs: asked.intervalMs })
      : null,
  ])
  note(desk, grouped.work)
  const groups = isGrouped ? grouped.groups.map(({ key, total }) => ({ key, value: total })) : []
  const counts = asked.intervalMs === null ? [] : ((series ?? grouped).groups[0]?.counts ?? [])
  const points = counts.map(([atMs, value]) => [new Date(atMs).toISOString(), value] as const)
  return { value: grouped.total, groups, series: points }
}

async function byPatterns(desk: Desk, asked: Fitting): Promise<Records> {
  const patterns = await patternsOf(desk, asked.conditions, asked.time, asked.intervalMs)
  const byAttribute = asked.groupBy.find(({ scope }) => scope !== 'builtin')
  const groups = new Map<string, { key: (string | null)[]; value: number }>()
  if (byAttribute !== undefined) {
    for await (const log of searchMatching(desk, asked.conditions, asked.time, GROUPED_MAX)) {
      const own = byAttribute.scope === 'resource' ? log.resource.attributes : log.attributes
      const value = own[byAttribute.field]
      const name = value === undefined || value === null ? null : valueText(value)
      const held = groups.get(name ?? '') ?? { key: [name], value: 0 }
      held.value++
      groups.set(name ?? '', held)
    }
  }
  for (const pattern of byAttribute === undefined ? patterns : []) {
    const key = asked.groupBy.map(({ field }) =>
      field === 'pattern' ? pattern.template : field === 'severity' ? pattern.severity : pattern.service,
    )
    const text = key.join('\u0000')
    const held = groups.get(text) ?? { key, value: 0 }
    held.value += pattern.count
    groups.set(text, held)
  }
  const series = new Map<number, number>()
  for (const { counts } of patterns)
    for (const [atMs, count] of counts) series.set(atMs, (series.get(atMs) ?? 0) + count)
  return {
    value: patterns.reduce((sum, { count }) => sum + count, 0),
    groups: asked.groupBy.length === 0 ? [] : [...groups.values()],
    series:
      asked.intervalMs === null
        ? []
        : [...series]
            .sort((a, b) => a[0] - b[0])
            .map(([atMs, value]) => [new Date(atMs).toISOString(), value] as const),
    ...servicesOf(patterns),
    patterns: asOne(patterns)
      .slice(0, 10)
      .map(({ template, service, severity, count }) => ({ template, service, severity, count })),
  }
}

/** Two services may tell of one event: how many lines each has. */
function servicesOf(
  patterns: readonly { readonly service: string; readonly count: number }[],
): Pick<Records, 'services'> {
  const counts = new Map<string, number>()
  for (const { service, count } of patterns) if (count > 0) counts.set(service, (counts.get(service) ?? 0) + count)
  const services = [...counts].map(([service, count]) => ({ service, count })).sort((a, b) => b.count - a.count)
  return services.length < 2 ? {} : { services }
}
