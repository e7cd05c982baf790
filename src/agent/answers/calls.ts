/** Writes how the calls to stores, brokers and hosts outside do: what was asked first, then each caller by itself. */
import { cite, code } from '../embedded/markdown.ts'
import { isFailing, isSlower } from '../questions/execute/calls.ts'
import type { CallsOf, CallsResult, CallsSide } from '../questions/execute/result.ts'
import type { PlanOf } from '../questions/plan/plan.ts'
import { clock, milliseconds, number, percent, window } from './format.ts'
import { conditionsOf } from './scope.ts'

type Calls = PlanOf<'calls'>

interface Told {
  readonly plan: Calls
  readonly result: CallsResult
  readonly askedAtMs: number
}

const LISTED = 8
const NAMED = 6
const PER_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
/** After so long without one it is over. */
const OVER_MS = 5 * 60_000

export function callsAnswer(plan: Calls, result: CallsResult, id: string, askedAtMs: number): string[] {
  const told = { plan, result, askedAtMs }
  const when = window(result.window, askedAtMs)
  if (result.pairs.length === 0)
    return [
      `I found no span of a call to ${code(plan.said, 80)}${spaced(conditionsOf(plan.conditions))}, so I cannot tell how these calls do, ${when}. ${cite(id)}`,
    ]
  const earlier = result.before === null ? '' : `; before: ${window(result.before, askedAtMs)}`
  const isOfOperations = plan.asks.includes('operations')
  const rows = (isOfOperations ? inOrder(result.operations, plan) : result.pairs).slice(0, LISTED)
  const isListed = rows.length > 1
  return [
    `${headline(told)} ${cite(id)}`,
    isListed ? rows.map((row) => `- ${rowWords(row, isOfOperations)}`).join('\n') : '',
    `By the spans of those who call, ${when}${earlier}.`,
  ].filter((line) => line !== '')
}

function headline(told: Told): string {
  const { plan, result } = told
  const { asks } = plan
  if (asks.includes('callers')) return callers(told)
  if (asks.includes('operations')) return firstOf(inOrder(result.operations, plan), told, true)
  if (asks.includes('ranked')) return ranked(told)
  if (asks.includes('count')) return counted(told)
  const bad = result.pairs.filter(isBad)
  if (asks.includes('since')) return bad.length === 0 ? fine(told, moments(told)) : badWords(bad, told)
  // What fails while a message is worked on is the work of who took it, and no call of the broker.
  const own = bad.filter(({ isTaken }) => !isTaken)
  if (asks.includes('blame')) {
    const name = code(plan.said, 80)
    return own.length === 0
      ? `**No sign** that it is ${name}: ${lower(fineButTaken(told))}`
      : `**The calls to it are in trouble**: ${badWords(own, told)}${others(own, told)}`
  }
  if (asks.includes('slow')) return slow(told)
  if (asks.includes('duration')) return durations(told)
  if (asks.includes('failed')) return failed(told)
  const isFine = own.length === 0 && (bad.length === 0 || plan.side === undefined)
  // "Any trouble with redis?" is no where all is well.
  const yes = isFine === asks.includes('ill') ? '**No**' : '**Yes**'
  return isFine ? `${yes}: ${lower(fineButTaken(told))}` : `${yes}: ${badWords(bad, told)}${others(bad, told)}`
}

/** Nothing is wrong with its calls; where working on its messages fails, that is said too. */
function fineButTaken(told: Told): string {
  const { result } = told
  const taken = result.pairs.filter((one) => one.isTaken && isBad(one))
  if (taken.length === 0) return fine(told)
  const sent = { ...told, result: { ...result, pairs: result.pairs.filter(({ isTaken }) => !isTaken) } }
  const first = sent.result.pairs.length === 0 ? 'no call to it is told.' : fine(sent)
  return `${first} But working on its messages is in trouble: ${badWords(taken, told)}`
}

function isBad(one: CallsOf): boolean {
  return isFailing(one) || isSlower(one)
}

function lower(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text
}

