/** A measure plan carried out: the number, its groups, its course, the window it is compared with. */
import { toMillis } from '../../../telemetry/index.ts'
import { logRow } from '../../tools/search-logs.ts'
import { niceIntervalMs } from '../../tools/window.ts'
import { accessRequestsOf } from '../access/access-requests.ts'
import { isOfAccessLines } from '../access/access-services.ts'
import type { PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { isOfEvents, servicesOf } from '../plan/plan.ts'
import { bodyNames, nounOfKey } from '../reader/fields.ts'
import { courseOf } from './course.ts'
import { type Desk, rangeOf } from './filters.ts'
import { groupCourses, isCourseOfGroups } from './group-courses.ts'
import { groupsTold } from './groups-told.ts'
import { lackingOf } from './lacking.ts'
import { lineGroups, slotAsked } from './line-groups.ts'
import { metricOf, metricShare } from './metric.ts'
import { metricOfLimit } from './metric-limit.ts'
import { groundOf } from './never-seen.ts'
import { numberOf } from './numbers.ts'
import { otherReading } from './other-reading.ts'
import { recordsOf } from './records.ts'
import { requestsOf } from './requests.ts'
import type { Amount, Measured, MeasureGroup, MeasureResult, Once, Window } from './result.ts'
import { searchMatching } from './search.ts'
import { tracedGroups, tracedValues } from './traced-groups.ts'
import { uncarriedOf } from './uncarried.ts'
import { distinctByGroup, distinctOf, withNamesOfMetrics } from './values.ts'
import { dayOf } from './versions.ts'

const BUCKETS = 40
const EXAMPLES = 3
/** Of the window compared with, so many groups are kept: those listed of the other one may be small there. */
const COMPARED_MAX = 100
type MeasurePlan = PlanOf<'measure'>
type DistinctMeasure = Extract<MeasurePlan['measure'], { of: 'distinct' }>
/** What is told beside the numbers. */
type Beside = Pick<MeasureResult, 'once' | 'isOnce' | 'isTime' | 'patterns' | 'services' | 'isTracedBy'>
interface Raw extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
  readonly once?: Once
  readonly isOnce?: boolean
  readonly isTime?: boolean
  readonly patterns?: MeasureResult['patterns']
  readonly services?: MeasureResult['services']
  readonly isTracedBy?: boolean
}

/** Measures what a plan asks for, with its groups, its steps and the window it is compared with. */
export async function measure(desk: Desk, plan: MeasurePlan): Promise<Omit<MeasureResult, 'incomplete'>> {
  const { course, ...measured } = plan
  const result = await measureOf(desk, measured)
  const told =
    course === undefined ? null : await courseOf(desk, measured, course, async (one) => (await rawOf(desk, one)).series)
  return told === null ? result : { ...result, course: told }
}

async function measureOf(desk: Desk, plan: MeasurePlan): Promise<Omit<MeasureResult, 'incomplete'>> {
  const intervalMs =
    plan.intervalMs ??
    (plan.isTrendAsked === true || hasChart(plan) ? niceIntervalMs(lengthMs(plan.time), BUCKETS) : null)
  const asked = { ...plan, intervalMs }
  const isCourse = plan.isPeakAsked === true || plan.isSeriesAsked === true
  const isOfAll = !isCourseOfGroups(plan)
  const isTrend =
    plan.isTrendAsked === true && isOfAll && !isCourse && plan.against === null && plan.time.basis === 'asked'
  const halves = isTrend && isBeginning(desk, plan.time) ? halvesOf(desk, plan.time) : null
  const time = halves === null ? plan.time : halves.later
  const against = plan.against ?? (halves === null ? (isTrend ? before(plan.time) : null) : halves.earlier)
  const [last, other, examples] = await Promise.all([
    windowOf(desk, asked, time),
    against === null ? null : windowOf(desk, { ...asked, intervalMs: null, limit: COMPARED_MAX }, against),
    plan.measure.of === 'records' &&
    plan.groupBy.length === 0 &&
    plan.conditions.some(({ on }) => on === 'templates' || on === 'text')
      ? examplesOf(desk, plan)
      : [],
  ])
  const { value } = last.measured
  const day = isNoneOfHour(plan, value) || isStill(plan, value) ? await windowOf(desk, asked, dayOf(desk)) : null
  const isOfDay = day !== null && (value === null ? day.measured.value !== null : (day.measured.value ?? 0) > 0)
  const { measured, beside } = isOfDay ? day : last
  const unit = unitOf(desk, plan)
  // What lines are spread over is told by the values that none of them has as well.
  const isOfLacking = plan.isLackingAsked === true || (plan.isSpreadAsked === true && plan.measure.of === 'records')
  const lacking = isOfLacking ? { lacking: await lackingOf(desk, plan, measured.groups) } : {}
  const extra = { ...beside, ...(isOfDay ? { isOfDay } : {}), ...lacking }
  if (other === null) {
    const isNeverSeen = measured.value === 0 && (await isGroundless(desk, asked))
    const uncarried = measured.value === 0 && !isNeverSeen ? await uncarriedOf(desk, plan) : undefined
    const courses = isCourseOfGroups(plan)
      ? await groupCourses(
          measured,
          async (part) => (await rawOf(desk, { ...plan, time: part, intervalMs: null })).groups,
        )
      : undefined
    const further = {
      ...(courses === undefined ? {} : { courses }),
      ...(isNeverSeen ? { isNeverSeen } : {}),
      ...(uncarried === undefined ? {} : { uncarried }),
      ...(await otherReading(desk, asked, measured.value)),
    }
    return { kind: 'measure', ...measured, ...extra, ...further, unit, against: null, examples }
  }
  return { kind: 'measure', ...measured, ...extra, unit, against: other.measured, examples }
}

