/**
 * The life of services: each stop and start with what its lines say of the reason, how long it was away, whether version
 * or instance changed, and what its requests did around it; and who is silent, with its last lines.
 */
import { type Resource, type StoredLog, toMillis, valueText } from '../../../telemetry/index.ts'
import { reasonBeside, spokenText, withReason } from '../../message-text.ts'
import { logRow } from '../../tools/search-logs.ts'
import { type ProcessStep, processStep, stopReason, tellsOfProcess } from '../grounding/process-lines.ts'
import { isSilentBy } from '../grounding/silence.ts'
import { plainMeasure } from '../plan/plain-measure.ts'
import { type PlanCondition, type PlanOf, type PlanTime, servicesOf } from '../plan/plan.ts'
import { keysOf } from '../reader/fields.ts'
import { iso } from '../reader/when.ts'
import type { Desk } from './filters.ts'
import { rangeOf } from './filters.ts'
import { measure } from './measure.ts'
import { changesOf } from './releases.ts'
import type { Amount, LifeEvent, LifeResult, LifeSide } from './result.ts'
import { searchMatching } from './search.ts'
import { dayOf, isLeftOut, versionsSeen } from './versions.ts'

const LINES_MAX = 500
/** Lines of one stop, or of one start, come within this time. */
const ONE_STEP_MS = 120_000
/** A start after a longer time belongs to no stop before it. */
const APART_MAX_MS = 30 * 60_000
/** A version is seen by the minute. */
const VERSION_NEAR_MS = 120_000
const EVENTS_MAX = 8
/** Of more events only the lines are told. */
const LOOKED_INTO_MAX = 4
const SIDE_MS = 10 * 60_000
/** What a stop broke shows within a minute of the return. */
const AFTERMATH_MS = 60_000
const LAST_LINES = 3

interface Line {
  readonly atMs: number
  readonly step: ProcessStep
  readonly text: string
  readonly record: StoredLog
}
interface Draft {
  readonly service: string
  stop: Line | null
  start: Line | null
}

export async function life(desk: Desk, plan: PlanOf<'life'>): Promise<Omit<LifeResult, 'incomplete'>> {
  const time = plan.time.basis === 'asked' ? plan.time : dayOf(desk)
  const asked = servicesOf(plan)
  const isAsked = (name: string): boolean =>
    (asked.length === 0 || asked.includes(name)) && !isLeftOut(plan.conditions, name)
  const drafts = draftsOf(await linesOf(desk, time, isAsked))
  const { seen } = await versionsSeen(desk, plan.conditions, time)
  const versions = changesOf(seen).filter(({ service }) => isAsked(service))
  const all = [...drafts, ...withoutLines(versions, drafts)].toSorted((a, b) => momentOf(a) - momentOf(b))
  const near = plan.at === undefined ? all : nearest(all, Date.parse(plan.at))
  const shown = near.slice(-EVENTS_MAX)
  const events: LifeEvent[] = []
  for (const draft of shown) events.push(await eventOf(desk, draft, versions, shown.length <= LOOKED_INTO_MAX))
  return {
    kind: 'life',
    window: { from: time.from, to: time.to },
    total: near.length,
    ...(plan.at !== undefined && near.length === 0 ? { others: all.length } : {}),
    events,
    silent: await silentOf(desk, isAsked, asked.length > 0),
  }
}

/** A version that changed while no line told of a start. */
function withoutLines(versions: readonly VersionChange[], drafts: readonly Draft[]): (Draft & { atMs: number })[] {
  return versions.flatMap(({ service, at }) => {
    const atMs = Date.parse(at)
    const isTold = drafts.some(
      (draft) => draft.service === service && Math.abs(momentOf(draft) - atMs) <= VERSION_NEAR_MS,
    )
    return isTold ? [] : [{ service, stop: null, start: null, atMs }]
  })
}

type VersionChange = ReturnType<typeof changesOf>[number]

async function linesOf(
  desk: Desk,
  time: PlanTime,
  isAsked: (name: string) => boolean,
): Promise<ReadonlyMap<string, readonly Line[]>> {
  const ids = desk.catalogue.templates.filter((one) => isAsked(one.service) && tellsOfProcess(one)).map(({ id }) => id)
  const lines = new Map<string, Line[]>()
  if (ids.length === 0) return lines
  const conditions: PlanCondition[] = [{ on: 'templates', words: 'life', ids: ids.slice(0, 100), phrases: [] }]
  for await (const record of searchMatching(desk, conditions, time, LINES_MAX, 'oldest')) {
    const { service } = record.resource
    const step = processStep(record.body, service)
    if (step === null) continue
    const line = { atMs: toMillis(record.time), step, text: toldOf(record), record }
    lines.set(service, [...(lines.get(service) ?? []), line])
  }
  return lines
}

