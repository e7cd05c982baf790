/**
 * What requests of one kind have in common: those that failed, or the slowest. Each is taken with all spans of its trace
 * and compared with others of the same time. A value counts as common where nearly all of these carry it and clearly
 * fewer of the others do.
 */
import { STATUS_KEYS, type StoredSpan, valueText } from '../../../telemetry/index.ts'
import type { SpanRow } from '../../tools/search-spans.ts'
import type { PlanOf } from '../plan/plan.ts'
import { without } from '../plan/plan.ts'
import { type Desk, rangeOf } from './filters.ts'
import { spans } from './lists.ts'
import type { CommonResult, SharedValue } from './result.ts'
import { spansOfTraces } from './spans-of-traces.ts'

/** The newest of them stand for all. */
const REQUESTS_MAX = 200
const OTHERS_MAX = 300
/** With fewer, what they share may be chance. */
const REQUESTS_MIN = 4
/** Requests begin before their entry and end after it. */
const MARGIN_MS = 60_000
/** So many of them carry what they have in common, and so many more than of the others. */
const COMMON_MIN = 0.8
const APART_MIN = 0.25
/** A value that most of them carry, and clearly more than of the others. */
const MOSTLY_MIN = 0.5
const TIMES_MIN = 2
const SHARED_MAX = 5
const EVEN_MAX = 4
/** The slowest of them: one in twenty. */
const SLOWEST_SHARE = 0.05
/** A key with more different values tells single requests apart. */
const VALUES_PER_REQUEST_MAX = 0.4
const VALUE_LENGTH_MAX = 100

/** What tells how a request ended is no reason for it; what is the same everywhere or never is none either. */
const OUTCOME_KEY =
  /^(?:error|exception|otel\.status|rpc\.grpc\.status|http\.status|status)(?:$|[._])|\bstatus(?:_code|\.code)?$/i
const NO_TELLING_KEY =
  /^(?:telemetry\.|process\.|thread\.|code\.|url\.(?:full|path|query)|http\.(?:url|target|method|request\.method)$|service\.name$|net(?:work)?\.|client\.(?:address|port)|server\.port|db\.(?:statement|query\.text)|.*(?:duration|elapsed|bytes|length|size)(?:_ms)?$)/i

/** A span that is called after its method alone. */
const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|HTTP)$/

type Value = Pick<SharedValue, 'field' | 'scope' | 'value' | 'service'>
/** What all spans of a request's trace carry, by a mark of each value. */
interface Request {
  readonly values: ReadonlyMap<string, Value>
  readonly status: string | null
}
/** How many requests of both sides carry a value. */
interface Carried extends Value {
  readonly these: ReadonlySet<number>
  readonly others: number
}

export async function common(desk: Desk, plan: PlanOf<'common'>): Promise<Omit<CommonResult, 'incomplete'>> {
  const window = { from: plan.time.from, to: plan.time.to }
  const asked = await requestsAsked(desk, plan)
  const none = {
    kind: 'common' as const,
    window,
    total: asked.total,
    read: 0,
    others: 0,
    shared: [],
    even: [],
    statuses: [],
  }
  if (asked.rows.length < REQUESTS_MIN) return { ...none, read: asked.rows.length }
  const others = await othersOf(desk, plan, asked.rows)
  const [these, rest] = await Promise.all([withTraces(desk, plan, asked.rows), withTraces(desk, plan, others)])
  const found = valuesOf(these, rest)
  return {
    ...none,
    read: these.length,
    others: rest.length,
    shared: sharedOf(found, these.length, rest.length),
    even: evenOf(found, these, rest),
    statuses: statusesOf(these),
  }
}

type Rows = readonly SpanRow[]

/** The requests that are asked about: one of each trace. */
async function requestsAsked(
  desk: Desk,
  { of, conditions, time }: PlanOf<'common'>,
): Promise<{ total: number; rows: Rows }> {
  const list = { intent: 'list', of: 'spans', conditions, time, order: 'newest', limit: REQUESTS_MAX } as const
  const found = await spans(desk, list)
  if (of !== 'slow') return { total: found.total, rows: onePerTrace(found.spans) }
  const limit = Math.min(REQUESTS_MAX, Math.max(REQUESTS_MIN, Math.floor(found.total * SLOWEST_SHARE)))
  const slowest = await spans(desk, { ...list, order: 'slowest', limit })
  return { total: limit, rows: onePerTrace(slowest.spans) }
}

