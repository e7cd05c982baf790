/**
 * Why a polled stream has stopped, what can end that, and when the stream is checked again. A temporary reason is
 * retried without end, at growing intervals. If only a person can change the reason, the platform is not called again
 * until a person has done so.
 */
import { type Failure, type FailureKind, TRANSIENT_FAILURES } from '../../connectors/connector.ts'

/**
 * Persisted in the poller's object. `platform`: the platform fails, limits requests or cannot be reached. `credits`:
 * the organization has none. `person`: credentials, rights, plan or the resource itself are wrong, until somebody
 * changes the connection or retries the stream.
 */
export type WaitsFor = 'platform' | 'credits' | 'person'

export const INTERVAL_MS = 30_000
/** A failing platform is shown as an error after half an hour of attempts, not at its first failure. */
const FAILURES_BEFORE_ERROR = 5
/**
 * Streams of one account share its rate limit and take turns. A late stream catches up on at most a day. After about
 * five hours without a turn, the limit is too small for that many streams, and a person should know.
 */
const LIMITS_BEFORE_ERROR = 24
const BACKOFF_MS_MAX = 900_000
/** Interval for a stream in error: long enough for a platform that is gone, short enough for one that has returned. */
const BACKOFF_IN_ERROR_MS_MAX = 3_600_000
/** Interval for a platform that answers something other than its API promises; that is rarely fixed within a minute. */
const BACKOFF_OF_SHAPE_MS = 900_000
/** A renewal or a new plan is noticed within this time; the check costs one read. */
export const CREDITS_LOOK_MS = 300_000
/** A safety net only: a retry wakes the poller itself. */
export const PERSON_LOOK_MS = 3_600_000

/** Failures that end on the platform's side, although provisioning does not retry them. */
const HEALING: ReadonlySet<FailureKind> = new Set([...TRANSIENT_FAILURES, 'unexpected_shape'])

export interface Setback {
  /** null: too early to call it an error. */
  readonly waitsFor: WaitsFor | null
  /** The stream's new errorMessage; null leaves it unchanged. */
  readonly message: string | null
  readonly afterMs: number
}

/**
 * `failures`: consecutive failures, including this one. `random`: a number in [0, 1), so that streams that failed
 * together do not retry together.
 */
export function setbackOf(failures: number, failure: Failure, random: number): Setback {
  if (!HEALING.has(failure.kind)) return { waitsFor: 'person', message: failure.message, afterMs: PERSON_LOOK_MS }
  const isOdd = failure.kind === 'unexpected_shape'
  const isLimited = failure.kind === 'rate_limited'
  const isShown = isOdd || failures > (isLimited ? LIMITS_BEFORE_ERROR : FAILURES_BEFORE_ERROR)
  const backoffMsMax = isShown && !isLimited ? BACKOFF_IN_ERROR_MS_MAX : BACKOFF_MS_MAX
  const backoffMs = Math.max(Math.min(INTERVAL_MS * 2 ** failures, backoffMsMax), isOdd ? BACKOFF_OF_SHAPE_MS : 0)
  return {
    waitsFor: isShown ? 'platform' : null,
    message: isShown ? `${failure.message} The service retries automatically, about once an hour or more often.` : null,
    afterMs: Math.max(Math.round(backoffMs * (0.75 + random / 2)), failure.retryAfterMs ?? 0),
  }
}

/** Returns the setback of a poll that is paused because the organization is out of credits; `reason` is a sentence. */
export function setbackOfCredits(reason: string): Setback {
  return {
    waitsFor: 'credits',
    message: `Reading is paused. ${reason} Reading resumes by itself within minutes of that and catches up on the last 24 hours.`,
    afterMs: CREDITS_LOOK_MS,
  }
}