/** "Any fatal lines?" without a time: one of earlier that day makes it a yes. */
function isNoneOfHour({ isYesNo, measure, time, groupBy }: MeasurePlan, value: number | null): boolean {
  const isCount = measure.of === 'records' || measure.of === 'requests'
  const isOpen = time.basis === 'last_with_telemetry' && time.anchor === undefined
  return (isYesNo === true || groupBy.length > 0) && isCount && isOpen && value === 0
}

/** "Which fridge is the warmest?", whose sender fell silent: what it said last is told with its time. */
function isStill({ measure, time, against }: MeasurePlan, value: number | null): boolean {
  const isLast = measure.of === 'metric' && measure.statistic === 'last'
  return isLast && time.basis === 'now' && against === null && value === null
}

/** Whether nothing that a zero is a part of was seen at any time: it is no number then. */
async function isGroundless(desk: Desk, plan: MeasurePlan): Promise<boolean> {
  const ground = groundOf(desk, plan)
  return ground !== null && (await rawOf(desk, ground)).value === 0
}

/** Log records are counted by interval in the same pass, so that a count has its chart. */
function hasChart({ measure, groupBy, conditions }: MeasurePlan): boolean {
  return measure.of === 'records' && groupBy.length === 0 && conditions.every(({ on }) => on !== 'templates')
}

function lengthMs(time: PlanTime): number {
  return Math.max(1, Date.parse(time.to) - Date.parse(time.from))
}

/** Whether telemetry began within the window: what was before it cannot be compared with. */
function isBeginning({ catalogue }: Desk, time: PlanTime): boolean {
  return catalogue.firstMs !== null && catalogue.firstMs > Date.parse(time.from) - lengthMs(time) / 2
}

/** The time that had telemetry, in two halves. */
function halvesOf({ catalogue }: Desk, time: PlanTime): { earlier: PlanTime; later: PlanTime } {
  const fromMs = Math.max(Date.parse(time.from), catalogue.firstMs ?? 0)
  const toMs = Math.max(fromMs + 2, Math.min(Date.parse(time.to), (catalogue.lastMs ?? Number.POSITIVE_INFINITY) + 1))
  const middle = new Date((fromMs + toMs) / 2).toISOString()
  const half = (from: string, to: string): PlanTime => ({ from, to, basis: 'asked' })
  return { earlier: half(new Date(fromMs).toISOString(), middle), later: half(middle, new Date(toMs).toISOString()) }
}

function before(time: PlanTime): PlanTime {
  return { from: new Date(Date.parse(time.from) - lengthMs(time)).toISOString(), to: time.from, basis: 'asked' }
}

