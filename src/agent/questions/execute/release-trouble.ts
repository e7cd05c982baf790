/** When trouble began that came while a version ran, and not with it. Pure. */
import type { SpanStatsRow } from '../../../telemetry/index.ts'
import type { Amount, ReleaseResult } from './result.ts'

export interface LaterTrouble {
  readonly atMs: number
  readonly is: NonNullable<ReleaseResult['later']>['is']
}

const MINUTE_MS = 60_000
/** What begins within so long came with the release. */
const WITH_RELEASE_MS = 3 * MINUTE_MS
/** So many requests have to have gone well before it. */
const CALM_REQUESTS_MIN = 12
/** So many minutes in a row tell of trouble, and so much worse are they. */
const RUN = 3
const FAILED_MIN = 3
const FAILING_TIMES = 3
const FAILING_MIN = 0.02
const SLOWER_TIMES = 2
/** Steps with fewer requests have no percentile. */
const STEP_REQUESTS_MIN = 3

/** The first minutes that fail or are slow, where the version had run well before; null where it never did, or none are. */
export function laterTrouble(
  minutes: readonly SpanStatsRow[],
  releasedMs: number,
  before: Amount | null,
): LaterTrouble | null {
  const steps = minutes.toSorted((a, b) => a.startMs - b.startMs)
  for (let at = 1; at < steps.length; at++) {
    const [first] = steps.slice(at)
    const calm = steps.slice(0, at)
    const run = steps.slice(at, at + RUN)
    if (first === undefined || first.startMs - releasedMs < WITH_RELEASE_MS) continue
    if (requestsOf(calm) < CALM_REQUESTS_MIN || run.length < RUN) continue
    if (isFailing(first, run, calm, before)) return { atMs: first.startMs, is: 'failing' }
    if (isSlow(run, calm, before)) return { atMs: first.startMs, is: 'slow' }
  }
  return null
}

function isFailing(
  first: SpanStatsRow,
  run: readonly SpanStatsRow[],
  calm: readonly SpanStatsRow[],
  before: Amount | null,
): boolean {
  if (first.errors === 0 || errorsOf(run) < FAILED_MIN) return false
  const share = errorsOf(run) / Math.max(1, requestsOf(run))
  const usual = Math.max(errorsOf(calm) / Math.max(1, requestsOf(calm)), before?.value ?? 0)
  return share >= FAILING_MIN && share > FAILING_TIMES * usual
}

function isSlow(run: readonly SpanStatsRow[], calm: readonly SpanStatsRow[], before: Amount | null): boolean {
  const known = (rows: readonly SpanStatsRow[]): readonly SpanStatsRow[] =>
    rows.filter(({ requests }) => requests >= STEP_REQUESTS_MIN)
  const usual = known(calm).map(({ durationMs }) => durationMs.p95)
  const highest = Math.max(0, ...usual, before?.p95 ?? 0)
  const steps = known(run)
  return (
    usual.length > 0 &&
    highest > 0 &&
    steps.length === RUN &&
    steps.every(({ durationMs }) => durationMs.p95 > SLOWER_TIMES * highest)
  )
}

const requestsOf = (rows: readonly SpanStatsRow[]): number => rows.reduce((sum, { requests }) => sum + requests, 0)
const errorsOf = (rows: readonly SpanStatsRow[]): number => rows.reduce((sum, { errors }) => sum + errors, 0)