/** "Calls from `web` to `redis`"; of several callers only the callee. */
function between(rows: readonly CallsOf[], { plan }: Told): string {
  const to = names(rows.map((row) => row.to))
  const from = [...new Set(rows.map(({ service }) => service))]
  const what = rows.every(({ isTaken }) => isTaken)
    ? 'messages taken from'
    : rows.some(({ isTaken }) => isTaken)
      ? 'messages sent to and taken from'
      : 'calls to'
  const kind = spaced(conditionsOf(plan.conditions.filter(({ on }) => on === 'operation')))
  return `${what} ${to}${kind}${from.length <= 2 ? ` by ${names(from)}` : ''}`
}

function spaced(words: string): string {
  return words === '' ? '' : ` ${words}`
}

function names(all: readonly string[]): string {
  const known = [...new Set(all)]
  const more = known.length > NAMED ? ` and ${number(known.length - NAMED)} others` : ''
  return known
    .slice(0, NAMED)
    .map((name) => code(name, 60))
    .join(', ')
    .concat(more)
}

/** How many there were, and how many of them failed. */
function total(rows: readonly CallsOf[], of: 'now' | 'before'): Pick<CallsSide, 'calls' | 'failed'> {
  const sum = (key: 'calls' | 'failed'): number => rows.reduce((all, row) => all + (row[of]?.[key] ?? 0), 0)
  return { calls: sum('calls'), failed: sum('failed') }
}

/** "p95 16 ms, before 14 ms". */
function times(rows: readonly CallsOf[]): string {
  const own = rows.filter(({ now }) => now.p95 !== null)
  const [low, high] = [lowest(own, 'now'), highest(own, 'now')]
  if (low === null || high === null) return ''
  const [lowBefore, highBefore] = [lowest(own, 'before'), highest(own, 'before')]
  const earlier = lowBefore === null || highBefore === null ? '' : `, before ${span(lowBefore, highBefore)}`
  return `, p95 **${span(low, high)}**${earlier}`
}

function span(low: number, high: number): string {
  return high <= low * 1.05 ? milliseconds(high) : `${milliseconds(low)} to ${milliseconds(high)}`
}

function percentiles(rows: readonly CallsOf[], of: 'now' | 'before'): number[] {
  return rows.flatMap((row) => row[of]?.p95 ?? [])
}
function lowest(rows: readonly CallsOf[], of: 'now' | 'before'): number | null {
  const all = percentiles(rows, of)
  return all.length === 0 ? null : Math.min(...all)
}
function highest(rows: readonly CallsOf[], of: 'now' | 'before'): number | null {
  const all = percentiles(rows, of)
  return all.length === 0 ? null : Math.max(...all)
}

/** Nothing is wrong with them. */
function fine(told: Told, when = ''): string {
  const { pairs } = told.result
  const all = total(pairs, 'now')
  const share = `${number(all.failed)} of ${number(all.calls)} ${between(pairs, told)} failed`
  const own = all.failed === 0 ? `None of ${number(all.calls)} ${between(pairs, told)} failed` : `Only ${share}`
  const past = total(pairs, 'before')
  const before =
    told.result.before !== null && all.failed > 0 ? ` (before: ${number(past.failed)} of ${number(past.calls)})` : ''
  return `${own}${before}${times(pairs)}${when}.`
}

function failed(told: Told): string {
  const { pairs } = told.result
  const all = total(pairs, 'now')
  const past = total(pairs, 'before')
  if (all.failed + past.failed === 0)
    return `**None** of ${number(all.calls)} ${between(pairs, told)} failed${times(pairs)}.`
  const failing = pairs.filter((row) => row.now.failed + (row.before?.failed ?? 0) > 0)
  const before = told.result.before === null ? '' : `; before that ${number(past.failed)} of ${number(past.calls)}`
  const who = failing.length < pairs.length ? `, all of them by ${names(failing.map(({ service }) => service))}` : ''
  return `**${number(all.failed)}** of ${number(all.calls)} ${between(pairs, told)} failed (${percent(all.failed / Math.max(1, all.calls))})${before}${who}${moments(told)}.`
}

