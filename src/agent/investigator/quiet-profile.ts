/**
 * A project's own quiet: how high each service scores when nothing happens. Every hour one look is taken as an unstated
 * question takes it, so that what is learnt is the statistic that is judged. It is kept as faded counts of a few
 * kilobytes, and read without any work: a service that scores high again and again by findings of a kind needs a higher score
 * of that kind to be believed, one that never does a slightly lower one.
 */
import {
  QUIET_KINDS,
  type QuietKind,
  type QuietProfile,
  type QuietSignal,
  type ServiceQuiet,
  type SignalQuiet,
} from '../../contracts/quiet-profile.ts'
import type { FindingKind } from './findings.ts'
import { sumOf } from './stats.ts'

/** What a look of a quiet time showed of one signal. */
export interface QuietLook {
  readonly signal: QuietSignal
  /** Every service that sent telemetry of the signal. */
  readonly present: readonly string[]
  /** Of those that showed anything, in nats, with what showed most. */
  readonly scores: ReadonlyMap<string, QuietScore>
}

export interface QuietScore {
  readonly nats: number
  readonly kind: QuietKind
}

/** How the scores of a signal are read: what one quiet look in fifty reaches, and nats per unit of log-odds. */
export interface QuietMeaning {
  readonly everyday: number
  readonly scale: number
}

/** How much higher a service's everyday score of a kind is than others', in nats. Below 0: it is calmer than others. */
export type OwnExcess = (service: string, kind: QuietKind) => number

/** Half a nat: finer than the scale of any signal. */
const STEP_NATS = 0.5
/** Up to 12 nats, about what an everyday score is. What lies above counts in the last step. */
const STEPS = 24
/** Busy projects have some 50 services; three signals of 100 take 60 kB at most. */
const SERVICES_MAX = 100
/** Deployments change what is usual within weeks. */
const HALF_LIFE_MS = 7 * 24 * 3_600_000
/** After eight half-lives nothing is left of a service that is gone, nor is its name. */
const KEPT_MS = 8 * HALF_LIFE_MS
/** Names longer than this are not kept: they are made up of data. */
const NAME_CHARS_MAX = 256
/** Counts are kept to a thousandth of a look. */
const DECIMALS = 1_000
/** When a new look counts this much, four half-lives after the base, all counts are brought to a new base. */
const WEIGHT_MAX = 16
/** A share of the everyday score, where the tail begins: rare enough to be unusual, and seen within some hours. */
const TAIL_SHARE = 0.5
/** What is expected counts as two high scores: one chance event does not outweigh what other services show. */
const PRIOR_EVENTS = 2
/** The pooled rate counts as so many looks: a rate of one in fifty is seen after fifty. */
const PRIOR_LOOKS = 50
/** The rate of looks that reach the everyday score, by its definition. */
const EVERYDAY_RATE = 1 / PRIOR_LOOKS

/** What a finding shows. A service whose requests fail now and then is as calm as any as to its time. */
export function quietKindOf(kind: FindingKind | undefined): QuietKind {
  if (kind === 'self_time' || kind === 'edge_time') return 'time'
  if (kind === 'metric') return 'readings'
  return kind === 'silence' ? 'silence' : 'work'
}

/** The profile with one more look of a quiet time in it. */
export function withQuietLook(
  profile: QuietProfile | null,
  looks: readonly QuietLook[],
  { nowMs, upToMs }: { readonly nowMs: number; readonly upToMs: number },
): QuietProfile {
  const isOld = profile === null || shareAt(profile, nowMs) < 1 / WEIGHT_MAX
  const { baseMs, signals: known } = isOld ? rebased(profile, nowMs) : profile
  const weight = 1 / shareAt({ baseMs }, nowMs)
  const signals: Partial<Record<QuietSignal, SignalQuiet>> = { ...known }
  for (const look of looks) signals[look.signal] = withLook(signals[look.signal], look, weight, nowMs)
  return { baseMs, upToMs, signals }
}

/**
 * What the profile says of each service at a time; null where nothing was learnt of the signal. The tails of all services
 * are taken to be exponential and equally steep, so that a service which is high twice as often as others needs the
 * scale's ln 2 more. What a project as a whole reaches does not move its everyday score.
 */