/** What the line says, with the reason that it carries beside its message. */
function toldOf({ body, attributes }: StoredLog): string {
  const key = Object.keys(attributes).find((name) => /(?:^|[._])reason$/i.test(name))
  const value = key === undefined ? undefined : attributes[key]
  const reason = value === undefined || value === null ? reasonBeside(body) : valueText(value)
  return withReason(spokenText(body), reason).slice(0, 300)
}

/** Stops with the starts behind them, and starts that nothing stopped before. */
function draftsOf(lines: ReadonlyMap<string, readonly Line[]>): Draft[] {
  return [...lines].flatMap(([service, own]) => {
    const drafts: Draft[] = []
    let open: Draft | null = null
    for (const line of own) {
      const lastMs = open === null ? Number.NEGATIVE_INFINITY : momentOf(open)
      if (line.step === 'start') {
        const nearMs = open?.start === null ? APART_MAX_MS : ONE_STEP_MS
        if (open !== null && line.atMs - lastMs <= nearMs) {
          open.start ??= line
          continue
        }
      } else if (open?.start === null && line.atMs - lastMs <= ONE_STEP_MS) {
        // The line that tells the reason says most: "killed", behind "terminating".
        if (line.step === 'crash' && open.stop?.step !== 'crash') open.stop = line
        continue
      }
      open = line.step === 'start' ? { service, stop: null, start: line } : { service, stop: line, start: null }
      drafts.push(open)
    }
    return drafts
  })
}

function momentOf(draft: Draft & { readonly atMs?: number }): number {
  return draft.stop?.atMs ?? draft.start?.atMs ?? draft.atMs ?? 0
}

function nearest<D extends Draft>(drafts: readonly D[], atMs: number): readonly D[] {
  return drafts.filter((draft) => Math.abs(momentOf(draft) - atMs) <= SIDE_MS)
}

async function eventOf(
  desk: Desk,
  draft: Draft & { readonly atMs?: number },
  versions: readonly VersionChange[],
  isLookedInto: boolean,
): Promise<LifeEvent> {
  const { service, stop, start } = draft
  const atMs = momentOf(draft)
  const before = stop?.record.resource ?? (isLookedInto ? await resourceBefore(desk, service, atMs) : null)
  const next = stop !== null && start === null ? await firstAfter(desk, service, stop.atMs) : null
  const after = start?.record.resource ?? next?.resource ?? null
  const backMs = start?.atMs ?? next?.atMs ?? null
  const changed = versions.find(
    (one) => one.service === service && Math.abs(Date.parse(one.at) - (backMs ?? atMs)) <= VERSION_NEAR_MS,
  )
  const version =
    changed === undefined ? bothOf(desk, 'version', before, after) : { from: changed.from, to: changed.to }
  const instance = bothOf(desk, 'instance', before, after)
  const isRelease = version !== null && version.from !== version.to
  const because = stop === null ? 'untold' : stopReason(stop.text, stop.step)
  const rowOf = (line: Line | null) =>
    line === null ? null : { ...logRow(line.record), body: line.text, time: iso(line.atMs) }
  return {
    service,
    at: iso(atMs),
    stop: rowOf(stop),
    start: rowOf(start),
    back: backMs === null ? null : iso(backMs),
    reason: isRelease && because !== 'crash' ? 'release' : because,
    ...(version === null ? {} : { version }),
    ...(instance === null ? {} : { instance }),
    ...(isLookedInto ? { sides: await sidesOf(desk, service, atMs, backMs ?? atMs) } : {}),
  }
}

type Both = { readonly from: string; readonly to: string }

/** What the records on both sides carry under a key of that kind. */
function bothOf(desk: Desk, noun: string, before: Resource | null, after: Resource | null): Both | null {
  for (const { key, scope } of keysOf(noun, desk.catalogue)) {
    if (scope !== 'resource') continue
    const [from, to] = [before?.attributes[key], after?.attributes[key]]
    if (from != null && to != null) return { from: valueText(from), to: valueText(to) }
  }
  return null
}

const of = (service: string) => ({ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: service }) as const

async function resourceBefore({ ctx }: Desk, service: string, atMs: number): Promise<Resource | null> {
  const range = rangeOf({ from: iso(atMs - APART_MAX_MS), to: iso(atMs) })
  const filter = { conditions: [of(service)] }
  const { records } = await ctx.telemetry.searchLogs(ctx.project, { range, filter, order: 'newest', limit: 1 })
  return records[0]?.resource ?? null
}