function slow(told: Told): string {
  const { pairs, before } = told.result
  const slower = pairs.filter(isSlower)
  if (slower.length > 0) return `**Yes**: ${badWords(slower, told)}${others(slower, told)}`
  const own = fine(told)
  const failing = pairs.filter(isFailing)
  const also = failing.length === 0 ? '' : ` But they fail: ${badWords(failing, told)}`
  if (before === null) return also === '' ? own : `${own}${also}`
  return `**No**: ${between(pairs, told)} take ${hardly(pairs)} before${times(pairs)}${also === '' ? `; ${lower(own.split(', p95')[0] ?? own).replace(/\.$/, '')}` : ''}.${also}`
}

/** How long they take, of each caller the longest first. */
function durations(told: Told): string {
  const { pairs } = told.result
  const [first] = pairs.toSorted((a, b) => b.now.calls - a.now.calls)
  if (first === undefined) return fine(told)
  const { p50, max } = first.now
  const rest =
    pairs.length > 1 || p50 === null || max === null
      ? ''
      : `; median ${milliseconds(p50)}, the slowest ${milliseconds(max)}`
  const { calls, failed: lost } = total(pairs, 'now')
  return `${number(calls)} ${between(pairs, told)}${times(pairs)}${rest}; ${number(lost)} of them failed.`
}

/** How long a call takes is never the same twice. */
const ALIKE = 1.25

function hardly(pairs: readonly CallsOf[]): string {
  const isLonger = pairs.some(({ now, before }) => (now.p95 ?? 0) > ALIKE * (before?.p95 ?? Number.POSITIVE_INFINITY))
  return isLonger ? 'a little longer at most than' : 'as long as'
}

/** "24 % of the calls from `web` to `redis` fail since 22:28:17 (285 of 1,190; before 0 of 306)". */
function badWords(bad: readonly CallsOf[], told: Told): string {
  const [worst] = bad
  if (worst === undefined) return fine(told)
  const alike = bad.filter((one) => isFailing(one) === isFailing(worst))
  if (!isFailing(worst)) {
    const { slowSince } = told.result
    const since = slowSince === undefined ? '' : ` since about **${clock(slowSince, told.askedAtMs)}**`
    return `${between(alike, told)} take longer${since}${times(alike)}; ${number(total(alike, 'now').failed)} of ${number(total(alike, 'now').calls)} failed.`
  }
  const [now, past] = [total(alike, 'now'), total(alike, 'before')]
  const before = told.result.before === null ? '' : `; before that ${number(past.failed)} of ${number(past.calls)}`
  return `**${percent(now.failed / now.calls)}** of ${between(alike, told)} failed: **${number(now.failed)}** of ${number(now.calls)}${before}${times(alike)}${moments(told)}.`
}

/** When the first and the last of them failed. */
function moments({ result: { firstFailed, lastFailed, window: asked }, askedAtMs }: Told): string {
  if (firstFailed === undefined || lastFailed === undefined) return ''
  const isOver = Date.parse(asked.to) - Date.parse(lastFailed) > OVER_MS
  return `, since **${clock(firstFailed, askedAtMs)}**, ${isOver ? `the last at ${clock(lastFailed, askedAtMs)}` : 'still going on'}`
}

/** What else was asked for, and does well. */
function others(bad: readonly CallsOf[], { result: { pairs } }: Told): string {
  const isIll = new Set(bad.map(({ to }) => to))
  const well = [...new Set(pairs.filter((one) => !isBad(one) && !isIll.has(one.to)).map(({ to }) => to))]
  return well.length === 0 ? '' : ` Nothing is wrong with the calls to ${names(well)}.`
}

function counted(told: Told): string {
  const { plan, result } = told
  const all = total(result.pairs, 'now')
  const lengthMs = Date.parse(result.window.to) - Date.parse(result.window.from)
  const rate =
    plan.per === undefined ? '' : `**${number((all.calls / lengthMs) * PER_MS[plan.per])}** per ${plan.per}: `
  return `${rate}**${number(all.calls)}** ${between(result.pairs, told)}, **${number(all.failed)}** of them failed (${percent(all.failed / Math.max(1, all.calls))}).`
}

