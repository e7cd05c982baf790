/**
 * What came in the minutes before a moment: rare lines, those of changes first, and versions that changed. A line that
 * comes all the time ties nothing to the moment; a rare one of another service counts where it tells of a change, or names
 * a thing that the trouble names.
 */
import { fromMillis, type LogPattern, toMillis } from '../../../telemetry/index.ts'
import { ERRORS, isChange, namesOf, RARE_MAX } from '../../analysis/forerunners.ts'
import { shorten } from '../../tools/bound-result.ts'
import type { PlanOf } from '../plan/plan.ts'
import { iso } from '../reader/when.ts'
import { type Desk, note } from './filters.ts'
import { changesOf } from './releases.ts'
import type { LeadupResult } from './result.ts'
import { dayOf, versionsSeen } from './versions.ts'

const BACK_MS = 600_000
const HOUR_MS = 3_600_000
/** A moment may be that of an interval, and the first error of it come a little later. */
const NEAR_MS = 60_000
const PATTERNS_MAX = 1_000
const SHOWN_MAX = 5
const BODY_CHARS = 300

type Row = LeadupResult['rows'][number]

export async function leadup(desk: Desk, plan: PlanOf<'leadup'>): Promise<Omit<LeadupResult, 'incomplete'>> {
  const { ctx } = desk
  const saidMs = Date.parse(plan.at ?? plan.time.to)
  const { patterns, work } = await ctx.telemetry.logPatterns(ctx.project, {
    range: { from: fromMillis(saidMs - HOUR_MS), to: fromMillis(saidMs + NEAR_MS) },
    filter: { conditions: [] },
    intervalMs: null,
    limit: PATTERNS_MAX,
  })
  note(desk, work)
  const error = plan.at === undefined ? firstError(patterns, saidMs) : null
  const atMs = error === null ? saidMs : toMillis(error.firstSeen)
  const fromMs = atMs - BACK_MS
  const trouble: Trouble = {
    ...{ atMs, fromMs },
    service: plan.service ?? error?.service ?? null,
    failure: plan.failure ?? error?.example.body ?? null,
  }
  const named = namedBy(trouble, patterns)
  const lines = patterns.filter(({ count }) => count <= RARE_MAX).flatMap((one) => rowOf(one, trouble, named))
  const { seen } = await versionsSeen(desk, [], dayOf(desk))
  const versions = changesOf(seen).flatMap(({ service, from, to, at }): Row[] => {
    const isTold = lines.some(
      (line) => line.service === service && Math.abs(Date.parse(line.at) - Date.parse(at)) < NEAR_MS,
    )
    const isWithin = Date.parse(at) <= atMs && Date.parse(at) >= fromMs
    return isWithin && !isTold ? [{ service, at, body: '', version: { from, to }, is: 'change', rank: 3 }] : []
  })
  const all = [...lines, ...versions].toSorted((a, b) => b.rank - a.rank || (a.at < b.at ? 1 : -1))
  return {
    kind: 'leadup',
    window: { from: iso(fromMs), to: iso(atMs) },
    at: iso(atMs),
    rows: all.slice(0, SHOWN_MAX),
    // Of a moment at the beginning of all telemetry nothing is known to be rare.
    isPastKnown: atMs - (desk.catalogue.firstMs ?? atMs) >= BACK_MS,
  }
}

interface Trouble {
  readonly atMs: number
  readonly fromMs: number
  readonly service: string | null
  /** A line that tells of it. */
  readonly failure: string | null
}

/** An onset lies on the border of an interval; the first new error about it is the moment. */
function firstError(patterns: readonly LogPattern[], onsetMs: number): LogPattern | null {
  const fresh = patterns.filter(
    ({ severity, firstSeen }) => ERRORS.has(severity) && toMillis(firstSeen) >= onsetMs - NEAR_MS / 2,
  )
  return fresh.toSorted((a, b) => toMillis(a.firstSeen) - toMillis(b.firstSeen))[0] ?? null
}

function rowOf(pattern: LogPattern, trouble: Trouble, named: ReadonlySet<string>): Row[] {
  const { atMs, fromMs, failure } = trouble
  const seenMs = toMillis(pattern.lastSeen) < atMs ? toMillis(pattern.lastSeen) : toMillis(pattern.firstSeen)
  if (seenMs >= atMs || seenMs < fromMs) return []
  const { service, severity, count, example } = pattern
  // Whom the failure names may be where it comes from.
  const isOwn = service === trouble.service || failure?.toLowerCase().includes(service.toLowerCase()) === true
  const isOfChange = isChange(pattern)
  const isNear = atMs - seenMs <= NEAR_MS
  const isLinked = !named.isDisjointFrom(namesOf([example.body]))
  // Errors right before it are the same trouble.
  if (isNear && ERRORS.has(severity)) return []
  const isBad = severity === 'warn'
  const rank =
    (isOfChange ? 3 : 0) +
    (isOwn ? (atMs - seenMs <= BACK_MS / 2 ? 2 : 1) : 0) +
    (isLinked ? 3 : 0) +
    (isNear ? 1 : 0) +
    (isBad && isNear ? 1 : 0) +
    (count === 1 ? 0.5 : 0)
  if (rank < RANK_MIN) return []
  return [
    { service, at: iso(seenMs), body: shorten(example.body, BODY_CHARS), is: isOfChange ? 'change' : 'line', rank },
  ]
}

const RANK_MIN = 2.5

/** The things that the failure names and everyday lines do not. */
function namedBy({ failure }: Trouble, all: readonly LogPattern[]): ReadonlySet<string> {
  if (failure === null) return new Set()
  const everyday = namesOf(all.filter(({ count }) => count > RARE_MAX).map(({ example }) => example.body))
  return namesOf([failure]).difference(everyday)
}
