/**
 * Whether a rate was a rule of the program (never, or always), and how independent its occasions are. Requests come in
 * clusters: a session asks for the same thing three times, or one request calls an operation six times. A branch that
 * was never taken in forty calls of four sessions is not yet a rule. If it is taken now, it is taken in whole clusters
 * at a time.
 */
import { baselineBlocks, type Change, type Split } from './split.ts'
import { binomialDispersion, clusteringOf, poissonLlr } from './stats.ts'

/** A rate this close to 0 or 1 is a rule: one exception in a hundred is a request that an interval's border cuts. */
const RULE_MARGIN = 0.015
/**
 * From this many independent occasions on, "never" and "always" are believed. Where no occasions of the incident came in
 * clusters, they are believed in proportion from half of them on: at half, as much as a rate of which nothing is known (a
 * scatter of two).
 */
const RULE_OCCASIONS = 8

/** Odds of three to one that something comes less often say nothing yet. */
const KEEPS_PACE_MAX = Math.log(3)
/** Another line takes the place of one if it comes as often as that is missed, but for what the borders cut. */
export const OTHER_TOLERANCE = 0.2

/** Whether what came this often is not known to come less often than usual. */
export function keepsPace(usual: number, since: number): boolean {
  return since >= usual || poissonLlr(since, usual) <= KEEPS_PACE_MAX
}

export interface RuleVerdict {
  readonly isRule: boolean
  /** The factor by which the log-likelihood of the change overstates, 1 or more. */
  readonly scatter: number
}

/** Judges the change of `ks` of `ns`. */
export function ruleVerdict(ks: readonly number[], ns: readonly number[], change: Change, split: Split): RuleVerdict {
  const { k1, n1 } = change
  const clustering = incidentClustering(ks, ns, change, split)
  const isExtreme = k1 / n1 <= RULE_MARGIN || k1 / n1 >= 1 - RULE_MARGIN
  const believed = Math.min(1, n1 / clustering / RULE_OCCASIONS)
  if (isExtreme && believed >= (clustering > 1 ? 1 : 1 / 2)) return { isRule: true, scatter: clustering / believed }
  const usual = binomialDispersion(baselineBlocks(ks, split), baselineBlocks(ns, split))
  return { isRule: false, scatter: Math.max(usual, clustering) }
}

/** Size of the clusters in which the occasions of the incident go one way or the other. */
export function incidentClustering(
  ks: readonly number[],
  ns: readonly number[],
  { at }: Change,
  { to }: Split,
): number {
  return clusteringOf(ks.slice(at, to), ns.slice(at, to))
}
