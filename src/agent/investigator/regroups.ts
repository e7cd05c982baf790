/**
 * A group of readers that starts anew again and again: each time nobody reads until its members agree, and what was under
 * way is handed out once more. Once is everyday (a member joins or leaves), and clients say it in harmless lines. So it is
 * the number of times that counts, however few lines tell of each.
 */
import { addSeries } from '../../telemetry/index.ts'
import { type Finding, scaled } from './findings.ts'
import { clip } from './log-changes.ts'
import type { LogView } from './log-view.ts'
import { intervalStartMs, type Split } from './split.ts'
import { poissonLlr } from './stats.ts'

/** How clients say that a reader lost its place (Kafka, AMQP). Brokers tell of all their groups. */
const REGROUPS =
  /group is rebalancing|revok\w{1,4} .{0,24}partitions|member .{0,80}was removed|max\.poll\.interval|missed heartbeats|channel .{0,80}closed by server, reconnecting/i
/** Longer lines are cut, because expressions look ahead. */
const CHARS_MAX = 300
/** Lines this close to each other tell of the same time. */
const SAME_MS = 10_000
/** A release of some instances, one after the other, brings fewer. */
const TIMES_MIN = 6
/** Nobody is known to do it never: one of so many minutes is usual. */
const USUAL_MINUTES = 10

/** @param stores services that are stores or brokers. */
export function regroupFindings(view: LogView, stores: readonly string[], split: Split, query: string): Finding[] {
  const told = new Map<string, Told>()
  for (const { service, template, shown, shapes, counts } of view.stems) {
    if (!REGROUPS.test(template.slice(0, CHARS_MAX)) || stores.includes(service)) continue
    const known = told.get(service) ?? { counts: [], shapes: [], shown, template }
    addSeries(known.counts, counts)
    known.shapes.push(...shapes)
    told.set(service, known)
  }
  const found = [...told].flatMap(([service, lines]) => findingOf(service, lines, split, query) ?? [])
  // Several groups at once: what they share, the broker or the network, is as likely.
  return found.map((one) => scaled(one, 1 / found.length))
}

/** All lines of a service that tell of it. */
interface Told {
  readonly counts: number[]
  readonly shapes: string[]
  readonly shown: string
  readonly template: string
}

function findingOf(
  service: string,
  { counts, shapes, shown, template }: Told,
  { grid, from, onset, to }: Split,
  query: string,
): Finding | null {
  const before = timesIn(counts, grid.intervalMs, from, onset)
  const since = timesIn(counts, grid.intervalMs, onset, to)
  if (since.length < TIMES_MIN) return null
  const perMinute = grid.intervalMs / 60_000
  const usual = Math.max(before.length / ((onset - from) * perMinute), 1 / USUAL_MINUTES)
  const strength = poissonLlr(since.length, usual * (to - onset) * perMinute)
  if (since.length <= usual * (to - onset) * perMinute || strength < 1) return null
  return {
    kind: 'silence',
    service,
    subject: template,
    strength,
    onsetMs: intervalStartMs(grid, since[0] ?? onset),
    text: `the group that ${service} reads in began anew ${since.length} times, before the incident ${before.length} times: "${clip(shown)}"`,
    peer: null,
    reach: 'own',
    queries: [query],
    selector: { kind: 'log_shapes', service, shapes },
  }
}

/** The intervals that begin a time of their own. */
function timesIn(counts: readonly number[], intervalMs: number, from: number, to: number): number[] {
  const times: number[] = []
  for (let i = from; i < to; i++) {
    const last = times.at(-1)
    if ((counts[i] ?? 0) > 0 && (last === undefined || (i - last) * intervalMs >= SAME_MS)) times.push(i)
  }
  return times
}
