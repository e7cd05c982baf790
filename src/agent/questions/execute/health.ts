/** One service against its own past: requests, failures, durations, errors, gaps, and lines it has newly. */

import { medianOf } from '../../../median.ts'
import { fromMillis, type SpanStatsRow, toMillis, valueText } from '../../../telemetry/index.ts'
import { spokenText } from '../../message-text.ts'
import { templateTokens } from '../grounding/template-tokens.ts'
import type { PlanOf, PlanTime } from '../plan/plan.ts'
import { amountOf } from './amounts.ts'
import { type Desk, note, rangeOf } from './filters.ts'
import { patternRow } from './lists.ts'
import { patternsOf } from './named-patterns.ts'
import type { Amount, HealthResult, Window } from './result.ts'
import { lessInput, oddLines } from './service-courses.ts'
import { dayOf } from './versions.ts'

const MINUTE_MS = 60_000
const RECENT_MS = 5 * MINUTE_MS
/** A pause of a busy service; shorter ones happen by themselves. */
const GAP_MS = 2 * MINUTE_MS
/** Past that is read to tell what its lines and its requests usually are. */
const PAST_MS = 3 * 60 * MINUTE_MS
const CRASH = new Set([
  'crash',
  'crashed',
  'panic',
  'segfault',
  'sigsegv',
  'sigkill',
  'oomkilled',
  'outofmemory',
  'core',
  'terminated',
  'killed',
  'aborted',
])
const ROUTES_MAX = 5

/** Measures one service now, in the window and before. */
export async function health(desk: Desk, plan: PlanOf<'health'>): Promise<Omit<HealthResult, 'incomplete'>> {
  const { ctx, catalogue } = desk
  const { service } = plan
  const known = catalogue.services.find(({ name }) => name === service)
  const endMs = Math.min(Date.parse(plan.time.to), Math.floor(known?.lastMs ?? Date.parse(plan.time.to)) + 1)
  const fromMs = Math.min(Date.parse(plan.time.from), endMs - 2 * RECENT_MS)
  const time: PlanTime = { from: iso(fromMs), to: iso(endMs), basis: plan.time.basis }
  const beganMs = Math.max(fromMs, catalogue.firstMs ?? fromMs)
  // Of a few minutes of telemetry the second half is compared with the first one.
  const recentLengthMs = Math.min(RECENT_MS, Math.max(MINUTE_MS, Math.round((endMs - beganMs) / 2)))
  const recent: Window = { from: iso(endMs - recentLengthMs), to: iso(endMs) }
  // A crash is a moment: one before the last hour is a crash as well.
  const isCrashAsked = plan.premise === 'crashed' && plan.time.basis !== 'asked' && known?.logs !== 0
  // What is usual is told by some hours, on whole minutes from the first record on.
  const wideFromMs = Math.max(catalogue.firstMs ?? fromMs, Math.min(fromMs, endMs - PAST_MS))
  const wide: PlanTime = { ...time, from: iso(Math.ceil(wideFromMs / MINUTE_MS) * MINUTE_MS) }
  const [rows, patterns, earlier, crashesAskedFor, wideRows, widePatterns] = await Promise.all([
    known?.spans === 0 ? [] : perMinute(desk, service, time),
    known?.logs === 0 ? [] : patternsOf(desk, [{ on: 'service', values: [service] }], time, MINUTE_MS),
    routesOf(desk, plan, time),
    isCrashAsked ? patternsOf(desk, [{ on: 'service', values: [service] }], dayOf(desk), MINUTE_MS) : null,
    known?.spans === 0 ? [] : perMinute(desk, service, wide),
    known?.logs === 0 ? [] : patternsOf(desk, [{ on: 'service', values: [service] }], wide, MINUTE_MS),
  ])
  const bad = patterns.filter(({ severity }) => severity === 'error' || severity === 'fatal')
  const recentMs = Date.parse(recent.from)
  const less = lessInput(wideRows, wide)
  const requests = rows.length === 0 ? null : amountsOf(rows, recentMs)
  const isOnlyMix = requests !== null && isSlower(requests) && (await isOfMix(desk, plan, time, recent))
  const countOf = (from: number, to: number): number =>
    bad.reduce(
      (sum, { counts }) =>
        sum + counts.reduce((own, [atMs, count]) => own + (atMs >= from && atMs < to ? count : 0), 0),
      0,
    )
  const errors = {
    nowPerMinute: countOf(recentMs, endMs) / (recentLengthMs / MINUTE_MS),
    pastPerMinute: countOf(beganMs, recentMs) / Math.max(1, (recentMs - beganMs) / MINUTE_MS),
    total: bad.reduce((sum, { count }) => sum + count, 0),
  }
  const midMs = fromMs + (endMs - fromMs) / 4
  const fresh = patterns.filter(
    ({ firstSeen, severity }) =>
      toMillis(firstSeen) > midMs && (severity === 'error' || severity === 'fatal' || severity === 'warn'),
  )
  const ended = await endedBy(desk, service, patterns)
  const crashes = crashesAskedFor?.filter(tellsOfCrash) ?? patterns.filter(hasCrashWord)
  return {
    kind: 'health',
    service,
    window: { from: time.from, to: time.to },
    began: iso(beganMs),
    recent,
    requests,
    ...(isOnlyMix ? { isOnlyMix } : {}),
    errors: known?.logs === 0 ? null : errors,
    patterns: [...patterns]
      .filter(({ severity }) => severity !== 'debug' && severity !== 'trace')
      .slice(0, 5)
      .map(patternRow),
    newPatterns: fresh
      .sort((a, b) => b.count - a.count)
      .slice(0, 3)
      .map(patternRow),
    crashes: crashes.slice(0, 3).map(patternRow),
    ...(crashes.length === 0 ? {} : { lastCrash: iso(Math.max(...crashes.map(({ lastSeen }) => toMillis(lastSeen)))) }),
    ...ended,
    gaps: gapsOf(rows, patterns, fromMs, endMs),
    lastSeen: known === undefined ? null : iso(known.lastMs),
    routes: earlier,
    oddLines: oddLines(widePatterns, wide),
    ...(less === null ? {} : { lessInput: less }),
  }

  function iso(ms: number): string {
    return new Date(ms).toISOString()
  }
  async function perMinute(own: Desk, name: string, asked: PlanTime): Promise<readonly SpanStatsRow[]> {
    const answer = await ctx.telemetry.spanStats(ctx.project, {
      range: rangeOf(asked),
      filter: { conditions: [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: name }] },
      intervalMs: MINUTE_MS,
      groupBy: [],
      groupsMax: 10,
      only: 'entries',
    })
    note(own, answer.work)
    return answer.rows
  }
}

