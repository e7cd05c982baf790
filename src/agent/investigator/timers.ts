/**
 * Work that somebody starts by the clock (a scheduler's jobs, a poll, a heartbeat) and that ends. Nothing fails then and
 * nobody calls: that it came regularly is the only witness. Who reads what another one writes by the clock only follows.
 */
import { medianOf } from '../../median.ts'
import type { TraceActivity } from '../../telemetry/index.ts'
import { type Finding, scaled } from './findings.ts'
import { clip } from './log-changes.ts'
import type { LogView } from './log-view.ts'
import type { MessageWays } from './message-ways.ts'
import { isWholeIn, wordsOfNames } from './service-names.ts'
import { HARDLY, UNDER_EVERYDAY } from './signs.ts'
import { intervalStartMs, rangeSum, type Split } from './split.ts'
import { binomialLlr } from './stats.ts'

/** Requests come more often than this; what users do is not regular. */
const PERIOD_MIN_MS = 20_000
/** A rule needs as many occasions (rules.ts). */
const TIMES_MIN = 8
/** Fewer are not missed. */
const MISSED_MIN = 4
/** The longest gap between two is no more than this many usual ones, and an interval's border. */
const REGULAR = 1.5

interface Series {
  readonly service: string
  readonly subject: string
  readonly name: string
  readonly counts: readonly number[]
  readonly shapes: readonly string[] | null
}

/** A scheduler's line of what it starts: "triggering job statements". */
const STARTS = /\b(?:trigger|launch|schedul|dispatch|enqueu|invok|start)\w{0,5}\b/i

/** Finds what came by the clock until the onset and not since. */
export function stoppedTimers(
  view: LogView | null,
  traces: TraceActivity | null,
  { writers }: MessageWays,
  split: Split,
  queries: readonly string[],
): Finding[] {
  const all = seriesOf(view, traces)
  const to = heardUntil(all, split)
  const findings = all.flatMap((series) => stoppedIn(series, { ...split, to }, queries) ?? [])
  const stopped = new Set(findings.map(({ service }) => service))
  const started = startedBy(findings, [...stopped])
  return findings.map((finding) => {
    const above = [...(writers.get(finding.service) ?? []), ...(started.get(finding.service) ?? [])]
    return above.some((writer) => stopped.has(writer)) ? scaled(finding, HARDLY) : finding
  })
}

/** Of each service, those whose stopped lines say that they start it. Two that name each other tell nothing. */
function startedBy(findings: readonly Finding[], services: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const words = wordsOfNames(services)
  const pairs = findings.flatMap(({ service, subject }) =>
    STARTS.test(subject)
      ? words.flatMap(([other, word]) => (other !== service && isWholeIn(subject, word) ? [{ service, other }] : []))
      : [],
  )
  const isMutual = (one: { service: string; other: string }): boolean =>
    pairs.some(({ service, other }) => service === one.other && other === one.service)
  const started = new Map<string, string[]>()
  for (const pair of pairs.filter((one) => !isMutual(one)))
    started.set(pair.other, [...(started.get(pair.other) ?? []), pair.service])
  return started
}

/** Up to when at least half as many services are heard as usual: past the end, only those whose clock runs ahead are. */
function heardUntil(all: readonly Series[], { from, onset, to }: Split): number {
  const heard = Array.from({ length: to }, () => new Set<string>())
  for (const { service, counts } of all) {
    for (let i = from; i < to; i++) if ((counts[i] ?? 0) > 0) heard[i]?.add(service)
  }
  const usual = medianOf(heard.slice(from, onset).map(({ size }) => size))
  return heard.findLastIndex(({ size }) => size > 0 && size * 2 >= usual) + 1
}

/** Lines, and operations that no other one calls. */
function seriesOf(view: LogView | null, traces: TraceActivity | null): Series[] {
  const lines = (view?.stems ?? []).map(({ service, template, shown, counts, shapes }): Series => {
    return { service, subject: template, name: `"${clip(shown)}"`, counts, shapes }
  })
  const called = new Set((traces?.links ?? []).map((link) => `${link.calleeService}\u0000${link.calleeOperation}`))
  const begun = (traces?.operations ?? []).filter(
    ({ service, operation }) => !called.has(`${service}\u0000${operation}`),
  )
  const operations = begun.map(({ service, operation, calls }): Series => {
    return { service, subject: operation, name: operation, counts: calls, shapes: null }
  })
  return [...lines, ...operations]
}

function stoppedIn({ service, subject, name, counts, shapes }: Series, split: Split, queries: readonly string[]) {
  const { grid, from, onset, to } = split
  if (rangeSum(counts, onset, to) > 0) return null
  const places: number[] = []
  for (let i = from; i < onset; i++) if ((counts[i] ?? 0) > 0) places.push(i)
  const times = rangeSum(counts, from, onset)
  const [first] = places
  const last = places.at(-1)
  if (times < TIMES_MIN || first === undefined || last === undefined || last === first) return null
  const period = (last - first) / (times - 1)
  const expected = (to - last - 1) / period
  if (period * grid.intervalMs < PERIOD_MIN_MS || expected < MISSED_MIN || first - from > REGULAR * period + 1)
    return null
  const gaps = places.slice(1).map((place, i) => place - (places[i] ?? 0))
  if (Math.max(...gaps, onset - last) > REGULAR * period + 1) return null
  const missed = Math.floor(expected)
  const finding: Finding = {
    kind: 'silence',
    service,
    subject,
    // That it is not heard may be the doing of who forwards it, or it was switched off on purpose.
    strength: Math.min(UNDER_EVERYDAY, binomialLlr(times, times, 0, missed)),
    onsetMs: intervalStartMs(grid, last + 1),
    text: `${name} came every ${Math.round((period * grid.intervalMs) / 1_000)} s, ${times} times, and not once since: ${missed} are missing`,
    peer: null,
    reach: 'own',
    queries,
    selector: shapes === null ? null : { kind: 'log_shapes', service, shapes },
  }
  return finding
}