async function windowOf(
  desk: Desk,
  plan: MeasurePlan,
  time: PlanTime,
): Promise<{ readonly measured: Measured; readonly beside: Beside }> {
  const asked = { ...plan, time }
  const [raw, covered] = await Promise.all([rawOf(desk, asked), coveredOf(desk, asked)])
  const { groups, once, isOnce, isTime, patterns, services, isTracedBy, ...rest } = raw
  const ordered = groupsTold(groups, plan)
  const listed = ordered.slice(0, plan.limit)
  const isCounted = isOfEvents(plan)
  const left = ordered.slice(plan.limit).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const measured = {
    ...rest,
    window: { from: time.from, to: time.to },
    covered,
    groups: listed,
    groupsTotal: ordered.length,
    other: isCounted ? left : null,
  }
  const beside = {
    ...(once === undefined ? {} : { once }),
    ...(isOnce === true ? { isOnce } : {}),
    ...(isTime === true ? { isTime } : {}),
    ...(patterns === undefined ? {} : { patterns }),
    ...(services === undefined ? {} : { services }),
    ...(isTracedBy === true ? { isTracedBy } : {}),
  }
  return { measured, beside }
}

async function rawOf(desk: Desk, asked: MeasurePlan): Promise<Raw> {
  if (isOfAccessLines(asked, desk.catalogue)) return accessRequestsOf(desk, asked)
  const place = slotAsked(asked)
  if (place !== null) return lineGroups(desk, asked, place)
  switch (asked.measure.of) {
    case 'records':
      return groupedRecords(desk, asked)
    case 'metric':
      if (asked.measure.limit !== undefined) return metricOfLimit(desk, asked.measure, asked.measure.limit, asked)
      return asked.measure.outOf === undefined
        ? metricOf(desk, asked.measure, asked)
        : metricShare(desk, asked.measure, asked.measure.outOf, asked)
    case 'distinct':
      return distinctOfAll(desk, asked, asked.measure)
    case 'number':
      return numberOf(desk, asked.measure, asked)
    case 'ratio':
      if (asked.measure.among !== undefined) return lineShare(desk, asked, asked.measure.among)
      return desk.catalogue.records.spans > 0 ? requestsOf(desk, asked) : recordShare(desk, asked)
    default:
      return requestsOf(desk, asked)
  }
}

/** Log records by a key; where none of them carries it, by what their lines state under its name. */
async function groupedRecords(desk: Desk, asked: MeasurePlan): Promise<Raw> {
  const counted = await recordsOf(desk, asked)
  const isLeftOut = asked.conditions.some((one) => one.on === 'attribute' && one.not === true)
  const raw = (counted.value === 0) !== isLeftOut ? ((await recordsOfTraced(desk, asked)) ?? counted) : counted
  const [field] = asked.groupBy
  const isBare =
    raw.groups.length > 0 && raw.groups.every(({ key }) => key.every((part) => part === null || part === ''))
  if (field === undefined || asked.groupBy.length > 1 || field.scope === 'builtin' || !isBare) return raw
  const what = nounOfKey(field.field)
  const measure = { of: 'distinct' as const, what, signal: 'logs' as const, names: [...bodyNames(what), field.field] }
  const stated = await distinctOf(desk, measure, asked.conditions, asked.time)
  if (stated.groups.length > 0) return { ...raw, groups: stated.groups }
  // Lines of several services tell of several events.
  const traced = raw.services === undefined ? await tracedGroups(desk, asked, raw.value ?? 0) : null
  return traced === null ? { ...raw, groups: [] } : { ...raw, groups: traced, isTracedBy: true }
}

const UNTOLD: Raw = { value: null, groups: [], series: [] }

/** "Refused recordings of classrooms" of lines that do not carry the kind: those whose requests have it, or do not. */
async function recordsOfTraced(desk: Desk, asked: MeasurePlan): Promise<Raw | null> {
  const [held, more] = asked.conditions.filter(({ on }) => on === 'attribute')
  const isOfEvent = asked.conditions.some(({ on }) => on === 'templates')
  if (held?.on !== 'attribute' || more !== undefined || !isOfEvent) return null
  if (asked.groupBy.length > 1 || asked.groupBy.some(({ field }) => field !== held.key)) return null
  const groupBy = [{ field: held.key, scope: held.scope }]
  const all = { ...asked, conditions: asked.conditions.filter((one) => one !== held), groupBy, intervalMs: null }
  const lines = await recordsOf(desk, all)
  const isCarried = lines.groups.some(({ key }) => key.some((part) => part !== null && part !== ''))
  if (isCarried || lines.services !== undefined) return null
  const traced = await tracedGroups(desk, all, lines.value ?? 0)
  const values = held.values.map((value) => value.toLowerCase())
  const isLeftOut = held.not === true
  const found = (traced ?? []).filter(({ key: [value] }) => values.includes(value?.toLowerCase() ?? '') !== isLeftOut)
  // Lines of which nothing tells the value are not known to be without it.
  if (found.length === 0) return isLeftOut && traced === null ? UNTOLD : null
  const value = found.reduce((sum, one) => sum + (one.value ?? 0), 0)
  return { value, groups: asked.groupBy.length === 0 ? [] : found, series: [], isTracedBy: true }
}

