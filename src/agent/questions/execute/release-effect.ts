/**
 * What a release did: the requests of its service before it and since, their failures and durations, and those of each
 * route. Trouble that begins while the version runs, and not with it, is told apart: a release is not to blame for it.
 */
import { MS_PER_DAY, type SpanStatsRow } from '../../../telemetry/index.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { iso } from '../reader/when.ts'
import { amountOf } from './amounts.ts'
import type { SpanRow } from './durations.ts'
import { type Desk, rangeOf } from './filters.ts'
import { measure } from './measure.ts'
import { recordsOf } from './records.ts'
import { type ReleaseMeant, releaseMeant } from './release-meant.ts'
import { laterTrouble } from './release-trouble.ts'
import { stats, sumOf } from './request-stats.ts'
import type { Amount, ReleaseResult, ReleaseSide } from './result.ts'
import { dayOf, versionsSeen } from './versions.ts'

const MINUTE_MS = 60_000
const ROUTES_MAX = 40
/** Old instances answer for some minutes after the first new one. */
const OVERLAP_MS = 5 * MINUTE_MS
const ENTRIES = { intervalMs: null, only: 'entries' } as const
const SHARE = { measure: { of: 'ratio', share: 'failed' } as const, conditions: [] }

/** One side: when, and which version answered. */
interface Side {
  readonly time: PlanTime
  readonly conditions: readonly PlanCondition[]
}

/** Measures both sides of the release that a plan means. */
export async function releaseEffect(desk: Desk, plan: PlanOf<'release'>): Promise<Omit<ReleaseResult, 'incomplete'>> {
  const day = dayOf(desk)
  const none = {
    ...{ kind: 'release' as const, window: { from: day.from, to: day.to }, release: null },
    ...{ before: null, after: null, later: null, routes: [] },
  }
  const meant = await releaseMeant(desk, plan.release, day)
  if (meant === null) return { ...none, ...(await onlyVersion(desk, plan, day)) }
  if (plan.counted !== undefined) return { ...none, ...(await countedBeside(desk, plan, meant, day)) }
  const sides = await sidesOf(desk, plan, meant, day)
  const isTraced = desk.catalogue.records.spans > 0
  const minutes = isTraced ? await minutesOf(desk, sides.after) : []
  const [before, routesBefore] = await sideOf(desk, sides.before)
  const trouble = laterTrouble(minutes, Date.parse(meant.at), before)
  // Who asks for a number of both sides, or of two versions, gets all of them.
  const isWhole = trouble === null || isOfNumbers(plan)
  const calm: Side = isWhole ? sides.after : { ...sides.after, time: { ...sides.after.time, to: iso(trouble.atMs) } }
  const [after, routesAfter] = await sideOf(desk, calm)
  const rest = trouble === null ? null : { ...sides.after, time: { ...sides.after.time, from: iso(trouble.atMs) } }
  const [later] = rest === null ? [null] : await sideOf(desk, rest)
  return {
    ...none,
    release: meant,
    before,
    after,
    ...(isWhole && trouble !== null ? { isWhole: true } : {}),
    later: later === null || trouble === null ? null : { ...later, is: trouble.is },
    routes: routesOf(routesBefore, routesAfter),
  }
}

function isOfNumbers({ release, asks, isYesNo, direction, statistic }: PlanOf<'release'>): boolean {
  if ((release.versions?.length ?? 0) > 1) return true
  const isOfOne = statistic !== undefined || (asks.length === 1 && asks[0] === 'failures')
  return isYesNo !== true && direction === undefined && isOfOne
}

async function onlyVersion(
  desk: Desk,
  { release: { service } }: PlanOf<'release'>,
  day: PlanTime,
): Promise<Pick<ReleaseResult, 'only'>> {
  if (service === undefined) return {}
  const { seen } = await versionsSeen(desk, [{ on: 'service', values: [service] }], day)
  const [one, more] = seen
  return one === undefined || more !== undefined ? {} : { only: one.version }
}

/** What a thread counted, up to the release and since. */
async function countedBeside(
  desk: Desk,
  { counted = { of: 'records' }, conditions }: PlanOf<'release'>,
  meant: ReleaseMeant,
  day: PlanTime,
): Promise<Pick<ReleaseResult, 'release' | 'before' | 'after'>> {
  const side = async (from: string, to: string): Promise<ReleaseSide> => {
    const time: PlanTime = { from, to, basis: 'asked' }
    const found = await measure(desk, plainMeasure({ measure: counted, conditions, time }))
    const { value, of = 0, failed = 0 } = found
    return { value, of, failed, window: { from, to }, lines: { total: 0, errors: 0 } }
  }
  const before = await side(meant.since ?? day.from, meant.at)
  return { release: meant, before, after: await side(meant.at, meant.until ?? day.to) }
}

