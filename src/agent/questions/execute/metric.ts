/** One metric: its mean, extremes, percentiles or last value over its points; of counters what they gained. */
import { type MetricSeriesInput, MS_PER_DAY } from '../../../telemetry/index.ts'
import { attributesOf } from '../grounding/catalogue.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { KEY_NAMES } from '../vocabulary/meanings.ts'
import { type Desk, fieldOf, logFilter, note, rangeOf } from './filters.ts'
import type { Amount, MeasureGroup } from './result.ts'

const GROUPS_MAX = 200
/** What a rate may be per, in seconds. */
const UNIT_SECONDS = { minute: 60, hour: 3600, day: 86_400 } as const
/** Short enough to have the points of a series one by one. */
const STEP_MS = 10_000

export interface MetricValues extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
}
type MetricMeasure = Extract<Measure, { of: 'metric' }>
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy' | 'intervalMs'> & { readonly time: PlanTime }
type Aggregation = MetricSeriesInput['aggregation']

/** More keys that end in one word would ask the store too often. */
const KEYS_MAX = 3

/**
 * Measures a metric: the whole, its groups and its steps. Its points may carry a value under another key that ends in the
 * same word (`stock.warehouse` for `warehouse`), which only asking for it tells.
 */
export async function metricOf(desk: Desk, measure: MetricMeasure, asked: Asked): Promise<MetricValues> {
  const own = await valuesOf(desk, measure, asked)
  const condition = asked.conditions.find((one) => one.on === 'attribute')
  if (own.value === null && condition?.on === 'attribute') {
    for (const { key, scope } of otherKeys(desk, measure.metric, condition.key)) {
      const conditions = asked.conditions.map((one) => (one === condition ? { ...condition, key, scope } : one))
      const other = await valuesOf(desk, measure, { ...asked, conditions })
      if (other.value !== null) return other
    }
    return own
  }
  const group = asked.groupBy.find(({ scope }) => scope !== 'builtin')
  if (group === undefined || !isWithoutValues(own.groups)) return own
  for (const { key, scope } of otherKeys(desk, measure.metric, group.field)) {
    const groupBy = asked.groupBy.map((one) => (one === group ? { field: key, scope } : one))
    const other = await valuesOf(desk, measure, { ...asked, groupBy })
    if (!isWithoutValues(other.groups)) return other
  }
  return { ...own, groups: [] }
}

/** What one of two counters gained, in percent of what both did. */
export async function metricShare(
  desk: Desk,
  measure: MetricMeasure,
  other: string,
  asked: Asked,
): Promise<MetricValues> {
  const counted = { ...measure, statistic: 'increase' as const }
  const [part, rest] = await Promise.all([
    metricOf(desk, counted, { ...asked, intervalMs: null }),
    metricOf(desk, { ...counted, metric: other }, { ...asked, intervalMs: null }),
  ])
  const share = (one: number | null, another: number | null): Amount => {
    const of = (one ?? 0) + (another ?? 0)
    return { value: of > 0 ? (100 * (one ?? 0)) / of : null, of, failed: one ?? 0 }
  }
  const groups = part.groups.map(({ key, value }) => {
    const same = rest.groups.find((group) => group.key.join('\u0000') === key.join('\u0000'))
    return { key, ...share(value, same?.value ?? null) }
  })
  return { ...share(part.value, rest.value), groups, series: [] }
}

/** Keys that end in the same word, or that usually have the same. */
function otherKeys(
  { catalogue }: Desk,
  metric: string,
  asked: string,
): { key: string; scope: 'attribute' | 'resource' }[] {
  const last = (key: string): string => key.toLowerCase().split(/[._]/).at(-1) ?? ''
  const isGeneric = /^(?:name|id|type|code|value|key|status|version)$/.test(last(asked))
  const own = attributesOf(metric, catalogue).map(({ key }) => ({ key, scope: 'attribute' as const }))
  const ending = isGeneric
    ? []
    : [...own, ...catalogue.keys].filter(({ key }) => key !== asked && last(key) === last(asked))
  const [, usual = []] = KEY_NAMES.find(([, names]) => names.includes(asked.toLowerCase())) ?? []
  const found = [
    ...ending.map(({ key, scope }) => ({ key, scope })),
    ...usual.filter((key) => key !== asked).map((key) => ({ key, scope: 'attribute' as const })),
  ]
  const distinct = found.filter(
    ({ key, scope }, index) => found.findIndex((one) => one.key === key && one.scope === scope) === index,
  )
  return distinct.slice(0, KEYS_MAX)
}

