/**
 * The course of a thing that a plan measures: when it was first and last seen, how much of it there was before trouble
 * began and since, whether that is beyond everyday variation, and whether it began before something else did.
 */

import { toMillis } from '../../../telemetry/index.ts'
import type { CourseAsked, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { isOfEvents } from '../plan/plan.ts'
import { iso } from '../reader/when.ts'
import { withEmptySteps } from './empty-steps.ts'
import type { Desk } from './filters.ts'
import { list } from './lists.ts'
import { changeOf, dispersionOf, levelChange, meanOf, shiftOf } from './more-or-less.ts'
import { patternsOf } from './named-patterns.ts'
import { stats, sumOf } from './request-stats.ts'
import type { CoursePart, CourseResult } from './result.ts'

type MeasurePlan = PlanOf<'measure'>
/** The steps of a measure, as any measure has them. */
export type SeriesOf = (plan: MeasurePlan) => Promise<readonly (readonly [at: string, value: number])[]>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Past that is read before the time that is asked about. */
const PAST_MS = 3 * HOUR_MS
/** More of them are no single events. */
const SINGLE_MAX = 40
/** So few are single events, however far apart. */
const FEW = 8
/** The onset of trouble is known to half a minute or so: its first error tells it exactly. */
const ONSET_MS = 45_000
const FIRST_ERROR_MS = 3 * MINUTE_MS

/** What the thing of the plan does over all the time there is. */
export async function courseOf(
  desk: Desk,
  plan: MeasurePlan,
  asked: CourseAsked,
  seriesOf: SeriesOf,
): Promise<CourseResult | null> {
  const time = wholeOf(desk, plan)
  if (time === null) return null
  const thing = { measure: plan.measure, conditions: plan.conditions }
  const own = await seen(desk, plan, thing, time, seriesOf)
  const [fromMs, toMs] = [Date.parse(time.from), Date.parse(time.to)]
  const onsetMs = asked.onset === undefined ? Number.NaN : Date.parse(asked.onset)
  const isOfIncident = onsetMs > fromMs && onsetMs < toMs
  const momentMs = isOfIncident ? onsetMs : (fromMs + toMs) / 2
  const untilMs = isOfIncident && asked.until !== undefined ? Math.min(toMs, Date.parse(asked.until)) : toMs
  const split = partsAt(own, fromMs, momentMs, untilMs)
  const other = asked.other
  const held =
    (other === undefined ? null : await beginningOf(desk, plan, other, time, momentMs, seriesOf)) ??
    (isOfIncident ? await firstError(desk, time, onsetMs, asked.origin) : null)
  const heldMs = held === null || asked.asks !== 'cause' ? Number.NaN : Date.parse(held.at)
  const began = await beganAt(desk, plan, own, split, time, heldMs)
  return {
    total: own.total,
    first: own.first?.at ?? null,
    last: own.last?.at ?? null,
    from: time.from,
    moment: iso(momentMs),
    isOfIncident,
    until: untilMs < toMs ? iso(untilMs) : null,
    ...split,
    shift: own.shift,
    isLevel: own.isLevel,
    began: began?.at ?? null,
    service: began?.service ?? null,
    against: held,
  }
}

interface Seen {
  readonly isLevel: boolean
  readonly minutes: readonly (readonly [atMs: number, value: number])[]
  readonly total: number
  readonly first: Moment | null
  readonly last: Moment | null
  readonly shift: CourseResult['shift']
}

type Thing = Pick<MeasurePlan, 'measure' | 'conditions'>

/** All the time that tells what is usual, up to the last record. */
function wholeOf({ catalogue }: Desk, plan: MeasurePlan): PlanTime | null {
  const { firstMs, lastMs } = catalogue
  if (firstMs === null || lastMs === null) return null
  const toMs = Math.min(Date.parse(plan.time.to), lastMs + 1)
  const fromMs = Math.max(firstMs, Math.min(Date.parse(plan.time.from), toMs - PAST_MS))
  return toMs - fromMs < 2 * MINUTE_MS ? null : { from: iso(fromMs), to: iso(toMs), basis: 'inherited' }
}

async function seen(desk: Desk, plan: MeasurePlan, thing: Thing, time: PlanTime, seriesOf: SeriesOf): Promise<Seen> {
  const asked = { ...plan, ...thing, time, groupBy: [], against: null, intervalMs: MINUTE_MS, per: null }
  const isLevel = !isOfEvents(asked)
  const steps = isOfAllRequests(asked) ? await fromOutside(desk, asked) : await seriesOf(asked)
  const minutes = steps.map(([at, value]) => [Date.parse(at), value] as const)
  if (isLevel) return { isLevel, minutes, total: minutes.length, first: null, last: null, shift: null }
  const counts = minutes.map(([, value]) => value)
  const shift = shiftOf(counts)
  const [first, last] = await Promise.all([edgeOf(desk, asked, 'oldest'), edgeOf(desk, asked, 'newest')])
  return {
    isLevel,
    minutes,
    total: counts.reduce((sum, count) => sum + count, 0),
    first,
    last,
    shift: shift === null ? null : { at: iso(minutes[shift.at]?.[0] ?? 0), before: shift.before, after: shift.after },
  }
}

/** "Traffic", of which nothing is said: what comes from outside, and not each call between services. */
function isOfAllRequests({ measure, conditions }: MeasurePlan): boolean {
  return measure.of === 'requests' && conditions.length === 0
}

async function fromOutside(desk: Desk, plan: MeasurePlan): Promise<readonly (readonly [string, number])[]> {
  const rows = await stats(desk, plan, [], { groupBy: [], intervalMs: MINUTE_MS, only: 'outermost' })
  const series = rows.map((row) => [iso(row.startMs), sumOf([row])?.requests ?? 0] as const)
  return withEmptySteps(series, plan, desk.catalogue)
}

/** Its first or last record. */
async function edgeOf(desk: Desk, plan: MeasurePlan, order: 'oldest' | 'newest'): Promise<Moment | null> {
  const [only] = await momentsOf(desk, plan, plan.time, order, 1)
  return only ?? null
}

async function momentsOf(
  desk: Desk,
  { measure, conditions }: Thing,
  time: PlanTime,
  order: 'oldest' | 'newest',
  limit: number,
): Promise<Moment[]> {
  const of = measure.of === 'records' ? 'logs' : 'spans'
  const found = await list(desk, { intent: 'list', of, conditions: [...conditions], time, order, limit })
  return [...found.logs, ...found.spans].map((one) => ({ at: one.time, service: one.service }))
}

function partsAt(
  { minutes, isLevel }: Seen,
  fromMs: number,
  momentMs: number,
  untilMs: number,
): Pick<CourseResult, 'before' | 'since' | 'is'> {
  const earlier = minutes.filter(([atMs]) => atMs + MINUTE_MS / 2 < momentMs).map(([, value]) => value)
  const later = minutes.filter(([atMs]) => atMs + MINUTE_MS / 2 >= momentMs && atMs < untilMs).map(([, value]) => value)
  if (isLevel) {
    const part = (values: readonly number[]): CoursePart => ({
      perMinute: meanOf(values),
      count: values.length,
      minutes: values.length,
    })
    return { before: part(earlier), since: part(later), is: levelChange(earlier, later) }
  }
  const part = (values: readonly number[], minutesLong: number): CoursePart => {
    const count = values.reduce((sum, value) => sum + value, 0)
    return { count, minutes: minutesLong, perMinute: count / Math.max(1, minutesLong) }
  }
  const before = part(earlier, (momentMs - fromMs) / MINUTE_MS)
  const since = part(later, (untilMs - momentMs) / MINUTE_MS)
  return { before, since, is: changeOf(before, since, dispersionOf(earlier)) }
}

interface Moment {
  readonly at: string
  readonly service: string | null
}

/**
 * When a thing began: of a few single events the one nearest before what they are held against, else the first one of
 * what is new, else the minute in which it changed. Null for what goes on as ever.
 */
async function beganAt(
  desk: Desk,
  plan: MeasurePlan,
  own: Seen,
  { before, since, is }: Pick<CourseResult, 'before' | 'since' | 'is'>,
  time: PlanTime,
  heldMs: number,
): Promise<Moment | null> {
  if (own.isLevel) return is === 'more' || is === 'less' ? levelBegan(own, before.perMinute, since.perMinute) : null
  const { first, last } = own
  if (first === null || last === null) return null
  if (is === 'new') return first
  const isShort = Date.parse(last.at) - Date.parse(first.at) < (Date.parse(time.to) - Date.parse(time.from)) / 2
  if (own.total <= SINGLE_MAX && (isShort || own.total <= FEW)) {
    const all = Number.isNaN(heldMs) ? [] : await momentsOf(desk, plan, time, 'oldest', SINGLE_MAX)
    return all.findLast(({ at }) => Date.parse(at) <= heldMs) ?? first
  }
  if (own.shift === null || own.shift.after < own.shift.before) return null
  return { at: own.shift.at, service: first.service }
}

/** The first minute that lies nearer to what the level is since than to what it was before. */
function levelBegan({ minutes }: Seen, before: number, since: number): Moment | null {
  const middle = (before + since) / 2
  const isSince = (value: number): boolean => (since > before ? value > middle : value < middle)
  const found = minutes.find(
    ([, value], at) => isSince(value) && minutes.slice(at, at + 3).every(([, next]) => isSince(next)),
  )
  return found === undefined ? null : { at: iso(found[0]), service: null }
}

/**
 * The first line of a kind of errors that the service in which trouble began newly logged then; the onset, where there is
 * none. Errors of every day tell nothing of it.
 */
async function firstError(
  desk: Desk,
  whole: PlanTime,
  onsetMs: number,
  origin: string | undefined,
): Promise<NonNullable<CourseResult['against']>> {
  const conditions: PlanCondition[] = [{ on: 'severity', is: 'error', orWorse: true }]
  const patterns =
    origin === undefined
      ? []
      : await patternsOf(desk, [{ on: 'service', values: [origin] }, ...conditions], whole, MINUTE_MS)
  const begun = patterns
    .map(({ firstSeen, count }) => ({ atMs: toMillis(firstSeen), count }))
    .filter(({ atMs }) => atMs >= onsetMs - ONSET_MS && atMs <= onsetMs + FIRST_ERROR_MS)
  // What is said a few times beside the error of thousands of requests is another thing, or led to it.
  const most = Math.max(0, ...begun.map(({ count }) => count))
  const firstMs = begun.filter(({ count }) => count >= most / 5).map(({ atMs }) => atMs)
  return { at: iso(firstMs.length === 0 ? onsetMs : Math.min(...firstMs)), said: null, service: origin ?? null }
}

/** When the other thing began; null where it is seen at no time, or goes on as ever. */
async function beginningOf(
  desk: Desk,
  plan: MeasurePlan,
  { said, measure, conditions }: NonNullable<CourseAsked['other']>,
  time: PlanTime,
  momentMs: number,
  seriesOf: SeriesOf,
): Promise<CourseResult['against']> {
  const other = await seen(desk, plan, { measure, conditions }, time, seriesOf)
  if (other.isLevel) {
    const { before, since, is } = partsAt(other, Date.parse(time.from), momentMs, Date.parse(time.to))
    const moved = is === 'more' || is === 'less' ? levelBegan(other, before.perMinute, since.perMinute) : null
    return moved === null ? null : { at: moved.at, said, service: null }
  }
  const isRisen = other.shift !== null && other.shift.after > other.shift.before
  const firstMs = Date.parse(other.first?.at ?? '')
  const shiftMs = Date.parse(other.shift?.at ?? '')
  // A few of them before it rose are everyday ones.
  const isFirst = !isRisen || Math.abs(shiftMs - firstMs) < 2 * MINUTE_MS
  const at = isFirst ? (other.first?.at ?? null) : (other.shift?.at ?? null)
  return at === null ? null : { at, said, service: null }
}