/** The time up to the release and since then; of the service itself the requests that its versions answered. */
async function sidesOf(
  desk: Desk,
  plan: PlanOf<'release'>,
  meant: ReleaseMeant,
  day: PlanTime,
): Promise<{ readonly before: Side; readonly after: Side }> {
  const { at, from, to, since, until, service } = meant
  // A step that is cut by the beginning of the telemetry is no whole one.
  const firstMs = desk.catalogue.firstMs ?? 0
  const start = since == null || Date.parse(since) < firstMs ? day.from : since
  const earlier: PlanTime = { from: start, to: at, basis: 'asked' }
  const time: PlanTime = { from: at, to: until ?? day.to, basis: 'asked' }
  const own = servicesOf(plan)
  const conditions = own.length > 0 || plan.conditions.length > 0 ? plan.conditions : ofService(service)
  const key = keysOf('version', desk.catalogue).find(({ signal }) => signal === 'spans')
  const isOfItself = servicesOf({ conditions }).every((name) => name === service)
  if (!isOfItself || key === undefined || from === null || to === null || servicesOf({ conditions }).length === 0)
    return { before: { time: earlier, conditions }, after: { time, conditions } }
  const of = (version: string): PlanCondition => ({
    ...{ on: 'attribute', key: key.key, scope: key.scope, values: [version] },
  })
  const overlapping = { ...earlier, to: iso(Math.min(Date.parse(time.to), Date.parse(at) + OVERLAP_MS)) }
  return {
    before: { time: overlapping, conditions: [...conditions, of(from)] },
    after: { time, conditions: [...conditions, of(to)] },
  }
}

function ofService(service: string): readonly PlanCondition[] {
  return [{ on: 'service', values: [service] }]
}

type Routes = ReadonlyMap<string, SpanRow>

/** The requests of one side, else its log records, with those of each route. */
async function sideOf(desk: Desk, { time, conditions }: Side): Promise<[ReleaseSide, Routes]> {
  const window = { from: time.from, to: time.to }
  const rows = await stats(desk, { time }, conditions, { groupBy: ['service', 'operation'], ...ENTRIES })
  const all = sumOf(await stats(desk, { time }, conditions, { groupBy: [], ...ENTRIES }))
  const amount =
    all === null || all.requests === 0 ? await withoutSpans(desk, { time, conditions }) : amountOf(all, SHARE)
  const lines = await linesOf(desk, { time, conditions })
  const routes = new Map(
    rows.slice(0, ROUTES_MAX).flatMap((row) => (row.operation == null ? [] : [[row.operation, row] as const])),
  )
  return [{ ...amount, window, lines }, routes]
}

/** Requests that only access lines tell of; nothing where no line does. */
async function withoutSpans(desk: Desk, { time, conditions }: Side): Promise<Amount> {
  const none = { value: null, of: 0, failed: 0 }
  if (desk.catalogue.templates.every(({ access }) => access === undefined)) return none
  const found = await measure(desk, plainMeasure({ measure: SHARE.measure, conditions: [...conditions], time }))
  return found.isOfRecords === true ? none : found
}

/** Log records of the services of a side, and how many of them are errors. */
async function linesOf(desk: Desk, { time, conditions }: Side): Promise<ReleaseSide['lines']> {
  const services = conditions.filter(({ on }) => on === 'service')
  if (services.length === 0 || desk.catalogue.records.logs === 0) return { total: 0, errors: 0 }
  const asked = { time, groupBy: [], intervalMs: null }
  const [all, errors] = await Promise.all([
    recordsOf(desk, { ...asked, conditions: services }),
    recordsOf(desk, { ...asked, conditions: [...services, { on: 'severity', is: 'error', orWorse: true }] }),
  ])
  return { total: all.value ?? 0, errors: errors.value ?? 0 }
}

async function minutesOf(desk: Desk, { time, conditions }: Side): Promise<readonly SpanStatsRow[]> {
  const range = rangeOf(time)
  if (Date.parse(time.to) - Date.parse(time.from) > MS_PER_DAY || range.from === range.to) return []
  const rows = await stats(desk, { time }, conditions, { groupBy: [], intervalMs: MINUTE_MS, only: 'entries' })
  return rows.flatMap((row) => {
    const { p50, p95 } = row.durationMs
    return p50 === undefined || p95 === undefined ? [] : [{ ...row, durationMs: { ...row.durationMs, p50, p95 } }]
  }) as readonly SpanStatsRow[]
}

/** Fewer requests of a route tell nothing of it. */
const ROUTE_REQUESTS_MIN = 20

/** Those that changed most first. */
function routesOf(before: Routes, after: Routes): ReleaseResult['routes'] {
  const changeOf = (one: Amount, other: Amount): number =>
    Math.abs(Math.log(Math.max(one.p50 ?? 0, 0.01) / Math.max(other.p50 ?? 0, 0.01)))
  return [...after]
    .flatMap(([operation, row]) => {
      const old = before.get(operation)
      if (old === undefined || Math.min(old.requests, row.requests) < ROUTE_REQUESTS_MIN) return []
      return [{ operation, before: amountOf(old, SHARE), after: amountOf(row, SHARE) }]
    })
    .sort((a, b) => changeOf(b.before, b.after) - changeOf(a.before, a.after))
}