/** Whether no point carries what groups were asked by. */
function isWithoutValues(groups: readonly MeasureGroup[]): boolean {
  return groups.length > 0 && groups.every(({ key }) => key.every((value) => value === null || value === ''))
}

async function valuesOf(desk: Desk, measure: MetricMeasure, asked: Asked): Promise<MetricValues> {
  const fields = asked.groupBy.map(({ field, scope }) => fieldOf(field, scope))
  const isOfOne = asked.conditions.some(({ on }) => on === 'service')
  const groupBy = fields.length > 0 ? fields : isOfOne ? [] : [fieldOf('service', 'builtin')]
  const [whole, groups, series] = await Promise.all([
    valuesBy(desk, measure, asked, []),
    groupBy.length === 0 ? [] : valuesBy(desk, measure, asked, groupBy),
    asked.intervalMs === null
      ? null
      : read(desk, measure, asked, aggregationOf(measure), [], { intervalMs: asked.intervalMs }),
  ])
  const by = measure.statistic === 'rate' && measure.per !== undefined ? UNIT_SECONDS[measure.per] : 1
  const points = (series?.series[0]?.points ?? []).map(
    ([atMs, value]) => [new Date(atMs).toISOString(), value * by] as const,
  )
  return { value: whole[0]?.value ?? null, groups, series: points }
}

function aggregationOf({ statistic, isTotal }: MetricMeasure): Aggregation {
  // The sum of an interval is that of the last value of each series in it.
  if (isTotal === true) return 'sum'
  switch (statistic) {
    case 'mean':
      return 'avg'
    case 'min':
    case 'max':
    case 'last':
    case 'rate':
    case 'increase':
    case 'sum':
      return statistic
    default:
      return { quantile: statistic === 'p999' ? 0.999 : Number(statistic.slice(1)) / 100 }
  }
}

function read(
  desk: Desk,
  { metric }: MetricMeasure,
  asked: Asked,
  aggregation: Aggregation,
  groupBy: MetricSeriesInput['groupBy'],
  { intervalMs, isInsideOnly }: Pick<MetricSeriesInput, 'intervalMs' | 'isInsideOnly'>,
) {
  const conditions: PlanCondition[] = asked.conditions.filter(({ on }) => on === 'service' || on === 'attribute')
  const { conditions: filters } = logFilter(conditions, desk.catalogue)
  const range = rangeOf(asked.time)
  return desk.ctx.telemetry.metricSeries(desk.ctx.project, {
    range,
    metric,
    filter: { conditions: filters },
    aggregation,
    groupBy,
    intervalMs,
    groupsMax: GROUPS_MAX,
    ...(isInsideOnly === undefined ? {} : { isInsideOnly }),
  })
}

/** A series that sent nothing for so long has ended, as that of a pod that was replaced. */
const ENDED_MS = 6 * 60_000

/** The end of a window, in which only series that still send have points. */
function stillSending({ catalogue }: Desk, time: PlanTime): PlanTime {
  const toMs = Math.min(Date.parse(time.to), (catalogue.lastMs ?? Number.POSITIVE_INFINITY) + 1)
  const fromMs = Math.max(Date.parse(time.from), toMs - ENDED_MS)
  return { ...time, from: new Date(fromMs).toISOString() }
}

type Folds = ReadonlyMap<string, MeasureGroup>

/**
 * One value per group over the whole window, of the points in it alone: a counter gained what its last point in the
 * window has more than its first one. Where only one point lies in the window, what it has more than the point before.
 */