/** What the last line of work that is done says: "all 60 statements done, exiting with code 0". */
export const ENDED =
  /\bexit(?:ing|ed|s)?\b.{0,20}\b(?:code|status)?\W{0,3}0\b|\b(?:all|job|run|batch|import|export|backup|migration|rollup|work)\b.{0,60}\b(?:done|finished|completed?)\b|^\W*(?:[\w.:-]{1,30}\s){0,3}(?:done|finished|completed)\b/i
export const EXITED = /\bexit(?:ing|ed|s)?\b.{0,20}\b(?:code|status)\b/i
/** What is said more often is said of each piece of work, and not of all of it. */
const ENDED_MAX = 3

/** The last line of a service, where it says that its work is done and nothing went wrong. */
async function endedBy(
  desk: Desk,
  service: string,
  patterns: Awaited<ReturnType<typeof patternsOf>>,
): Promise<Pick<HealthResult, 'ended'>> {
  const last = patterns.reduce<(typeof patterns)[number] | null>(
    (latest, one) => (latest === null || toMillis(one.lastSeen) > toMillis(latest.lastSeen) ? one : latest),
    null,
  )
  const isCalm = last !== null && !/^(?:warn|error|fatal)$/.test(last.severity) && last.count <= ENDED_MAX
  if (!isCalm || !(ENDED.test(last.template) || EXITED.test(last.template))) return {}
  const atMs = toMillis(last.lastSeen)
  const { ctx } = desk
  const { records, work } = await ctx.telemetry.searchLogs(ctx.project, {
    range: { from: fromMillis(atMs - MINUTE_MS), to: fromMillis(atMs + 1000) },
    filter: { conditions: [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: service }] },
    order: 'newest',
    limit: 1,
  })
  note(desk, work)
  const line = records[0] === undefined ? '' : spokenText(valueText(records[0].body))
  return ENDED.test(line) ? { ended: { line, at: new Date(atMs).toISOString() } } : {}
}

function hasCrashWord({ template }: { readonly template: string }): boolean {
  return templateTokens(template).some((token) => CRASH.has(token))
}

/** A word of a crash, a fatal line, or memory that ran out. */
function tellsOfCrash(pattern: { readonly template: string; readonly severity: string }): boolean {
  return hasCrashWord(pattern) || pattern.severity === 'fatal' || /\bout of memory\b|\boom\b/i.test(pattern.template)
}

const SHARE = { measure: { of: 'ratio', share: 'failed' } as const, conditions: [] }

/** The past is told by the median minute, so that trouble under way for a while does not pass for usual. */
function amountsOf(rows: readonly SpanStatsRow[], recentMs: number): NonNullable<HealthResult['requests']> {
  const now = rows.filter(({ startMs }) => startMs >= recentMs - MINUTE_MS / 2)
  const past = rows.filter(({ startMs }) => startMs < recentMs - MINUTE_MS / 2)
  return { now: together(now), past: together(past), whole: together(rows), everyday: everydayOf(past) }
}

/** What durations reach by themselves: services whose requests are of several kinds have a median that jumps. */
function everydayOf(past: readonly SpanStatsRow[]): { readonly p50: number; readonly p95: number } | null {
  const first = past.slice(0, Math.ceil(past.length / 2))
  const blocks = Map.groupBy(first, ({ startMs }) => Math.floor(startMs / RECENT_MS))
  const durations = [...blocks.values()].flatMap((rows) => {
    const { p50, p95 } = together(rows)
    return p50 === undefined || p95 === undefined ? [] : [{ p50, p95 }]
  })
  if (durations.length === 0) return null
  return {
    p50: Math.max(...durations.map(({ p50 }) => p50)),
    p95: Math.max(...durations.map(({ p95 }) => p95)),
  }
}