export function ownExcess(
  profile: QuietProfile | null,
  signal: QuietSignal,
  { everyday, scale }: QuietMeaning,
  nowMs: number,
): OwnExcess | null {
  const quiet = profile?.signals[signal]
  const services = Object.entries(quiet?.services ?? {})
  if (profile === null || quiet === undefined || services.length === 0) return null
  const share = shareAt(profile, nowMs)
  const cut = TAIL_SHARE * everyday
  const highOf = (own: ServiceQuiet | undefined, kind: QuietKind): number =>
    share * countAbove(own?.scores[kind] ?? [], cut)
  const total = services.reduce((sum, [, own]) => sum + sumOf(QUIET_KINDS.map((kind) => highOf(own, kind))), 0)
  const byPrior = EVERYDAY_RATE * Math.exp((everyday - cut) / scale)
  const perLook = (total + PRIOR_LOOKS * byPrior) / (share * quiet.looks + PRIOR_LOOKS)
  const each = perLook / services.length / QUIET_KINDS.length
  return (service, kind) => {
    const own = quiet.services[service]
    const expected = share * (own?.looks ?? 0) * each
    const ratio = (highOf(own, kind) + PRIOR_EVENTS) / (expected + PRIOR_EVENTS)
    return scale * Math.log(ratio)
  }
}

/** Hours in which a quiet look at the signal was taken, as far as they still count at a time. */
export function hoursLearnt(profile: QuietProfile | null, signal: QuietSignal, nowMs: number): number {
  return profile === null ? 0 : Math.round(shareAt(profile, nowMs) * (profile.signals[signal]?.looks ?? 0))
}

function withLook(
  known: SignalQuiet | undefined,
  { present, scores }: QuietLook,
  weight: number,
  nowMs: number,
): SignalQuiet {
  const services = new Map(Object.entries(known?.services ?? {}))
  for (const name of new Set([...present, ...scores.keys()])) {
    if (name.length > NAME_CHARS_MAX) continue
    const before = services.get(name)
    const score = scores.get(name)
    services.set(name, {
      looks: rounded((before?.looks ?? 0) + weight),
      seenMs: nowMs,
      scores: { ...before?.scores, ...(score === undefined ? {} : withScore(before, score, weight)) },
    })
  }
  const recent = [...services].filter(([, { seenMs }]) => nowMs - seenMs < KEPT_MS)
  const kept = recent.toSorted(byUse).slice(0, SERVICES_MAX)
  return { looks: rounded((known?.looks ?? 0) + weight), services: Object.fromEntries(kept) }
}

/** The last seen first; of those seen together the ones known for longest. */
function byUse([a, one]: [string, ServiceQuiet], [b, other]: [string, ServiceQuiet]): number {
  return other.seenMs - one.seenMs || other.looks - one.looks || a.localeCompare(b)
}

function withScore(
  before: ServiceQuiet | undefined,
  { nats, kind }: QuietScore,
  weight: number,
): ServiceQuiet['scores'] {
  if (nats < STEP_NATS) return {}
  const scores = before?.scores[kind] ?? []
  const step = Math.min(STEPS, Math.floor(nats / STEP_NATS)) - 1
  const counts = Array.from({ length: Math.max(scores.length, step + 1) }, (_, i) => scores[i] ?? 0)
  counts[step] = rounded((counts[step] ?? 0) + weight)
  return { [kind]: counts }
}

/** Scores above the cut; those of the step in which it lies are taken to be spread evenly over it. */
function countAbove(scores: readonly number[], cut: number): number {
  const at = cut / STEP_NATS - 1
  return scores.reduce((sum, count, step) => sum + count * Math.max(0, Math.min(1, step + 1 - at)), 0)
}

/** What is left at a time of one look at the base. */
function shareAt({ baseMs }: Pick<QuietProfile, 'baseMs'>, atMs: number): number {
  return 0.5 ** (Math.max(0, atMs - baseMs) / HALF_LIFE_MS)
}

/** The same counts as they have faded by then. Seldom done: what is rounded again and again does not fade. */
function rebased(profile: QuietProfile | null, nowMs: number): Pick<QuietProfile, 'baseMs' | 'signals'> {
  if (profile === null) return { baseMs: nowMs, signals: {} }
  const share = shareAt(profile, nowMs)
  const fade = (count: number): number => rounded(count * share)
  const servicesOf = ({ services }: SignalQuiet): [string, ServiceQuiet][] =>
    Object.entries(services).map(([name, { looks, seenMs, scores }]) => [
      name,
      {
        looks: fade(looks),
        seenMs,
        scores: Object.fromEntries(Object.entries(scores).map(([kind, counts]) => [kind, counts.map(fade)])),
      },
    ])
  const signals = Object.entries(profile.signals).map(([signal, quiet]) => [
    signal,
    { looks: fade(quiet.looks), services: Object.fromEntries(servicesOf(quiet)) },
  ])
  return { baseMs: nowMs, signals: Object.fromEntries(signals) }
}

function rounded(count: number): number {
  return Math.round(count * DECIMALS) / DECIMALS
}