/** Different values; of lines that carry none, those of the requests that they belong to. */
async function distinctOfAll(desk: Desk, asked: MeasurePlan, measure: DistinctMeasure): Promise<Raw> {
  const own = withNamesOfMetrics(desk, asked, measure, await distinctByGroup(desk, asked, measure))
  const traced = own.value === 0 ? await tracedValues(desk, asked, measure) : null
  if (traced !== null) return { ...own, ...traced, isTracedBy: true }
  const isOfKey = measure.signal === 'spans' && measure.key !== undefined && measure.scope !== 'builtin'
  if (own.value !== 0 || !isOfKey) return own
  // What was asked about happened, and carries no such key: none is no answer.
  const all = await requestsOf(desk, { ...asked, groupBy: [], measure: { of: 'requests' } })
  return (all.value ?? 0) > 0 ? { ...own, value: null } : own
}

/** Log records that all conditions take, of those that the wider ones take, or of the requests on a route. */
async function lineShare(desk: Desk, asked: MeasurePlan, among: MeasurePlan['conditions']): Promise<Raw> {
  const isSame = isOfSameLines(asked.conditions, among)
  // Requests may keep under another key what lines restrict the part by.
  const valuesOf = (one: PlanCondition): string => (one.on === 'attribute' ? one.values.join(' ').toLowerCase() : '')
  const isOfRequests = among.some(({ on }) => on === 'operation')
  const isHeld = (one: PlanCondition): boolean =>
    isOfRequests && one.on === 'attribute' && among.some((other) => valuesOf(other) === valuesOf(one))
  // "Share of the bags that went to level 3": the phrase says which part.
  const isPhrase = (one: PlanCondition): boolean => among.length > 0 && one.on === 'text' && one.mode === 'phrase'
  const others = asked.conditions.filter(
    (one) =>
      one.on !== 'templates' &&
      (among.length > 0 || one.on !== 'severity') &&
      !(isSame && one.on === 'attribute' && !asked.conditions.some(isPhrase)) &&
      !isHeld(one) &&
      !isPhrase(one),
  )
  const wide = { ...asked, groupBy: [], conditions: [...others, ...among] }
  const [own, all] = await Promise.all([
    recordsOf(desk, { ...asked, groupBy: [] }),
    isOfRequests ? requestsOf(desk, { ...wide, measure: { of: 'requests' } }) : recordsOf(desk, wide),
  ])
  const traced = own.value === 0 ? await recordsOfTraced(desk, { ...asked, groupBy: [] }) : null
  const part = traced ?? own
  const whole = traced === null ? all : ((await recordsOfTraced(desk, wide)) ?? UNTOLD)
  const of = whole.value ?? 0
  // A part is never more than the whole: lines of two kinds of events were taken for one.
  const isPart = of > 0 && (part.value ?? 0) <= of
  const isGrouped = asked.groupBy.length > 0 && isPart && traced === null && !isOfRequests
  const beside = traced === null ? {} : { isTracedBy: true }
  return {
    value: isPart ? (part.value ?? 0) / of : null,
    of,
    failed: part.value ?? 0,
    groups: isGrouped ? await lineShareGroups(desk, asked, { ...wide, groupBy: asked.groupBy }) : [],
    series: [],
    ...beside,
  }
}

/** The share of the lines in each group; a line without the value belongs to none. */
async function lineShareGroups(desk: Desk, part: MeasurePlan, wide: MeasurePlan): Promise<MeasureGroup[]> {
  const [own, all] = await Promise.all([recordsOf(desk, part), recordsOf(desk, wide)])
  const counts = new Map(own.groups.map(({ key, value }) => [JSON.stringify(key), value ?? 0]))
  return all.groups
    .filter(({ key, value }) => (value ?? 0) > 0 && key.every((one) => one !== null && one !== ''))
    .map(({ key, value }) => {
      const failed = counts.get(JSON.stringify(key)) ?? 0
      return { key, value: failed / (value ?? 1), failed, of: value ?? 0 }
    })
}