/** Requests of the same time that ended otherwise, or were faster. */
async function othersOf(desk: Desk, plan: PlanOf<'common'>, asked: Rows): Promise<Rows> {
  const conditions = without(plan.conditions, 'outcome', 'status_code')
  const list = {
    intent: 'list',
    of: 'spans',
    conditions,
    time: plan.time,
    order: 'newest',
    limit: OTHERS_MAX + REQUESTS_MAX,
  } as const
  const first = asked.map(({ time }) => time).sort()[0] ?? plan.time.from
  const beside = plan.of === 'slow' ? plan.time : { ...plan.time, from: first }
  const own = new Set(asked.map(({ traceId }) => traceId))
  const othersIn = async (time: typeof plan.time): Promise<Rows> => {
    const { spans: all } = await spans(desk, { ...list, time })
    return onePerTrace(all).filter(
      ({ traceId, status }) => !own.has(traceId) && (plan.of === 'slow' || status !== 'error'),
    )
  }
  const near = await othersIn(beside)
  const found = near.length >= REQUESTS_MIN ? near : await othersIn(plan.time)
  return found.slice(0, OTHERS_MAX)
}

function onePerTrace(rows: Rows): Rows {
  const seen = new Map<string, SpanRow>()
  for (const row of rows) {
    const id = row.traceId === '' ? row.spanId : row.traceId
    const held = seen.get(id)
    // The outermost request is the one that people wait for.
    if (held === undefined || row.time < held.time) seen.set(id, row)
  }
  return [...seen.values()]
}

/** Each request with what the spans of its trace carry. */
async function withTraces(desk: Desk, { time }: PlanOf<'common'>, rows: Rows): Promise<readonly Request[]> {
  const rowOf = new Map(rows.map((row) => [row.traceId, row]))
  rowOf.delete('')
  const widened = {
    from: new Date(Date.parse(time.from) - MARGIN_MS).toISOString(),
    to: new Date(Date.parse(time.to) + MARGIN_MS).toISOString(),
  }
  const read = new Map<string, Request>()
  for await (const spans of spansOfTraces(desk, [...rowOf.keys()], rangeOf(widened)))
    for (const [id, all] of Map.groupBy(spans, ({ traceId }) => traceId)) {
      const row = rowOf.get(id)
      if (row !== undefined) read.set(id, { values: valuesIn(all), status: statusIn(all, row) })
    }
  return rows.flatMap(({ traceId }) => read.get(traceId) ?? [])
}

function statusIn(all: readonly StoredSpan[], { spanId }: SpanRow): string | null {
  const attributes = all.find((span) => span.spanId === spanId)?.attributes ?? {}
  const key = STATUS_KEYS.find((one) => attributes[one] !== undefined)
  const value = key === undefined ? undefined : attributes[key]
  return value === undefined || value === null ? null : valueText(value)
}

function valuesIn(all: readonly StoredSpan[]): Map<string, Value> {
  const values = new Map<string, Value>()
  const add = (value: Value): void => {
    values.set(`${value.scope} ${value.service ?? ''} ${value.field} ${value.value}`, value)
  }
  for (const { resource, name, attributes } of all) {
    const service = resource.service
    add({ field: 'service', scope: 'builtin', value: service })
    if (!METHOD.test(name)) add({ field: 'operation', scope: 'builtin', value: name, service })
    for (const [field, raw] of Object.entries(attributes)) {
      const value = isTelling(field) && raw !== null ? valueText(raw) : ''
      if (value !== '' && value.length <= VALUE_LENGTH_MAX) add({ field, scope: 'attribute', value })
    }
    for (const [field, raw] of Object.entries(resource.attributes)) {
      const value = isTelling(field) && raw !== null ? valueText(raw) : ''
      if (value !== '' && value.length <= VALUE_LENGTH_MAX) add({ field, scope: 'resource', value, service })
    }
  }
  return values
}

function isTelling(key: string): boolean {
  return !OUTCOME_KEY.test(key) && !NO_TELLING_KEY.test(key)
}

