/**
 * Why a read stream stands still, what ends that, and when it is looked at again. What passes by itself is tried again
 * for ever, ever more rarely; what only a person can change is not asked of the platform again until they did.
 */
import { type Failure, type FailureKind, TRANSIENT_FAILURES } from '../../connectors/connector.ts'

/**
 * Persisted in the poller's object. `platform`: it fails, limits or cannot be reached. `credits`: the organization has
 * none. `person`: credentials, rights, plan or the resource itself; until the connection is changed or the stream retried.
 */
export type WaitsFor = 'platform' | 'credits' | 'person'

export const INTERVAL_MS = 30_000
/** A platform that fails is shown as an error after half an hour of attempts, not at its first hiccup. */
const FAILURES_BEFORE_ERROR = 5
/**
 * Streams of one account share its limit and take turns: what is late is caught up with, up to a day. After some five
 * hours without one turn the limit is too small for that many streams, and someone should know.
 */
const LIMITS_BEFORE_ERROR = 24
const BACKOFF_MS_MAX = 900_000
/** Of a stream in error: rare enough for a platform that is gone, and soon enough when it is back. */
const BACKOFF_IN_ERROR_MS_MAX = 3_600_000
/** Of one whose platform answers something else than its API promises, which is rarely over in a minute. */
const BACKOFF_OF_SHAPE_MS = 900_000
/** A renewal or a new plan is seen within this; asking costs one read. */
export const CREDITS_LOOK_MS = 300_000
/** Only a safety net: a retry wakes the poller itself. */
export const PERSON_LOOK_MS = 3_600_000

/** What ends by itself on the platform's side, though it is not retried within provisioning. */
const HEALING: ReadonlySet<FailureKind> = new Set([...TRANSIENT_FAILURES, 'unexpected_shape'])

export interface Setback {
  /** null: too early to call it an error. */
  readonly waitsFor: WaitsFor | null
  /** For the stream's errorMessage; null leaves it as it is. */
  readonly message: string | null
  readonly afterMs: number
}

/** `failures`: in a row, this one included. `random`: [0, 1); streams that failed together do not come back together. */
export function setbackOf(failures: number, failure: Failure, random: number): Setback {
  if (!HEALING.has(failure.kind)) return { waitsFor: 'person', message: failure.message, afterMs: PERSON_LOOK_MS }
  const isOdd = failure.kind === 'unexpected_shape'
  const isLimited = failure.kind === 'rate_limited'
  const isShown = isOdd || failures > (isLimited ? LIMITS_BEFORE_ERROR : FAILURES_BEFORE_ERROR)
  const backoffMsMax = isShown && !isLimited ? BACKOFF_IN_ERROR_MS_MAX : BACKOFF_MS_MAX
  const backoffMs = Math.max(Math.min(INTERVAL_MS * 2 ** failures, backoffMsMax), isOdd ? BACKOFF_OF_SHAPE_MS : 0)
  return {
    waitsFor: isShown ? 'platform' : null,
    message: isShown ? `${failure.message} It is tried again by itself, at least about once an hour.` : null,
    afterMs: Math.max(Math.round(backoffMs * (0.75 + random / 2)), failure.retryAfterMs ?? 0),
  }
}

export function setbackOfCredits(reason: string): Setback {
  return {
    waitsFor: 'credits',
    message: `Reading is paused. ${reason} It goes on by itself within minutes of that, and catches up with the last 24 hours.`,
    afterMs: CREDITS_LOOK_MS,
  }
}