/** "How many percent of the commands come from voice": both are commands, so the attribute is what makes the part. */
function isOfSameLines(conditions: MeasurePlan['conditions'], among: MeasurePlan['conditions']): boolean {
  const idsOf = (some: MeasurePlan['conditions']): string =>
    some
      .flatMap((one) => (one.on === 'templates' ? one.ids : []))
      .toSorted()
      .join()
  return conditions.some(({ on }) => on === 'attribute') && idsOf(conditions) === idsOf(among)
}

/** Without spans a share of failures is that of records of severity error. */
async function recordShare(desk: Desk, asked: MeasurePlan): Promise<Raw> {
  const [all, bad] = await Promise.all([
    recordsOf(desk, asked),
    recordsOf(desk, { ...asked, conditions: [...asked.conditions, { on: 'severity', is: 'error', orWorse: true }] }),
  ])
  const isSucceeded = asked.measure.of === 'ratio' && asked.measure.share === 'succeeded'
  const share = (part: number | null, whole: number | null) =>
    whole === null || whole === 0 ? null : isSucceeded ? 1 - (part ?? 0) / whole : (part ?? 0) / whole
  const failedOf = new Map(bad.groups.map(({ key, value }) => [key.join('\u0000'), value]))
  const groups = all.groups.map(({ key, value }) => ({
    key,
    value: share(failedOf.get(key.join('\u0000')) ?? 0, value),
    of: value ?? 0,
    failed: failedOf.get(key.join('\u0000')) ?? 0,
  }))
  const counted = { of: all.value ?? 0, failed: bad.value ?? 0, groups, series: [] }
  return { value: share(bad.value, all.value), ...counted, isOfRecords: true }
}

/** The part of a window in which what was asked about sent anything. */
async function coveredOf(desk: Desk, plan: MeasurePlan): Promise<Window | null> {
  const coverage = await desk.ctx.telemetry.coverage(desk.ctx.project, rangeOf(plan.time))
  const services = servicesOf(plan)
  const isOfSpans =
    ['requests', 'ratio', 'duration', 'spans'].includes(plan.measure.of) &&
    desk.catalogue.records.spans > 0 &&
    !isOfAccessLines(plan, desk.catalogue)
  const signal = isOfSpans ? 'spans' : plan.measure.of === 'metric' ? 'metrics' : 'logs'
  const sentOf = (one: string) =>
    coverage.entries.filter(
      (entry) => entry.signal === one && (services.length === 0 || services.includes(entry.service)),
    )
  const own = sentOf(signal)
  // Who logs nothing but errors, and answered requests then, had none.
  const isOfErrors = signal === 'logs' && services.length > 0 && isOfErrorLines(plan)
  const entries = own.length === 0 && isOfErrors ? sentOf('spans') : own
  if (entries.length === 0) return null
  const from = Math.max(Date.parse(plan.time.from), Math.min(...entries.map(({ firstSeen }) => toMillis(firstSeen))))
  const to = Math.min(Date.parse(plan.time.to), Math.max(...entries.map(({ lastSeen }) => toMillis(lastSeen))))
  return { from: new Date(from).toISOString(), to: new Date(Math.max(from, to)).toISOString() }
}

function isOfErrorLines({ conditions, measure }: MeasurePlan): boolean {
  return (
    measure.of === 'records' &&
    conditions.every(
      (one) => one.on === 'service' || (one.on === 'severity' && one.not !== true && /^(?:error|fatal)$/.test(one.is)),
    ) &&
    conditions.some(({ on }) => on === 'severity')
  )
}

async function examplesOf(desk: Desk, plan: MeasurePlan): Promise<MeasureResult['examples']> {
  const rows: MeasureResult['examples'][number][] = []
  for await (const record of searchMatching(desk, plan.conditions, plan.time, EXAMPLES)) rows.push(logRow(record))
  return rows
}

function unitOf({ catalogue }: Desk, { measure }: MeasurePlan): string {
  if (measure.of === 'duration') return 'ms'
  if (measure.of === 'ratio') return 'share'
  if (measure.of === 'metric' && measure.outOf !== undefined) return '%'
  if (measure.of === 'metric') return catalogue.metrics.find(({ name }) => name === measure.metric)?.unit ?? ''
  return ''
}