function valuesOf(these: readonly Request[], others: readonly Request[]): readonly Carried[] {
  const found = new Map<string, { value: Value; these: Set<number>; others: number }>()
  these.forEach(({ values }, at) => {
    for (const [mark, value] of values) {
      const held = found.get(mark)
      if (held === undefined) found.set(mark, { value, these: new Set([at]), others: 0 })
      else held.these.add(at)
    }
  })
  for (const { values } of others)
    for (const mark of values.keys()) {
      const held = found.get(mark)
      if (held !== undefined) held.others += 1
    }
  const kinds = new Map<string, number>()
  for (const { value } of found.values()) kinds.set(kindOf(value), (kinds.get(kindOf(value)) ?? 0) + 1)
  const most = Math.max(SHARED_MAX, these.length * VALUES_PER_REQUEST_MAX)
  return [...found.values()].flatMap(({ value, ...counts }) =>
    (kinds.get(kindOf(value)) ?? 0) > most && value.scope !== 'builtin' ? [] : [{ ...value, ...counts }],
  )
}

const kindOf = ({ scope, service = '', field }: Value): string =>
  `${scope} ${scope === 'builtin' ? '' : service} ${field}`

/** What nearly all of these carry and clearly fewer others, the most telling first; of those that the same requests carry, one of a kind. */
function sharedOf(found: readonly Carried[], read: number, others: number): SharedValue[] {
  const shares = found.flatMap((carried) => {
    const own = carried.these.size / read
    const rest = carried.others / Math.max(1, others)
    const isCommon = own >= COMMON_MIN && own - rest >= APART_MIN
    const isMostly = own >= MOSTLY_MIN && own >= rest * TIMES_MIN && own - rest >= APART_MIN
    return isCommon || isMostly ? [{ carried, own, rest, isCommon }] : []
  })
  const sorted = shares.toSorted(
    (a, b) =>
      Number(b.isCommon) - Number(a.isCommon) ||
      b.own - b.rest - (a.own - a.rest) ||
      rankOf(a.carried) - rankOf(b.carried),
  )
  const chosen: (typeof sorted)[number][] = []
  for (const one of sorted) {
    const isTold = chosen.some(
      ({ carried }) =>
        alike(carried.these, one.carried.these) &&
        (isOfOneKind(carried, one.carried) || Math.abs(carried.others - one.carried.others) <= others / 20),
    )
    if (!isTold) chosen.push(one)
    if (chosen.length === SHARED_MAX) break
  }
  return chosen.map(({ carried: { field, scope, value, service, these, others: count } }) => ({
    ...{ field, scope, value, these: these.size, others: count },
    ...(service === undefined ? {} : { service }),
  }))
}

/** A table and its store, a route and its method; two values of what the system is about each tell something. */
function isOfOneKind(a: Value, b: Value): boolean {
  const isTechnical = ({ field }: Value): boolean => /^(?:db|http|rpc|messaging|peer|server|net|network)\b/.test(field)
  return rankOf(a) === rankOf(b) && (a.scope !== 'attribute' || (isTechnical(a) && isTechnical(b)))
}

/** What people name goes before what a system names, where both tell the same. */
function rankOf({ scope, field }: Value): number {
  if (scope === 'attribute') return 0
  if (scope === 'resource') return 3
  return field === 'operation' ? 1 : 2
}

/** Whether two values are carried by the same requests, but for a few. */
function alike(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  const both = [...a].filter((one) => b.has(one)).length
  return both >= 0.9 * Math.max(a.size, b.size)
}

/** Keys that nearly all of them carry, and no value of which is more frequent with them than with the others. */
function evenOf(
  found: readonly Carried[],
  these: readonly Request[],
  others: readonly Request[],
): CommonResult['even'] {
  const keys = new Map<string, Carried[]>()
  for (const carried of found) {
    if (carried.scope !== 'attribute') continue
    keys.set(carried.field, [...(keys.get(carried.field) ?? []), carried])
  }
  return [...keys]
    .flatMap(([field, values]) => {
      const carry = values.reduce((sum, one) => sum + one.these.size, 0)
      const isEven = values.every(
        (one) => one.these.size / these.length - one.others / Math.max(1, others.length) < APART_MIN / 2,
      )
      return values.length > 1 && isEven && carry >= COMMON_MIN * these.length ? [{ field, values: values.length }] : []
    })
    .sort((a, b) => a.values - b.values)
    .slice(0, EVEN_MAX)
}

/** With which statuses they ended, the most frequent first. */
function statusesOf(these: readonly Request[]): CommonResult['statuses'] {
  const counts = new Map<string, number>()
  for (const { status } of these) if (status !== null) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => ({ status, count })).sort((a, b) => b.count - a.count)
}
