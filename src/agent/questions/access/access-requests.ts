/**
 * Requests of services that send access lines instead of spans: their number, shares and durations, read from the lines.
 * Plain counts come from the patterns of the lines; where a status is asked for, only lines that have its number
 * somewhere are read; everything else reads the lines, up to the bound of a search.
 */
import { type SpanStatsRow, toMillis } from '../../../telemetry/index.ts'
import { amountOf } from '../execute/amounts.ts'
import type { Desk } from '../execute/filters.ts'
import { recordsOf } from '../execute/records.ts'
import type { Amount, MeasureGroup } from '../execute/result.ts'
import { searchMatching } from '../execute/search.ts'
import type { Measure, PlanCondition, PlanOf, PlanTime } from '../plan/plan.ts'
import { isNegated, without } from '../plan/plan.ts'
import type { AccessLine } from './access-line.ts'
import { accessConditions, accessMatch } from './access-match.ts'
import { accessServicesIn } from './access-services.ts'

/** The bound of a search is lower: this one is never reached. */
const LINES_MAX = 100_000

export interface AccessRequests extends Amount {
  readonly groups: readonly MeasureGroup[]
  readonly series: readonly (readonly [at: string, value: number])[]
}
type Asked = Pick<PlanOf<'measure'>, 'conditions' | 'groupBy' | 'intervalMs'> & {
  readonly time: PlanTime
  readonly measure: Measure
}

/** Measures requests that access lines tell. */
export async function accessRequestsOf(desk: Desk, asked: Asked): Promise<AccessRequests> {
  const { measure, conditions } = asked
  if (isPlain(asked)) return counted(desk, asked)
  if (measure.of === 'ratio' && asked.groupBy.length === 0 && asked.intervalMs === null) return shareOf(desk, asked)
  const isOfOutcome = measure.of !== 'duration' && conditions.some(({ on }) => on === 'outcome')
  // "Failed requests" are told with the number of all.
  const tallied = await tally(desk, isOfOutcome ? { ...asked, conditions: without(conditions, 'outcome') } : asked)
  const amount = (one: Tally): Amount => amountOf(one.row(measure.of === 'duration'), asked)
  return {
    ...amount(tallied.all),
    groups: [...tallied.groups.values()].map(({ key, of }) => ({ key, ...amount(of) })),
    series: [...tallied.steps]
      .sort((a, b) => a[0] - b[0])
      .map(([atMs, of]) => [new Date(atMs).toISOString(), amount(of).value ?? 0] as const),
  }
}

/** Nothing but the service, words and the time restricts what is counted: the patterns tell the number. */
function isPlain({ measure, conditions, groupBy }: Asked): boolean {
  const isOfService = groupBy.every(({ field, scope }) => scope === 'builtin' && field === 'service')
  return measure.of === 'requests' && isOfService && accessConditions(conditions).ofLine.length === 0
}

async function counted(desk: Desk, asked: Asked): Promise<AccessRequests> {
  const services = accessServicesIn(asked.conditions, desk.catalogue)
  const ids = desk.catalogue.templates
    .filter(({ service, access }) => access !== undefined && services.includes(service))
    .map(({ id }) => id)
  const lines: PlanCondition = { on: 'templates', words: 'requests', ids, phrases: [] }
  const { ofRecord } = accessConditions(asked.conditions)
  const { value, groups, series } = await recordsOf(desk, { ...asked, conditions: [...ofRecord, lines] })
  return { value, of: value ?? 0, groups, series }
}

/** A part of the requests, of all of them. */
async function shareOf(desk: Desk, asked: Asked): Promise<AccessRequests> {
  const { measure, conditions } = asked
  const share = measure.of === 'ratio' ? measure.share : 'failed'
  const isMatching = share === 'matching'
  const requests = { ...asked, measure: { of: 'requests' as const } }
  const wider = isMatching ? without(conditions, 'status_code', 'number', 'outcome') : conditions
  const base = wider.length === conditions.length && isMatching ? without(conditions, 'operation', 'text') : wider
  const part: PlanCondition[] = isMatching ? [...conditions] : [...conditions, { on: 'outcome', is: 'failed' }]
  const [few, all] = await Promise.all([
    tally(desk, { ...requests, conditions: part }),
    accessRequestsOf(desk, { ...requests, conditions: base }),
  ])
  const failed = few.all.requests
  const of = all.value ?? 0
  const value = of === 0 ? null : share === 'succeeded' ? (of - failed) / of : failed / of
  return { value, of, failed, groups: [], series: [] }
}

