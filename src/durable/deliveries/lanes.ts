/**
 * Decides what is delivered when. Each destination is a lane with one attempt at a time, so a slow destination delays
 * only itself. Deliveries of one incident to one destination go in order: the next one starts when the one before was
 * delivered or given up. Pure: clock and randomness are passed in.
 */
import type { AttemptOutcome, DestinationKind } from '../../contracts/delivery-protocol.ts'

/**
 * Pauses after the first, second, … failed attempt: three days in total. The first ones bridge a restart, the last ones
 * a weekend.
 */
export const RETRY_PAUSES_MS: readonly number[] = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000,
]
export const ATTEMPTS_MAX = RETRY_PAUSES_MS.length + 1
/** A pause is longer by up to this share, so that deliveries that failed together do not retry together. */
const JITTER = 0.2
export const RETRY_AFTER_MS_MAX = 86_400_000
/** A destination with no success for this long, over this many attempts, is disabled. */
export const DISABLE_AFTER_MS = 5 * 86_400_000
export const DISABLE_ATTEMPTS_MIN = 10
/**
 * A Worker may wait for six answers at once. Destinations whose last attempt failed share two of these, so that four
 * remain for the others.
 */
export const IN_FLIGHT_MAX = 6
export const IN_FLIGHT_FAILING_MAX = 2
/** When a destination works again, its waiting deliveries are sent at once, spread over this time. */
const RECOVERY_SPREAD_MS = 2_000

export interface Lane {
  readonly destinationId: string
  /** Failed attempts since the last success. */
  readonly failures: number
  readonly failingSince: number | null
  /** The destination asked to be left alone until then (Retry-After). */
  readonly notBefore: number
}

export const newLane = (destinationId: string): Lane => ({
  destinationId,
  failures: 0,
  failingSince: null,
  notBefore: 0,
})

/** A pending delivery with no earlier pending delivery of its incident. */
export interface Head {
  readonly id: string
  readonly destinationId: string
  readonly eventId: string
  /** Attempts so far. A replay starts at 0 again. */
  readonly attempts: number
  readonly dueAt: number
}

export interface Attempt {
  readonly outcome: AttemptOutcome
  /** What the destination asked for with Retry-After. Null if it did not. */
  readonly retryAfterMs: number | null
}

export interface InFlight {
  readonly destinationId: string
  readonly isFailing: boolean
}

/** Which deliveries to start now: at most one per lane, the one that has been due for the longest time. */
export function toBegin(
  heads: readonly Head[],
  lanes: ReadonlyMap<string, Lane>,
  inFlight: readonly InFlight[],
  now: number,
): Head[] {
  const busy = new Set(inFlight.map(({ destinationId }) => destinationId))
  let room = IN_FLIGHT_MAX - inFlight.length
  let failingRoom = IN_FLIGHT_FAILING_MAX - inFlight.filter(({ isFailing }) => isFailing).length
  const begun: Head[] = []
  for (const head of heads
    .filter(({ dueAt }) => dueAt <= now)
    .sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))) {
    if (room <= 0) break
    const lane = lanes.get(head.destinationId)
    if (busy.has(head.destinationId) || (lane?.notBefore ?? 0) > now) continue
    if (isFailing(lane)) {
      if (failingRoom <= 0) continue
      failingRoom -= 1
    }
    busy.add(head.destinationId)
    room -= 1
    begun.push(head)
  }
  return begun
}

export const isFailing = (lane: Lane | undefined): boolean => (lane?.failures ?? 0) > 0

/** When something is to be done next, ignoring what is in flight. Null: nothing waits. */
export function nextDueAt(
  heads: readonly Head[],
  lanes: ReadonlyMap<string, Lane>,
  inFlight: readonly InFlight[],
): number | null {
  const busy = new Set(inFlight.map(({ destinationId }) => destinationId))
  let next: number | null = null
  for (const { destinationId, dueAt } of heads) {
    if (busy.has(destinationId)) continue
    const at = Math.max(dueAt, lanes.get(destinationId)?.notBefore ?? 0)
    if (next === null || at < next) next = at
  }
  return next
}

export type Settled =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed' }
  | { readonly state: 'pending'; readonly dueAt: number }

export interface Settlement {
  readonly delivery: Settled
  readonly lane: Lane
  /** It works again: its waiting deliveries are sent within this time from now. */
  readonly recoversWithinMs: number | null
  /** The destination is to be disabled, for this reason. */
  readonly disables: 'gone' | 'failing' | null
}

/** What an attempt changes. `attempts` includes this one; `random` is in [0, 1). */
export function settle(
  kind: DestinationKind,
  delivery: Pick<Head, 'attempts'>,
  lane: Lane,
  attempt: Attempt,
  { now, random }: { readonly now: number; readonly random: number },
): Settlement {
  if (attempt.outcome === 'delivered') {
    return {
      delivery: { state: 'delivered' },
      lane: newLane(lane.destinationId),
      recoversWithinMs: lane.failures > 0 ? RECOVERY_SPREAD_MS : null,
      disables: null,
    }
  }
  const askedMs = Math.min(attempt.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX)
  const failing: Lane = {
    destinationId: lane.destinationId,
    failures: lane.failures + 1,
    failingSince: lane.failingSince ?? now,
    notBefore: askedMs > 0 ? now + askedMs : lane.notBefore,
  }
  const isLong = now - (failing.failingSince ?? now) >= DISABLE_AFTER_MS && failing.failures >= DISABLE_ATTEMPTS_MIN
  const disables = attempt.outcome === 'gone' ? 'gone' : isLong ? 'failing' : null
  const pauseMs = isFinal(kind, attempt.outcome) ? undefined : RETRY_PAUSES_MS[delivery.attempts - 1]
  return {
    delivery:
      pauseMs === undefined
        ? { state: 'failed' }
        : { state: 'pending', dueAt: now + Math.max(Math.round(pauseMs * (1 + JITTER * random)), askedMs) },
    lane: failing,
    recoversWithinMs: null,
    disables,
  }
}

/**
 * Whether another attempt cannot help. A webhook's refusal (4xx) is retried, as the standard recommends: its receiver
 * may be half deployed. A vendor's refusal is final.
 */
function isFinal(kind: DestinationKind, outcome: AttemptOutcome): boolean {
  switch (outcome) {
    case 'blocked':
    case 'gone':
    case 'misconfigured':
      return true
    case 'refused':
      return kind !== 'webhook'
    case 'delivered':
    case 'rate_limited':
    case 'server_error':
    case 'redirected':
    case 'timeout':
    case 'unreachable':
      return false
  }
}