async function valuesBy(
  desk: Desk,
  measure: MetricMeasure,
  asked: Asked,
  groupBy: MetricSeriesInput['groupBy'],
): Promise<MeasureGroup[]> {
  const wanted = aggregationOf(measure)
  const isRate = wanted === 'rate'
  const perSeconds = measure.per === undefined ? 1 : UNIT_SECONDS[measure.per]
  const aggregation = isRate ? 'increase' : wanted
  const inside = await foldsOf(desk, measure, asked, aggregation, groupBy, true)
  const isGained = aggregation === 'increase' && inside.size === 0
  const found = isGained ? await foldsOf(desk, measure, asked, aggregation, groupBy, false) : inside
  const seconds = coveredMs(desk, asked.time) / 1000
  return [...found.values()].map(({ key, value }) => ({
    key,
    value: isRate && value !== null ? (value / seconds) * perSeconds : value,
  }))
}

/** How much of the window lies between the project's first and last record. */
function coveredMs({ catalogue }: Desk, { from, to }: PlanTime): number {
  const fromMs = Math.max(Date.parse(from), catalogue.firstMs ?? 0)
  const toMs = Math.min(Date.parse(to), catalogue.lastMs ?? Number.POSITIVE_INFINITY)
  return Math.max(1000, toMs - fromMs)
}

async function foldsOf(
  desk: Desk,
  measure: MetricMeasure,
  asked: Asked,
  aggregation: Aggregation,
  groupBy: MetricSeriesInput['groupBy'],
  isInsideOnly: boolean,
): Promise<Folds> {
  // Points from before the window are read where a counter needs a value to start from: short steps keep what it gained
  // before the window apart.
  // The sum of a gauge is that of all its points, not of the last one of each series.
  const { type } = desk.catalogue.metrics.find(({ name }) => name === measure.metric) ?? { type: 'gauge' }
  const isTotal = measure.isTotal === true
  const isLong = isInsideOnly && (isTotal || !(aggregation === 'sum' && type === 'gauge'))
  const steps = { intervalMs: isLong ? MS_PER_DAY : STEP_MS, isInsideOnly }
  const ask = (one: Aggregation, of = asked) => read(desk, measure, of, one, groupBy, steps)
  const recent = isTotal ? await ask(aggregation, { ...asked, time: stillSending(desk, asked.time) }) : null
  const answer = recent !== null && recent.series.length > 0 ? recent : await ask(aggregation)
  note(desk, answer.work)
  const weights = aggregation === 'avg' ? await ask('count') : null
  const fromMs = Date.parse(asked.time.from)
  const folds = new Map<string, MeasureGroup>()
  for (const { key, points } of answer.series) {
    const text = key.join('\u0000')
    const counts = new Map(weights?.series.find((one) => one.key.join('\u0000') === text)?.points ?? [])
    const own = isInsideOnly ? points : points.filter(([atMs]) => atMs >= fromMs)
    const value = folded(isTotal ? 'last' : aggregation, own, (atMs) => counts.get(atMs) ?? 1)
    if (value !== null) folds.set(text, { key, value })
  }
  return folds
}

/** Values of the days that a window touches, as one. */
function folded(
  aggregation: Aggregation,
  points: readonly (readonly [atMs: number, value: number])[],
  weightOf: (atMs: number) => number,
): number | null {
  const values = points.map(([, value]) => value)
  if (values.length === 0) return null
  switch (aggregation) {
    case 'min':
      return Math.min(...values)
    case 'last':
      return values.at(-1) ?? null
    case 'sum':
    case 'increase':
    case 'count':
      return values.reduce((sum, value) => sum + value, 0)
    case 'avg': {
      const count = points.reduce((sum, [atMs]) => sum + weightOf(atMs), 0)
      return points.reduce((sum, [atMs, value]) => sum + value * weightOf(atMs), 0) / Math.max(1, count)
    }
    default:
      return Math.max(...values)
  }
}