interface Tallied {
  readonly all: Tally
  readonly groups: ReadonlyMap<string, { readonly key: readonly (string | null)[]; readonly of: Tally }>
  readonly steps: ReadonlyMap<number, Tally>
}

async function tally(desk: Desk, { conditions, groupBy, intervalMs, time }: Asked): Promise<Tallied> {
  const { ofLine, ofRecord } = accessConditions(conditions)
  const match = accessMatch(ofLine)
  const all = new Tally()
  const groups = new Map<string, { key: (string | null)[]; of: Tally }>()
  const steps = new Map<number, Tally>()
  for await (const record of searchMatching(desk, withCodes(ofLine, ofRecord), time, LINES_MAX)) {
    const line = match(record)
    if (line === null) continue
    all.add(line)
    if (groupBy.length > 0) {
      const key = groupBy.map(({ field }) => groupOf(field, line, record.resource.service))
      const name = key.join('\u0000')
      const held = groups.get(name) ?? { key, of: new Tally() }
      groups.set(name, held)
      held.of.add(line)
    }
    if (intervalMs !== null) {
      const atMs = Math.floor(toMillis(record.time) / intervalMs) * intervalMs
      const held = steps.get(atMs) ?? new Tally()
      steps.set(atMs, held)
      held.add(line)
    }
  }
  return { all, groups, steps }
}

/** With the codes as words, one of which every line that is meant has: the others need not be read. */
function withCodes(ofLine: readonly PlanCondition[], ofRecord: readonly PlanCondition[]): readonly PlanCondition[] {
  const isFailed = ofLine.some((one) => one.on === 'outcome' && one.is === 'failed')
  const codes = ofLine.flatMap((one) => (one.on === 'status_code' && !isNegated(one) ? [one] : []))
  const ranges = codes.length > 0 ? codes : isFailed ? [{ from: 500, to: 599 }] : []
  if (ranges.length === 0 || ofRecord.some(({ on }) => on === 'text' || on === 'templates')) return ofRecord
  const words = ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, more) => String(from + more)),
  )
  return [...ofRecord, { on: 'text', text: words.join(' '), mode: 'any' }]
}

/** Parts of a path that tell one thing from another: numbers, ids. */
const ID_PART = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|[A-Za-z]{1,8}[-_]?\d{2,}[\w-]*)$/

function groupOf(field: string, line: AccessLine, service: string): string | null {
  switch (field) {
    case 'service':
      return service
    case 'status_code':
      return String(line.status)
    case 'method':
      return line.method
    case 'client':
      return line.client
    case 'user_agent':
      return line.userAgent
    default: {
      const parts = (line.path ?? '').split('/').map((part) => (ID_PART.test(part) ? '{id}' : part))
      return `${line.method ?? ''} ${parts.join('/')}`.trim()
    }
  }
}

/** Requests counted one by one. */
class Tally {
  requests = 0
  #errors = 0
  readonly #durations: number[] = []

  add({ status, durationMs }: AccessLine): void {
    this.requests++
    if (status >= 500) this.#errors++
    if (durationMs !== null) this.#durations.push(durationMs)
  }

  /** As statistics of spans; of durations only lines that state one count. */
  row(isOfDurations: boolean): SpanStatsRow {
    const sorted = this.#durations.sort((a, b) => a - b)
    const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
    const mean = sorted.reduce((sum, one) => sum + one, 0) / Math.max(1, sorted.length)
    const durationMs = {
      ...{ p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95), p99: at(0.99), p999: at(0.999) },
      ...{ min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0, mean },
    }
    const requests = isOfDurations ? sorted.length : this.requests
    return { service: '', operation: null, startMs: 0, requests, errors: this.#errors, durationMs }
  }
}