function together(rows: readonly SpanStatsRow[]): Amount {
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  const errors = rows.reduce((sum, row) => sum + row.errors, 0)
  const first = rows[0]
  if (first === undefined) return { value: null, of: 0, failed: 0 }
  const middle = (pick: (row: SpanStatsRow) => number): number =>
    medianOf(rows.filter((row) => row.requests > 0).map(pick))
  const durationMs = {
    ...first.durationMs,
    p50: middle((row) => row.durationMs.p50),
    p95: middle((row) => row.durationMs.p95),
    p99: middle((row) => row.durationMs.p99),
    max: Math.max(...rows.map((row) => row.durationMs.max)),
    mean: rows.reduce((sum, row) => sum + row.durationMs.mean * row.requests, 0) / Math.max(1, requests),
  }
  return amountOf({ ...first, requests, errors, durationMs }, SHARE)
}

/** As many records as a gap would have had: fewer may be missing because nobody asked for anything. */
const MISSED_MIN = 30

/** Minutes without anything between minutes with something. */
function gapsOf(
  rows: readonly SpanStatsRow[],
  patterns: readonly { readonly counts: readonly (readonly [number, number])[] }[],
  fromMs: number,
  endMs: number,
): Window[] {
  const busy = new Set<number>()
  let records = 0
  const hold = (atMs: number, count: number): void => {
    records += count
    if (count > 0) busy.add(Math.floor(atMs / MINUTE_MS))
  }
  for (const { startMs, requests } of rows) hold(startMs, requests)
  for (const { counts } of patterns) for (const [atMs, count] of counts) hold(atMs, count)
  const minutes = [...busy].sort((a, b) => a - b)
  const length = (endMs - fromMs) / MINUTE_MS
  // A service that is quiet in most minutes has no gaps worth a word.
  if (minutes.length < length * 0.5) return []
  return minutes.flatMap((minute, index) => {
    const previous = minutes[index - 1]
    if (previous === undefined) return []
    const missed = (records / minutes.length) * (minute - previous - 1)
    if ((minute - previous - 1) * MINUTE_MS < GAP_MS || missed < MISSED_MIN) return []
    return [
      { from: new Date((previous + 1) * MINUTE_MS).toISOString(), to: new Date(minute * MINUTE_MS).toISOString() },
    ]
  })
}

/** Whether requests take longer than before, all of them together. */
function isSlower({ now, past }: NonNullable<HealthResult['requests']>): boolean {
  return (now.p50 ?? 0) > SLOWER * (past.p50 ?? 0) || (now.p95 ?? 0) > SLOWER * (past.p95 ?? 0)
}

/** Whether only the mix of its requests is another: none of its operations is slower by itself. */
async function isOfMix(desk: Desk, plan: PlanOf<'health'>, time: PlanTime, recent: Window): Promise<boolean> {
  const [before, now] = await Promise.all([
    operationsOf(desk, plan, { from: time.from, to: recent.from }),
    operationsOf(desk, plan, recent),
  ])
  if (now.length < 2) return false
  const past = new Map(before.map((row) => [row.operation, row]))
  return now.every((row) => {
    const old = past.get(row.operation)
    if (old === undefined) return false
    const [is, was] = [row.durationMs, old.durationMs]
    const isFew = row.requests < REQUESTS_OF_TAIL
    return is.p50 <= SLOWER * was.p50 && (isFew || is.p95 <= SLOWER * was.p95)
  })
}

const SLOWER = 1.5
/** Of fewer requests the slow end is a single one. */
const REQUESTS_OF_TAIL = 20

async function operationsOf(
  desk: Desk,
  { service }: PlanOf<'health'>,
  window: Window,
): Promise<readonly SpanStatsRow[]> {
  const { ctx } = desk
  const answer = await ctx.telemetry.spanStats(ctx.project, {
    range: rangeOf(window),
    filter: { conditions: [{ field: { kind: 'builtin', name: 'service' }, op: 'eq', value: service }] },
    intervalMs: null,
    groupBy: ['service', 'operation'],
    groupsMax: 50,
    only: 'entries',
  })
  note(desk, answer.work)
  return answer.rows
}

/** Its routes that fail or are slow, the worst first. */
async function routesOf(desk: Desk, plan: PlanOf<'health'>, time: PlanTime): Promise<HealthResult['routes']> {
  const rows = await operationsOf(desk, plan, time)
  return rows
    .map((row) => ({ service: plan.service, operation: row.operation ?? '', ...amountOf(row, SHARE) }))
    .sort((a, b) => (b.failed ?? 0) - (a.failed ?? 0) || (b.of ?? 0) - (a.of ?? 0))
    .slice(0, ROUTES_MAX)
}
