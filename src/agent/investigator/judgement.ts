/**
 * Turns scores into probabilities: that something broke, and if so, where. Fixed rules derive the outcome from them.
 */
import { CHANGE_BEFORE_MS, isNear } from './changes.ts'
import { type Doubt, doubtAbout, isSpreading, type LookSignals, NO_DOUBT } from './doubt.ts'
import { downstream, type ServiceGraph, upstream } from './graph.ts'
import type { Outcome } from './investigation.ts'
import type { CalmParameters, ChangeParameters, InvestigatorParameters } from './parameters.ts'
import type { Scored } from './ranking.ts'
import type { StoreClients } from './store-clients.ts'
import { weighedStores } from './store-or-client.ts'
import type { ChangeRecord } from './verdict.ts'
import { type Messages, weighedWriters } from './writer-or-reader.ts'

/** With less time than this before the onset, a baseline shows neither scatter nor rare lines. */
export const BASELINE_MIN_MS = 30_000
/** Fixed meanings of the outcomes: VerdictOutcome in verdict.ts. */
const IDENTIFIED_MIN = 0.8
const PROBABLE_MIN = 0.5

/** One look at the telemetry: candidates with scores, the score of a quiet day, and how much a nat is worth. */
export interface Look {
  readonly signals: LookSignals
  readonly ranked: readonly Scored[]
  /** The score that decides the probability that something broke. Null: the leader's score. */
  readonly surprise: number | null
  readonly everydayScore: number
  /** The same, relative to the system's own calm baseline. It can raise an alarm, but never asserts a cause alone. */
  readonly calmScore: number
  readonly anomalyScale: number
  readonly rankScale: number
  readonly onsetMs: number
  readonly baselineMs: number
  /** Services whose new instances behave like their siblings. */
  readonly healthyNew: ReadonlySet<string>
  /** How far two looks stand above a quiet day together, in units of log-odds. Absent: no farther than one of them. */
  readonly together?: number
  /** Who calls whom, as metrics have it. Absent: logs or spans are looked at. */
  readonly graph?: ServiceGraph
  /** Who asks stores that send no spans. Absent: nobody, or metrics alone are looked at. */
  readonly storeClients?: StoreClients
  /** Who writes what others read. Absent: metrics alone are looked at. */
  readonly messages?: Messages
}

export interface Judgement {
  readonly outcome: Outcome
  readonly ranked: readonly Scored[]
  /** The probability of each ranked service. Together with `elsewhere` and "nothing broke" they sum to 1. */
  readonly probabilities: readonly number[]
  readonly anomaly: number
  /** The probability that something broke in a service that shows nothing. */
  readonly elsewhere: number
}

/**
 * The everyday score of a system, from what its own baseline showed at placebo onsets. It is lower than the usual score
 * if the system is calmer than usual, but never higher. Without placebo onsets it is the usual score.
 */
export function everydayScoreOf(
  usual: number,
  placebos: readonly number[],
  { score, perNat, weight }: CalmParameters,
): number {
  const own = Math.min(usual, score + perNat * Math.max(0, ...placebos))
  return (weight * usual + placebos.length * own) / (weight + placebos.length)
}

/** What the leader of a placebo onset reaches. New lines and shifted branches are left out: a baseline of minutes says nothing of them. */
export function placeboScoreOf(ranked: readonly Scored[]): number {
  return ranked.reduce((most, { score, habitual }) => Math.max(most, score - (habitual ?? 0)), 0)
}

/** How far the leader of a look stands above a quiet day, in units of log-odds. */
export function marginOf({ ranked, surprise, everydayScore, calmScore, anomalyScale, together }: Look): number {
  const top = surprise ?? ranked.reduce((most, { score }) => Math.max(most, score), 0)
  // A baseline of a few minutes does not show what a deployment or another kind of request brings.
  const unusual = surprise ?? ranked.reduce((most, { score, habitual }) => Math.max(most, score - (habitual ?? 0)), 0)
  const byCalm = Math.min(CALM_MARGIN_MAX, (unusual - calmScore) / anomalyScale)
  return Math.max((top - everydayScore) / anomalyScale, byCalm, together ?? Number.NEGATIVE_INFINITY)
}

/** The same, by the usual everyday score alone. */
export function usualMarginOf(look: Look): number {
  return marginOf({ ...look, calmScore: Number.POSITIVE_INFINITY })
}

/** Odds of three to two: a baseline of a few minutes may have been calm by chance. */
const CALM_MARGIN_MAX = Math.log(3 / 2)

/** What is known apart from the look. */
export interface Beside {
  readonly changes: readonly ChangeRecord[]
  /** How many services sent anything. */
  readonly services: number
  /** Whether somebody stated a time: they saw something. */
  readonly isStated: boolean
}

