/** Requests, their failures and durations, from entry spans. */
import type { Condition } from '../../../telemetry/index.ts'
import { isNegated, type PlanCondition, without } from '../plan/plan.ts'
import { amountOf, ratio } from './amounts.ts'
import type { PartCondition } from './complement.ts'
import type { SpanRow } from './durations.ts'
import { withEmptySteps } from './empty-steps.ts'
import { type Desk, statusKeys } from './filters.ts'
import { grouped, sharesByGroup } from './request-groups.ts'
import { type Asked, type Scope, stats, sumOf } from './request-stats.ts'
import type { Amount, MeasureGroup, Once } from './result.ts'
import { dayOf } from './versions.ts'

/** Groups of which the requests are also counted once, however many services they pass. */
const ONCE_MAX = 10
/** Of fewer requests a percentile says nothing. */
const REQUESTS_MIN = 3
/** Steps with fewer requests are no peak of a share or a duration, where others have more. */
const REQUESTS_OF_PEAK_MIN = 5

export interface Requests extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
  readonly once?: Once
  readonly isOnce?: boolean
}
/** Measures requests: their number, shares, durations. */
export async function requestsOf(desk: Desk, given: Asked): Promise<Requests> {
  const carried = { ...given, conditions: await whereCarried(desk, given) }
  const asked = await ofOutcome(desk, carried)
  const { conditions, groupBy, measure } = asked
  const share = measure.of === 'ratio' ? measure.share : null
  const isWhole = conditions.every(({ on }) => on !== 'service')
  // Services that only carry what is excluded were not named: a request that passes several of them counts once.
  const isUnnamed = given.conditions.every(({ on }) => on !== 'service')
  const outward = await scopeOf(desk, asked, isUnnamed)
  const received = await stats(desk, asked, conditions, { groupBy: [], intervalMs: null, ...outward })
  const isInner = received.every(({ requests }) => requests === 0) && (await isOfCalls(desk, conditions))
  const only: Scope = isInner ? {} : outward
  const rows = isInner ? await stats(desk, asked, conditions, { groupBy: [], intervalMs: null }) : received
  const total = amountOf(sumOf(rows), asked)
  const isOfAllRoutes = measure.of === 'ratio' && measure.isOfAll === true
  const among = isOfAllRoutes
    ? conditions.filter(({ on }) => on === 'operation' || on === 'service')
    : withoutMatching(conditions)
  const base =
    share === 'matching'
      ? amountOf(sumOf(await stats(desk, asked, among, { groupBy: [], intervalMs: null, ...only })), asked)
      : null
  // How a request ended is no filter of the store's: of those that match, the ones that ended so.
  const matched = base === null ? null : amountOf(sumOf(rows), { ...asked, measure: { of: 'requests' } }).value
  const amount =
    base === null ? total : { ...total, value: ratio(matched ?? 0, base.of), failed: matched ?? 0, of: base.of ?? 0 }
  const isOfAny = isWhole && only.only === 'entries' && (measure.of === 'requests' || measure.of === 'ratio')
  const isMatching = share === 'matching'
  const stepped = (some: readonly PartCondition[], intervalMs: number): Promise<readonly SpanRow[]> =>
    stats(desk, asked, some, { groupBy: [], intervalMs, ...only })
  const groups =
    groupBy.length === 0
      ? []
      : isMatching
        ? await sharesByGroup(desk, asked, withoutMatching(conditions), only)
        : await withOnce(desk, asked, isOfAny, await grouped(desk, asked, only))
  const { intervalMs } = asked
  const series =
    intervalMs === null
      ? []
      : isMatching
        ? sharesOf(await stepped(conditions, intervalMs), await stepped(withoutMatching(conditions), intervalMs))
        : seriesOf(await stepped(conditions, intervalMs), asked)
  const isCount = measure.of === 'requests' || measure.of === 'spans'
  const isOfAll =
    isWhole && only.only === 'entries' && groups.length === 0 && measure.of !== 'duration' && share !== 'matching'
  const once = isOfAll ? await onceOf(desk, asked, conditions) : null
  return {
    ...amount,
    groups,
    series: isCount ? withEmptySteps(series, asked, desk.catalogue) : series,
    ...(once !== null && (once.of ?? 0) > 0 ? { once } : {}),
    ...(only.only === 'first' ? { isOnce: true } : {}),
    ...(isInner && rows.length > 0 ? { isOfCalls: true } : {}),
  }
}