/** The first sign of it after a stop whose end no line tells: a process writes some lines while it stops. */
async function firstAfter(
  { ctx }: Desk,
  service: string,
  stopMs: number,
): Promise<{ readonly atMs: number; readonly resource: Resource } | null> {
  const range = rangeOf({
    from: iso(stopMs + 1),
    to: iso(stopMs + APART_MAX_MS),
  })
  const search = { range, filter: { conditions: [of(service)] }, order: 'oldest', limit: 1 } as const
  const [logs, spans] = await Promise.all([
    ctx.telemetry.searchLogs(ctx.project, search),
    ctx.telemetry.searchSpans(ctx.project, search),
  ])
  const found = [...logs.records, ...spans.spans].map(({ time, resource }) => ({ atMs: toMillis(time), resource }))
  return found.toSorted((a, b) => a.atMs - b.atMs)[0] ?? null
}

async function sidesOf(
  desk: Desk,
  service: string,
  stopMs: number,
  backMs: number,
): Promise<NonNullable<LifeEvent['sides']>> {
  const lastMs = desk.catalogue.lastMs ?? backMs
  const side = async (fromMs: number, toMs: number): Promise<LifeSide | null> => {
    if (toMs <= fromMs) return null
    const time: PlanTime = { from: iso(fromMs), to: iso(toMs), basis: 'asked' }
    const conditions: PlanCondition[] = [{ on: 'service', values: [service] }]
    const found = await measure(desk, plainMeasure({ measure: { of: 'ratio', share: 'failed' }, conditions, time }))
    const amount: Amount = found
    return { ...amount, from: time.from, to: time.to, ...(found.isOfRecords === true ? { isOfRecords: true } : {}) }
  }
  const restMs = backMs + AFTERMATH_MS
  return {
    before: await side(Math.max(desk.catalogue.firstMs ?? 0, stopMs - SIDE_MS), stopMs),
    during: await side(stopMs, restMs),
    after: await side(restMs, Math.min(lastMs, restMs + SIDE_MS)),
  }
}

/** Who is silent, with its last lines; of services that nobody named only those that are. */
async function silentOf(
  desk: Desk,
  isAsked: (name: string) => boolean,
  isNamed: boolean,
): Promise<LifeResult['silent']> {
  const { ctx, catalogue } = desk
  const untilMs = Math.min(ctx.askedAtMs, catalogue.lastMs ?? ctx.askedAtMs)
  const silent = catalogue.services.filter(
    (one) => isAsked(one.name) && isSilentBy(untilMs, { ...one, records: one.logs + one.spans + one.metrics }),
  )
  return Promise.all(
    silent.map(async ({ name, lastMs }) => {
      const range = rangeOf({
        from: iso(lastMs - APART_MAX_MS),
        to: iso(lastMs + 1000),
      })
      const filter = { conditions: [of(name)] }
      const limit = isNamed ? LAST_LINES : 1
      const { records } = await ctx.telemetry.searchLogs(ctx.project, { range, filter, order: 'newest', limit })
      const [last] = records
      const step = last === undefined ? null : processStep(last.body, name)
      const lines = records.map((record) => ({ ...logRow(record), body: toldOf(record) }))
      const told = last === undefined ? '' : toldOf(last)
      return {
        service: name,
        since: iso(lastMs),
        lines,
        ...(step === null || step === 'start' ? {} : { reason: stopReason(told, step) }),
        isEveryday: last === undefined ? true : isEveryday(desk, last),
      }
    }),
  )
}

const EVERYDAY_MIN = 5

/** Whether it wrote such a line often: then its last words tell nothing. */
function isEveryday({ catalogue }: Desk, { body, resource }: StoredLog): boolean {
  const words = (text: string): string => text.replace(/<\*>/g, '#').replace(/[\w-]*\d[\w.:,-]*/g, '#')
  const own = words(spokenText(body))
  return catalogue.templates.some(
    ({ service, template, count }) =>
      service === resource.service && count >= EVERYDAY_MIN && alike(words(spokenText(template)), own),
  )
}

/** Whether two lines differ in two words at most. */
function alike(one: string, other: string): boolean {
  const [a, b] = [one.split(/\s+/), other.split(/\s+/)]
  return a.length === b.length && a.filter((word, at) => word !== b[at]).length <= Math.min(2, a.length / 3)
}
