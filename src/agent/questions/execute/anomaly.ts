/** Whether a metric, or the duration of requests, does what it does every day: each series against its own past. */
import type { MetricSeriesInput } from '../../../telemetry/index.ts'
import { WorkPace } from '../../../work-pace.ts'
import { attributesOf } from '../grounding/catalogue.ts'
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import { isOfSender } from '../reader/metric-series.ts'
import { departureOf, type Point } from './departure.ts'
import { type Desk, fieldOf, logFilter, note, rangeOf } from './filters.ts'
import { durationsByService } from './requests.ts'
import type { AnomalyResult, SeriesState } from './result.ts'

const MINUTE_MS = 60_000
/** Past that is read before the window that was asked about, so that it tells what is usual. */
const PAST_MS = 3 * 3_600_000
const STEPS_MAX = 240
const GROUPS_MAX = 100
const POINTS_OF_CHART = 240
/** Work units (work-pace.ts) of one series: each place of up to 240 points is tried as the one where it changed. */
const SERIES_UNITS = 3_000

/** A way outside that is shorter is not told beside the moment it led to. */
const BEGUN_BEFORE_MS = 3 * MINUTE_MS

interface Course {
  readonly service: string | null
  readonly of?: 'lowest' | 'highest'
  readonly points: readonly Point[]
}

/** Compares each series with its own past. */
export async function anomaly(desk: Desk, plan: PlanOf<'anomaly'>): Promise<Omit<AnomalyResult, 'incomplete'>> {
  const { catalogue } = desk
  const toMs = Math.min(Date.parse(plan.time.to), Math.floor(catalogue.lastMs ?? Date.parse(plan.time.to)) + 1)
  const pastMs = Math.max(catalogue.firstMs ?? 0, toMs - PAST_MS)
  const fromMs = Math.min(Date.parse(plan.time.from), Math.max(pastMs, 0), toMs - MINUTE_MS)
  const time: PlanTime = { from: iso(fromMs), to: iso(toMs), basis: plan.time.basis }
  const intervalMs = Math.ceil(Math.max(1, (toMs - fromMs) / STEPS_MAX / MINUTE_MS)) * MINUTE_MS
  const { unit, courses } =
    plan.subject.of === 'metric'
      ? await metricCourses(desk, plan, time, intervalMs)
      : await durationCourses(desk, plan, time, intervalMs)
  const asked = { fromMs: Date.parse(plan.time.from), toMs: Math.max(toMs, Date.parse(plan.time.to)) }
  const told = await statesOf(courses, asked)
  const isQuiet = told.every(({ distance }) => distance === 0)
  const isLookedAt = told.length > 0 && (isQuiet || isOfSeveral(desk, plan))
  const edges = isLookedAt ? await edgeCourses(desk, plan, time, intervalMs, courses) : []
  const departed = edges.length === 0 ? [] : (await statesOf(edges, asked)).filter(({ distance }) => distance > 0)
  const sorted = (departed.length > 0 ? departed : told).toSorted((a, b) => b.distance - a.distance)
  const points = sorted[0]?.course.points.slice(-POINTS_OF_CHART) ?? []
  return {
    kind: 'anomaly',
    window: { from: plan.time.from, to: plan.time.to },
    unit,
    intervalMs,
    series: sorted.map(({ state }) => state),
    tooShort: courses.length - told.length,
    points: points.map(([atMs, value]) => [iso(atMs), value] as const),
  }
}

/** A key with more values has ids. */
const SERIES_MAX = 20

/** Whether a mean is of things that are told apart, as disks by where they are mounted: the full one is what is told. */
function isOfSeveral({ catalogue }: Desk, { subject }: PlanOf<'anomaly'>): boolean {
  if (subject.of !== 'metric') return false
  return attributesOf(subject.metric, catalogue).some(
    ({ key, values }) => values.length > 1 && values.length <= SERIES_MAX && !isOfSender(key),
  )
}

type Told = NonNullable<ReturnType<typeof stateOf>> & { readonly course: Course }

async function statesOf(courses: readonly Course[], asked: { fromMs: number; toMs: number }): Promise<Told[]> {
  const states = await new WorkPace().map(courses, SERIES_UNITS, (course) => {
    const state = stateOf(course, asked)
    return state === null ? [] : [{ ...state, course }]
  })
  return states.flat()
}