/** The 95th percentile duration of each service's requests, step by step; steps with hardly any request are left out. */
export async function durationsByService(
  desk: Desk,
  { conditions, time, intervalMs }: Pick<Asked, 'conditions' | 'time' | 'intervalMs'>,
): Promise<Map<string, [atMs: number, ms: number][]>> {
  const rows = await stats(desk, { time }, conditions, { groupBy: ['service'], intervalMs, only: 'entries' })
  const courses = new Map<string, [number, number][]>()
  for (const { service, startMs, requests, durationMs } of rows) {
    const course = courses.get(service) ?? []
    courses.set(service, course)
    if (requests >= REQUESTS_MIN && durationMs.p95 !== undefined) course.push([startMs, durationMs.p95])
  }
  for (const course of courses.values()) course.sort(([a], [b]) => a - b)
  return courses
}

/**
 * "Applications that were not in sales": of the services that have the route, those whose requests carry the category. The
 * gateway before them cannot tell which ones are in sales, and would count all.
 */
async function whereCarried(desk: Desk, asked: Asked): Promise<readonly PlanCondition[]> {
  const { conditions } = asked
  const isOfRoute = conditions.some((condition) => condition.on === 'operation' && condition.not !== true)
  const excluded = conditions.find((condition) => condition.on === 'attribute' && condition.not === true)
  if (!isOfRoute || excluded?.on !== 'attribute' || conditions.some(({ on }) => on === 'service')) return conditions
  const { key, scope } = excluded
  const routes = conditions.filter(({ on }) => on === 'operation')
  const carrying: PartCondition[] = [...routes, { on: 'carrying', key, scope }]
  const rows = await stats(desk, { time: asked.time }, carrying, {
    groupBy: ['service'],
    intervalMs: null,
    only: 'entries',
  })
  const services = [...new Set(rows.map(({ service }) => service))].filter((service) => service !== '')
  return services.length === 0 ? conditions : [...conditions, { on: 'service', values: services }]
}

/** "P95 of the failed ones": a request failed by its status or by its code, whichever tells as many as failed. */
async function ofOutcome(desk: Desk, asked: Asked): Promise<Asked> {
  const outcome = asked.conditions.find(({ on }) => on === 'outcome')
  if (asked.measure.of !== 'duration' || outcome?.on !== 'outcome') return asked
  const how = { groupBy: [], intervalMs: null, only: 'entries' } as const
  const count = async (ended: readonly Condition[]): Promise<number> =>
    sumOf(await stats(desk, { time: asked.time, ended }, asked.conditions, how))?.requests ?? 0
  const all = sumOf(await stats(desk, { time: asked.time }, asked.conditions, how))
  const isFailed = outcome.is === 'failed'
  const status = { kind: 'builtin', name: 'status' } as const
  const codes = statusKeys(desk.catalogue, 'spans').map((key) => ({ kind: 'attribute', key }) as const)
  const ways: readonly (readonly Condition[])[] = isFailed
    ? [
        [{ field: status, op: 'eq', value: 'error' }],
        ...codes.map((field): Condition[] => [{ field, op: 'between', low: 500, high: 599 }]),
      ]
    : [
        [{ field: status, op: 'neq', value: 'error' }],
        ...codes.map((field): Condition[] => [{ field, op: 'lt', value: 500 }]),
      ]
  const expected = all === null ? 0 : isFailed ? all.errors : all.requests - all.errors
  for (const ended of ways) if ((await count(ended)) === expected) return { ...asked, ended }
  // Told neither way: a duration of all of them is no answer.
  return { ...asked, ended: [{ field: { kind: 'builtin', name: 'duration' }, op: 'lt', value: 0 }] }
}

/** Whether conditions name what is only done inside of requests: a call of a database, an inner step. */
async function isOfCalls(desk: Desk, conditions: readonly PlanCondition[]): Promise<boolean> {
  const named = conditions.filter(
    (condition) =>
      !isNegated(condition) &&
      (condition.on === 'operation' ||
        (condition.on === 'attribute' && /^(?:db\.system|messaging\.system|peer\.service)/.test(condition.key))),
  )
  if (named.length === 0) return false
  const ever = await stats(desk, { time: dayOf(desk) }, named, { groupBy: [], intervalMs: null, only: 'entries' })
  return ever.every(({ requests }) => requests === 0)
}

