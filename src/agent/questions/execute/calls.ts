/**
 * How the calls to stores, brokers and hosts outside do: what sends no telemetry of its own is known by the spans of those
 * who call it. Each pair of caller and callee is told by itself, with the same of the time before trouble began.
 */
import { type Condition, MS_PER_DAY } from '../../../telemetry/index.ts'
import { isNegated, type PlanCondition, type PlanOf, type PlanTime } from '../plan/plan.ts'
import { iso } from '../reader/when.ts'
import type { SpanRow } from './durations.ts'
import { builtin, type Desk, fieldOf } from './filters.ts'
import { stats } from './request-stats.ts'
import type { CallsOf, CallsResult, CallsSide } from './result.ts'

type Calls = PlanOf<'calls'>

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** Of fewer calls a percentile says nothing; of fewer than many the median has to be longer as well. */
const CALLS_MIN = 10
const CALLS_MANY = 100
const MEDIAN_FACTOR = 1.3
/** So much longer, and by so much, is slow. */
const SLOW_FACTOR = 2
const SLOW_BY_MS = 20
/** From this share on calls fail. */
const FAILED_SHARE = 0.01

/** What arrives is no call of the one that it arrives at. */
const NOT_ARRIVING: readonly Condition[] = [{ field: builtin('kind'), op: 'neq', value: 'server' }]
const TAKING: readonly Condition[] = [{ field: builtin('kind'), op: 'eq', value: 'consumer' }]
/** The last word of a span in which a message is worked on, where its kind does not say so. */
const TAKES = /(?:^|[ .:])(?:process|receive|consume|deliver|handle|settle)$/i

/** Measures the calls that a plan asks for. */
export async function calls(desk: Desk, plan: Calls): Promise<Omit<CallsResult, 'incomplete'>> {
  const window = { from: plan.time.from, to: plan.time.to }
  const before = plan.against === null ? null : { from: plan.against.from, to: plan.against.to }
  const found = await Promise.all(plan.to.map((way) => callsOf(desk, plan, way)))
  const operations = joinedWhere(found.flatMap((one) => one.operations)).filter((one) => isOfSide(one, plan))
  const pairs = joinedWhere(found.flatMap((one) => one.pairs)).filter((one) => isOfSide(one, plan))
  return {
    kind: 'calls',
    window,
    before,
    pairs: pairs.sort((a, b) => badness(b) - badness(a) || b.now.calls - a.now.calls),
    operations: operations.sort((a, b) => badness(b) - badness(a) || b.now.calls - a.now.calls),
    ...(await momentsOf(desk, plan, operations)),
  }
}

function isOfSide({ isTaken }: CallsOf, { side }: Calls): boolean {
  return side === undefined || (side === 'taken') === isTaken
}

/** Two keys may tell the same calls, such as the newer and the older one of a store. */
function joinedWhere(all: readonly CallsOf[]): CallsOf[] {
  const held = new Map<string, CallsOf>()
  for (const one of all) {
    const key = [one.to, one.service, one.operation, one.isTaken].join('\u0000')
    const other = held.get(key)
    if (other === undefined || other.now.calls < one.now.calls) held.set(key, one)
  }
  return [...held.values()]
}

/** The calls that one condition takes, by caller and callee, and each kind of them. */
async function callsOf(
  desk: Desk,
  plan: Calls,
  way: PlanCondition,
): Promise<{ readonly pairs: CallsOf[]; readonly operations: CallsOf[] }> {
  const [now, earlier, taking] = await Promise.all([
    rowsOf(desk, plan, way, plan.time),
    plan.against === null ? [] : rowsOf(desk, plan, way, plan.against),
    rowsOf(desk, plan, way, { ...plan.time, from: plan.against?.from ?? plan.time.from }, TAKING),
  ])
  const taken = new Set(taking.map(keyOf))
  const past = new Map(earlier.map((row) => [keyOf(row), row]))
  const seen = new Set(now.map(keyOf))
  const gone = earlier.filter((row) => !seen.has(keyOf(row)))
  const operations = [...now, ...gone].map((row): CallsOf => {
    const { service, operation, value = plan.said } = row
    const isGone = !seen.has(keyOf(row))
    return {
      ...{ to: value, service, operation: operation ?? '' },
      isTaken: taken.has(keyOf(row)) || TAKES.test(operation ?? ''),
      now: isGone ? NONE : sideOf(row),
      before: plan.against === null ? null : sideOf(past.get(keyOf(row))),
    }
  })
  const groups = Map.groupBy(operations, ({ to, service, isTaken }) => [to, service, isTaken].join('\u0000'))
  const isMixed = new Set(operations.map(({ isTaken }) => isTaken)).size > 1
  const isSingle = [...groups.values()].every((group) => group.length === 1)
  const exact = isMixed || isSingle ? null : await pairsOf(desk, plan, way)
  const pairs = [...groups.values()].flatMap((group): CallsOf[] => {
    const [first, ...others] = group
    if (first === undefined) return []
    const key = `${first.to}\u0000${first.service}`
    const joined = exact?.get(key) ?? {
      now: sumOf(group.map((one) => one.now)),
      before: plan.against === null ? null : sumOf(group.map((one) => one.before ?? NONE)),
    }
    return [{ ...first, ...(others.length === 0 ? {} : { operation: '' }), ...(others.length === 0 ? {} : joined) }]
  })
  return { pairs, operations }
}

