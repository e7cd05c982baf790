/**
 * The parameters of the investigation's model. `npm run fit:investigator -- --write` fits them and writes
 * fitted-parameters.json, with the record of the fit. A caller may pass other parameters, so that an evaluation can
 * report a system under parameters that were fitted without it.
 */

import fitted from './fitted-parameters.json'
import type { MetricParameters } from './metric-examine.ts'
import { withValues } from './parameter-values.ts'
import type { RankingParameters } from './ranking.ts'

/** How much a change of a service before the onset speaks for it, by how often services change. */
export interface ChangeParameters {
  /** The share of incidents that follow a change of the faulty service. */
  readonly share: number
  /** After how many minutes such an incident has begun, on average. */
  readonly fadeMinutes: number
  /** How often a service changes on a usual day. Changes of other services around the onset are added to it. */
  readonly usualPerDay: number
  /** What remains of the odds if the new instances were seen to behave like their siblings. */
  readonly healthyShare: number
}

export interface InvestigatorParameters {
  readonly changes: ChangeParameters
  /** What the alerting service gains. It is often a victim, so this only breaks ties. */
  readonly hintNats: number
  /** How metrics are read when they are examined alone. */
  readonly metrics: MetricParameters
  readonly ranking: RankingParameters
  /** What a score of logs and spans means, and a score of metrics alone. */
  readonly traces: ScoreMeaning & { readonly calm: CalmParameters }
  readonly metricScores: ScoreMeaning
  readonly doubt: DoubtParameters
}

/** How much the evidence of one signal leaves to services that it does not show. */
export interface DoubtParameters {
  /** Metrics alone: the score of services that show nothing, where all that the leader shows may have spread to it. */
  readonly spreading: number
  /** Lines alone: the share of a leader that only stops or waits, and says nothing. */
  readonly wordless: number
  /** The share of a leader known by its silence that belongs to the one caller that misses it, if that one fails itself. */
  readonly silent: number
  /** The share of a leader whose calls fail without arriving that belongs to the one it calls. */
  readonly unanswered: number
}

/** How the everyday score of logs and spans follows from what the system's own baseline shows at placebo onsets. */
export interface CalmParameters {
  /** The everyday score of a baseline that shows nothing at all. */
  readonly score: number
  /** What each nat of the strongest placebo onset adds to it, up to the usual everyday score. */
  readonly perNat: number
  /** The usual everyday score counts as this many placebo onsets. */
  readonly weight: number
}

/**
 * How scores become probabilities. Scores count overlapping evidence, so a nat of score is less than a nat of log-odds.
 */
export interface ScoreMeaning {
  /** The score that a leader reaches by chance once in fifty quiet windows, with a stated time and without one. */
  readonly everyday: { readonly stated: number; readonly detected: number }
  /** Nats per unit of log-odds that something broke. */
  readonly anomalyScale: number
  /** Nats per unit of log-odds between two candidates. */
  readonly rankScale: number
}

/** Where a fit begins; also the value of a parameter that no fit has changed. */
export const START_PARAMETERS: InvestigatorParameters = {
  changes: { share: 0.7, fadeMinutes: 2, usualPerDay: 1, healthyShare: 0.05 },
  hintNats: 0.5,
  metrics: {
    quantile: 2,
    exponent: 3,
    exponentMax: 3.5,
    weight: 30,
    ownWeight: 3,
    scatterMin: { log: 0.03, points: 0.5 },
    perRequest: { log: 0.8, points: 15 },
    siblings: { log: 0.3, points: 2 },
    latePerMinute: 0.03,
    cause: {
      everyday: 3,
      enough: 12,
      magnitude: 2,
      visibleShare: 0.05,
      roles: {
        processor: 1,
        memory: 1,
        disk: 1,
        network: 0.4,
        threads: 0.7,
        pool: 1,
        errors: 1,
        success: 1,
        latency: 0.8,
        traffic: 0.3,
        waiting: 0.3,
        refusals: 1,
        cache: 1,
        gives: 1,
        takes: 1,
        other: 0.5,
      },
      host: 0.2,
      edge: 0.7,
      alongCalls: 0.7,
      harmless: 0.25,
      unseen: 1,
    },
  },
  ranking: {
    further: { event: 0.3, measured: 0.6 },
    sameEvent: 0.5,
    sameOperation: 0.1,
    metricsWeight: 0.5,
    most: { lines: 30, failing: 25, calls: 20, measured: 40, habitual: 10, metrics: 15 },
    explainable: { consequence: 0.88, waiting: 0.6, decided: 0.2, silence: 0.3, metrics: 0.7 },
    convincing: 9,
    nearness: 0.9,
  },
  traces: {
    everyday: { stated: 12.3, detected: 12.3 },
    calm: { score: 4.8, perNat: 1, weight: 1 },
    anomalyScale: 4,
    rankScale: 2.5,
  },
  metricScores: { everyday: { stated: 4.2, detected: 4.7 }, anomalyScale: 0.8, rankScale: 2.5 },
  doubt: { spreading: 3.5, wordless: 0.25, silent: 0.5, unanswered: 0.5 },
}

/** The parameters that the product uses. */
export const DEFAULT_PARAMETERS: InvestigatorParameters = withValues(START_PARAMETERS, fitted.values)