/** Where the mean of a service's series is as usual: its lowest and its highest series, where they are not the same. */
async function edgeCourses(
  desk: Desk,
  plan: PlanOf<'anomaly'>,
  time: PlanTime,
  intervalMs: number,
  means: readonly Course[],
): Promise<Course[]> {
  const { subject } = plan
  const known = desk.catalogue.metrics.find(({ name }) => subject.of === 'metric' && name === subject.metric)
  if (known === undefined || known.type !== 'gauge') return []
  const [low, high] = await Promise.all([
    metricCourses(desk, plan, time, intervalMs, 'min'),
    metricCourses(desk, plan, time, intervalMs, 'max'),
  ])
  const isSame = (course: Course): boolean => {
    const mean = new Map(means.find(({ service }) => service === course.service)?.points ?? [])
    return course.points.filter(([atMs, value]) => mean.get(atMs) !== value).length < course.points.length * 0.8
  }
  return [
    ...low.courses.map((course) => ({ ...course, of: 'lowest' as const })),
    ...high.courses.map((course) => ({ ...course, of: 'highest' as const })),
  ].filter((course) => !isSame(course))
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

async function metricCourses(
  desk: Desk,
  { subject, conditions }: PlanOf<'anomaly'>,
  time: PlanTime,
  intervalMs: number,
  edge?: 'min' | 'max',
): Promise<{ unit: string; courses: Course[] }> {
  const metric = subject.of === 'metric' ? subject.metric : ''
  const type = desk.catalogue.metrics.find(({ name }) => name === metric)?.type ?? 'gauge'
  const isCounter = type === 'sum'
  const filters = logFilter(
    conditions.filter(({ on }) => on === 'service' || on === 'attribute'),
    desk.catalogue,
  )
  const answer = await desk.ctx.telemetry.metricSeries(desk.ctx.project, {
    range: rangeOf(time),
    metric,
    filter: { conditions: filters.conditions },
    aggregation: edge ?? aggregationOf(type),
    groupBy: [fieldOf('service', 'builtin')],
    intervalMs,
    groupsMax: GROUPS_MAX,
  })
  note(desk, answer.work)
  // Of the first and last step only a part may lie in the window: a counter gained less there.
  const courses = answer.series.map(({ key, points }) => ({
    service: key[0] ?? null,
    points: isCounter ? points.slice(1, -1) : points,
  }))
  return { unit: isCounter ? `${answer.unit === '1' ? '' : answer.unit}/s` : answer.unit, courses }
}

/** Values that stand by themselves are averaged, counters differenced; of distributions the slow end. */
function aggregationOf(type: string): MetricSeriesInput['aggregation'] {
  if (type === 'sum') return 'rate'
  return type === 'gauge' ? 'avg' : { quantile: 0.95 }
}

async function durationCourses(
  desk: Desk,
  { conditions }: PlanOf<'anomaly'>,
  time: PlanTime,
  intervalMs: number,
): Promise<{ unit: string; courses: Course[] }> {
  const found = await durationsByService(desk, { conditions, time, intervalMs })
  const courses = [...found].flatMap(([service, points]) => (points.length === 0 ? [] : [{ service, points }]))
  return { unit: 'ms', courses }
}

/** Null for too few points. What happened outside of the window that was asked about is not told. */
function stateOf(
  { service, points, of }: Course,
  asked: { readonly fromMs: number; readonly toMs: number },
): { state: SeriesState; distance: number } | null {
  const found = departureOf(points)
  if (found === null) return null
  const isBefore = found.untilMs !== null && found.untilMs <= asked.fromMs
  const spikes = found.spikesMs.filter((atMs) => atMs >= asked.fromMs)
  const sinceMs = isBefore ? null : found.sinceMs
  const state: SeriesState = {
    service,
    ...(of === undefined ? {} : { of }),
    usual: { low: found.low, high: found.high },
    now: found.now,
    is: found.is,
    since: sinceMs === null ? null : iso(sinceMs),
    ...(sinceMs === null || found.beganMs === null || sinceMs - found.beganMs < BEGUN_BEFORE_MS
      ? {}
      : { began: iso(found.beganMs) }),
    until: sinceMs === null || found.untilMs === null ? null : iso(found.untilMs),
    peak: { at: iso(found.peak[0]), value: found.peak[1] },
    spikes: spikes.map(iso),
  }
  return { state, distance: sinceMs !== null || spikes.length > 0 ? Math.max(found.distance, Number.EPSILON) : 0 }
}