/** A route that several services have is asked about where its requests come first. */
async function scopeOf(desk: Desk, asked: Asked, isWhole: boolean): Promise<Scope> {
  const isOfRoute = asked.conditions.some((condition) => condition.on === 'operation' && condition.not !== true)
  const isByPlace = asked.groupBy.some(({ scope }) => scope === 'builtin')
  if (!isWhole || !isOfRoute || isByPlace) return { only: 'entries' }
  const rows = await stats(desk, asked, asked.conditions, { groupBy: ['service'], intervalMs: null, only: 'entries' })
  return { only: rows.length < 2 ? 'entries' : 'first' }
}

/**
 * The same requests, each counted once: those that conditions pick, where they come first; of all requests those from
 * outside.
 */
async function onceOf(desk: Desk, asked: Asked, conditions: readonly PlanCondition[]): Promise<Once> {
  const isPicked = conditions.some((one) => (one.on === 'attribute' || one.on === 'operation') && !isNegated(one))
  const only = isPicked ? 'first' : 'outermost'
  const rows = await stats(desk, asked, conditions, { groupBy: [], intervalMs: null, only })
  return { ...amountOf(sumOf(rows), asked), only }
}

function seriesOf(rows: readonly SpanRow[], asked: Asked): [string, number][] {
  // One request that failed is no peak of the error rate.
  const isOfAny = asked.isPeakAsked !== true || asked.measure.of === 'requests' || asked.measure.of === 'spans'
  const enough = isOfAny ? [] : rows.filter(({ requests }) => requests >= REQUESTS_OF_PEAK_MIN)
  // A percentile of steps that two keys have is not known.
  return (enough.length > 0 ? enough : rows).flatMap((row): [string, number][] => {
    const { value } = amountOf(row, asked)
    return value === null && row.requests > 0 ? [] : [[new Date(row.startMs).toISOString(), value ?? 0]]
  })
}

/** The share of each step's requests that matches. */
function sharesOf(matching: readonly SpanRow[], all: readonly SpanRow[]): [string, number][] {
  const counts = new Map(matching.map(({ startMs, requests }) => [startMs, requests]))
  return all.map(({ startMs, requests }) => [
    new Date(startMs).toISOString(),
    ratio(counts.get(startMs) ?? 0, requests) ?? 0,
  ])
}

/** Of few groups by one attribute also how many there are if each counts once: a tenant's pass several services each. */
async function withOnce(
  desk: Desk,
  asked: Asked,
  isOfAny: boolean,
  groups: readonly MeasureGroup[],
): Promise<readonly MeasureGroup[]> {
  const [by, ...others] = asked.groupBy
  if (!isOfAny || by === undefined || others.length > 0 || by.scope === 'builtin' || groups.length > ONCE_MAX)
    return groups
  const scope = by.scope
  return Promise.all(
    groups.map(async (group) => {
      const condition: PlanCondition = { on: 'attribute', key: by.field, scope, values: [group.key[0] ?? ''] }
      const once = await onceOf(desk, asked, [...asked.conditions, condition])
      const isOther = (once.of ?? 0) > 0 && once.of !== group.of
      return isOther ? { ...group, once } : group
    }),
  )
}

function withoutMatching(conditions: readonly PlanCondition[]): PartCondition[] {
  // "What share of acme's requests ends in 5xx": the code is the part, the tenant says of what.
  const coded = without(conditions, 'status_code', 'number', 'text')
  if (coded.length < conditions.length) return coded
  const attributes = conditions.flatMap((condition) => (condition.on === 'attribute' ? [condition] : []))
  // "What share of traffic is mobile": of the requests that say what they come from.
  if (attributes.length > 0)
    return [
      ...without(conditions, 'attribute'),
      ...attributes.map(({ key, scope }): PartCondition => ({ on: 'carrying', key, scope })),
    ]
  const base = [...conditions]
  // "What share of all requests is POST /play": where nothing else is matched, the route is.
  return base.length === conditions.length ? without(base, 'operation') : base
}