async function pairsOf(
  desk: Desk,
  plan: Calls,
  way: PlanCondition,
): Promise<ReadonlyMap<string, Pick<CallsOf, 'now' | 'before'>>> {
  const keyOfPair = ({ service, value = plan.said }: SpanRow): string => `${value}\u0000${service}`
  const [now, earlier] = await Promise.all([
    rowsOf(desk, plan, way, plan.time, [], ['service']),
    plan.against === null ? [] : rowsOf(desk, plan, way, plan.against, [], ['service']),
  ])
  const past = new Map(earlier.map((row) => [keyOfPair(row), row]))
  return new Map(
    now.map((row) => [
      keyOfPair(row),
      { now: sideOf(row), before: plan.against === null ? null : sideOf(past.get(keyOfPair(row))) },
    ]),
  )
}

function rowsOf(
  desk: Desk,
  { conditions }: Calls,
  way: PlanCondition,
  time: PlanTime,
  also: readonly Condition[] = [],
  groupBy: readonly ('service' | 'operation')[] = ['service', 'operation'],
): Promise<readonly SpanRow[]> {
  const by = way.on === 'attribute' && !isNegated(way) ? { by: fieldOf(way.key, way.scope) } : {}
  const asked = { time, ended: [...NOT_ARRIVING, ...also] }
  return stats(desk, asked, [...conditions, way], { groupBy, ...by, intervalMs: null })
}

function keyOf({ service, operation, value = '' }: SpanRow): string {
  return [value, service, operation ?? ''].join('\u0000')
}

const NONE: CallsSide = { calls: 0, failed: 0, p50: null, p95: null, max: null }

function sideOf(row: SpanRow | undefined): CallsSide {
  if (row === undefined || row.requests === 0) return NONE
  const { p50 = null, p95 = null, max = null } = row.durationMs
  return { calls: row.requests, failed: row.errors, p50, p95, max }
}

/** Counts add up; of several kinds of calls the longest tells how long they take. */
function sumOf(sides: readonly CallsSide[]): CallsSide {
  return sides.reduce(
    (all, { calls: count, failed, p50, p95, max }) => ({
      calls: all.calls + count,
      failed: all.failed + failed,
      p50: larger(all.p50, p50),
      p95: larger(all.p95, p95),
      max: larger(all.max, max),
    }),
    NONE,
  )
}

function larger(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/** Whether calls fail: more than a few, and more often than before. */
export function isFailing({ now, before }: Pick<CallsOf, 'now' | 'before'>): boolean {
  const share = now.failed / Math.max(1, now.calls)
  const usual = before === null ? 0 : before.failed / Math.max(1, before.calls)
  return now.failed > 2 && share >= FAILED_SHARE && share > 2 * usual
}

/** Whether calls take clearly longer than before. */
export function isSlower({ now, before }: Pick<CallsOf, 'now' | 'before'>): boolean {
  if (before === null || now.p95 === null || before.p95 === null) return false
  const fewest = Math.min(now.calls, before.calls)
  const isEnough = fewest >= CALLS_MANY || (fewest >= CALLS_MIN && (now.p50 ?? 0) >= MEDIAN_FACTOR * (before.p50 ?? 0))
  return isEnough && now.p95 >= SLOW_FACTOR * before.p95 && now.p95 - before.p95 >= SLOW_BY_MS
}

/** The worst first: what fails before what is slower. */
function badness(one: CallsOf): number {
  const { now, before } = one
  if (isFailing(one)) return 2 + now.failed / Math.max(1, now.calls)
  return isSlower(one) ? 1 + 1 - (before?.p95 ?? 0) / (now.p95 ?? 1) : 0
}

/** When the first and the last call failed, and since when they are slow, to a second or a minute. */
async function momentsOf(
  desk: Desk,
  plan: Calls,
  operations: readonly CallsOf[],
): Promise<Pick<CallsResult, 'firstFailed' | 'lastFailed' | 'slowSince'>> {
  const time = { ...plan.time, from: plan.against?.from ?? plan.time.from }
  const bad = operations.filter((one) => isFailing(one) || isSlower(one) || one.now.failed > 0)
  if (bad.length === 0 || Date.parse(time.to) - Date.parse(time.from) > MS_PER_DAY) return {}
  const names = [...new Set(bad.map(({ operation }) => operation))].slice(0, 50)
  const of = (span: PlanTime, intervalMs: number): Promise<readonly SpanRow[][]> =>
    Promise.all(
      plan.to.map(async (way) => {
        const asked = { time: span, ended: NOT_ARRIVING }
        const conditions: PlanCondition[] = [...plan.conditions, way, { on: 'operation', values: names }]
        return [...(await stats(desk, asked, conditions, { groupBy: [], intervalMs }))]
      }),
    )
  const minutes = (await of(time, MINUTE_MS)).flat()
  const failed = minutes.filter(({ errors }) => errors > 0).map(({ startMs }) => startMs)
  const slow = operations.find(isSlower)
  const usual = slow?.before?.p95 ?? null
  const late = minutes
    .filter(({ durationMs: { p95 = 0 } }) => usual !== null && p95 >= SLOW_FACTOR * usual && p95 - usual >= SLOW_BY_MS)
    .map(({ startMs }) => startMs)
  const second = async (minuteMs: number, pick: (...values: number[]) => number): Promise<string> => {
    const span = { ...time, from: iso(minuteMs), to: iso(minuteMs + MINUTE_MS) }
    const rows = (await of(span, SECOND_MS)).flat().filter(({ errors }) => errors > 0)
    return iso(rows.length === 0 ? minuteMs : pick(...rows.map(({ startMs }) => startMs)))
  }
  const begun = late.filter((at) => at >= Date.parse(plan.time.from) - MINUTE_MS)
  return {
    ...(failed.length === 0
      ? {}
      : {
          firstFailed: await second(Math.min(...failed), Math.min),
          lastFailed: await second(Math.max(...failed), Math.max),
        }),
    ...(begun.length === 0 ? {} : { slowSince: iso(Math.min(...begun)) }),
  }
}