/** Ranks the candidates of a look, with recorded changes and with the services that alerts named as hints. */
export function judge(
  look: Look,
  { changes, services, isStated }: Beside,
  hints: readonly string[],
  parameters: InvestigatorParameters,
): Judgement {
  const anomaly = 1 / (1 + Math.exp(-marginOf(look)))
  const stores = weighedStores(look.ranked, look.storeClients, look.rankScale)
  const weighed = weighedWriters(stores, look.messages, look.rankScale)
  const ranked = weighed
    .map((scored) => {
      const isAble =
        (scored.score >= SHOWN_MIN || !isOfItself(weighed[0], look)) && isBeside(scored.service, weighed[0], look)
      const change = !isAble
        ? 0
        : look.rankScale * changeOdds(scored.service, changes, services, look, parameters.changes)
      const hint = hints.includes(scored.service) ? parameters.hintNats : 0
      return { ...scored, score: scored.score + change + hint }
    })
    .sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
  const top = ranked[0]?.score ?? 0
  const weights = ranked.map(({ score }) => Math.exp((score - top) / look.rankScale))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const plain = weights.map((weight) => (anomaly * weight) / total)
  // Who leads by what its readers say has no evidence of its own that could be doubted.
  const isByReaders = ranked[0]?.service !== stores[0]?.service && ranked[0]?.service === weighed[0]?.service
  const doubt = isByReaders ? NO_DOUBT : doubtAbout(ranked, look, parameters.doubt, weighed[0]?.service)
  const { probabilities, elsewhere } = withDoubt(ranked, plain, doubt)
  const outcome = outcomeOf(anomaly, probabilities[0] ?? 0, look.baselineMs, isStated)
  return { outcome, ranked, probabilities, anomaly, elsewhere }
}

/** Below this score a service shows nothing that it could be changed by. */
const SHOWN_MIN = 1

/**
 * Whether most of what readings show of the leader is its own: a resource, its answers, its end. A change of a service brings
 * what that service shows, and what spreads from it to who calls it, and nothing of this kind in another one.
 */
function isOfItself(leader: Scored | undefined, { signals }: Look): boolean {
  if (signals !== 'metrics' || leader === undefined) return false
  const most = (of: Scored['findings']): number => of.reduce((sum, { strength }) => Math.max(sum, strength), 0)
  const local = leader.findings.filter((one) => !isSpreading(one))
  return most(local) > most(leader.findings.filter(isSpreading))
}

/**
 * Whether a change of the service can have brought what readings show of the leader: where calls of both are known, one of them
 * has to be called by the other, over others or not.
 */
function isBeside(service: string, leader: Scored | undefined, { signals, graph }: Look): boolean {
  if (signals !== 'metrics' || graph === undefined || leader === undefined || service === leader.service) return true
  const isKnown = (one: string): boolean => graph.callers.has(one) || graph.callees.has(one)
  if (!isKnown(service) || !isKnown(leader.service)) return true
  return upstream(graph, service).has(leader.service) || downstream(graph, service).has(leader.service)
}

/** Moves the share of the leader that its evidence cannot claim; to another candidate at most until both are equal. */
function withDoubt(
  ranked: readonly Scored[],
  plain: readonly number[],
  { share, service }: Doubt,
): Pick<Judgement, 'probabilities' | 'elsewhere'> {
  const [first = 0] = plain
  const other = service === null ? -1 : ranked.findIndex((scored) => scored.service === service)
  const moved = Math.min(first * share, other < 0 ? first : (first - (plain[other] ?? 0)) / 2)
  const probabilities = plain.map((probability, i) => {
    if (i === 0) return probability - moved
    return i === other ? probability + moved : probability
  })
  return { probabilities, elsewhere: other < 0 ? moved : 0 }
}

/**
 * Odds of three to two that who states a time saw something. It keeps an answer from "nothing broke" and asserts nothing:
 * quiet windows with a stated time reach what others do.
 */
const SAW_SOMETHING = 3 / 2

function outcomeOf(anomaly: number, confidence: number, baselineMs: number, isStated: boolean): Outcome {
  if (baselineMs < BASELINE_MIN_MS) return 'inconclusive'
  if (anomaly < (isStated ? 1 / (1 + SAW_SOMETHING) : 0.5)) return 'no_anomaly'
  if (confidence >= IDENTIFIED_MIN) return 'root_cause_identified'
  return confidence > PROBABLE_MIN ? 'probable' : 'inconclusive'
}

/**
 * How much a change of the service near the onset speaks for it, in log-odds. Most incidents follow a change of the faulty
 * service within minutes; by chance a change lies near an onset as often as services of the system change. The more of
 * them changed within the hour before, the less it says.
 */
function changeOdds(
  service: string,
  changes: readonly ChangeRecord[],
  services: number,
  { onsetMs, healthyNew }: Pick<Look, 'onsetMs' | 'healthyNew'>,
  { share, fadeMinutes, usualPerDay, healthyShare }: ChangeParameters,
): number {
  // Of each service, how likely such a distance is where a change breaks something, per minute.
  const densities = new Map<string, number>()
  for (const change of changes) {
    if (!isNear(change, onsetMs)) continue
    const agoMinutes = Math.min(CHANGE_BEFORE_MS, Math.max(0, onsetMs - change.startedMs)) / 60_000
    const density = Math.exp(-agoMinutes / fadeMinutes) / fadeMinutes
    for (const changed of change.services) densities.set(changed, Math.max(density, densities.get(changed) ?? 0))
  }
  const own = densities.get(service) ?? 0
  const others = [...densities.keys()].filter((changed) => changed !== service).length
  const usual = usualPerDay / (24 * 60) + others / Math.max(others, services - 1) / (CHANGE_BEFORE_MS / 60_000)
  const odds = (share / (1 - share)) * (healthyNew.has(service) ? healthyShare : 1)
  return Math.log(1 + (odds * own) / usual)
}