function callers({ plan, result: { pairs } }: Told): string {
  const by = [...Map.groupBy(pairs, ({ service }) => service)]
    .map(([service, rows]) => ({ service, calls: total(rows, 'now').calls }))
    .sort((a, b) => b.calls - a.calls)
  const told = by.slice(0, LISTED).map(({ service, calls }) => `${code(service, 60)} (${number(calls)})`)
  return `${code(plan.said, 80)} is called by **${number(by.length)}** ${by.length === 1 ? 'service' : 'services'}: ${told.join(', ')}.`
}

/** Those that fail most, or take longest. */
function inOrder(rows: readonly CallsOf[], { asks }: Calls): readonly CallsOf[] {
  const isOfFailures = asks.includes('failed') && rows.some(({ now }) => now.failed > 0)
  return rows
    .filter(({ now }) => now.calls > 0)
    .toSorted((a, b) => (isOfFailures ? b.now.failed - a.now.failed : (b.now.p95 ?? 0) - (a.now.p95 ?? 0)))
}

function firstOf(rows: readonly CallsOf[], told: Told, isOfOperation: boolean): string {
  const [first] = rows
  if (first === undefined) return fine(told)
  if (told.plan.asks.includes('failed')) {
    if (first.now.failed === 0) return fine(told)
    return `${nameOf(first, isOfOperation)} fails most: **${number(first.now.failed)}** of ${number(first.now.calls)} calls${moments(told)}.`
  }
  const slowest = first.now.max === null ? '' : `, the slowest of them ${milliseconds(first.now.max)}`
  return `${nameOf(first, isOfOperation)} takes longest: p95 **${milliseconds(first.now.p95 ?? 0)}** over ${number(first.now.calls)} calls${slowest}${changed(first)}.`
}

function changed({ before }: CallsOf): string {
  return before?.p95 == null ? '' : `; before that p95 ${milliseconds(before.p95)}`
}

function nameOf(
  { to, service, operation }: Pick<CallsOf, 'to' | 'service' | 'operation'>,
  isOfOperation: boolean,
): string {
  return isOfOperation
    ? `${code(operation, 100)} of ${code(service, 60)}`
    : `${code(to, 60)} (called by ${code(service, 60)})`
}

/** "Which database is slow?": the one that is, else the one that takes longest. */
function ranked(told: Told): string {
  const { plan, result } = told
  const bad = result.pairs.filter(plan.asks.includes('slow') ? isSlower : isBad)
  if (bad.length > 0) return `${code(bad[0]?.to ?? '', 60)}: ${badWords(bad, told)}${others(bad, told)}`
  if (plan.asks.includes('failed')) return failed(told)
  const none = result.before === null ? '' : 'None of them became slower. '
  return `${none}${firstOf(inOrder(result.pairs, plan), told, false)}`
}

/** "`web` → `redis`: 285 of 510 failed, p95 1.5 s (before: 0 of 986, 4.7 ms)". */
function rowWords({ to, service, operation, isTaken, now, before }: CallsOf, isOfOperation: boolean): string {
  const [from, at] = isTaken ? [to, service] : [service, to]
  const what = isOfOperation ? nameOf({ to, service, operation }, true) : `${code(from, 60)} \u2192 ${code(at, 60)}`
  const past = before === null || before.calls === 0 ? '' : ` (before: ${sideWords(before, false)})`
  return `${what}: ${sideWords(now, true)}${past}`
}

function sideWords({ calls, failed: lost, p95 }: CallsSide, isFirst: boolean): string {
  if (calls === 0) return 'no calls'
  const spent = p95 === null ? '' : `, ${isFirst ? 'p95 ' : ''}${milliseconds(p95)}`
  return `${number(lost)} of ${number(calls)}${isFirst ? ' failed' : ''}${spent}`
}
