/**
 * Statistics that stay honest at low counts. Strength of evidence is measured in nats: the log-likelihood ratio of
 * "the rate changed" against "the rate is what it was". 3 nats are about 20:1 odds, 10 nats about 22,000:1.
 */

/** k·ln(k/n·1/p), 0 at k = 0. */
function term(k: number, n: number, p: number): number {
  return k <= 0 ? 0 : k * Math.log(k / (n * p))
}

/** Log-likelihood ratio that two binomial samples have different rates. Zero if either is empty. */
export function binomialLlr(k1: number, n1: number, k2: number, n2: number): number {
  if (n1 <= 0 || n2 <= 0) return 0
  const p = (k1 + k2) / (n1 + n2)
  if (p <= 0 || p >= 1) return 0
  const sum = term(k1, n1, p) + term(n1 - k1, n1, 1 - p) + term(k2, n2, p) + term(n2 - k2, n2, 1 - p)
  return Math.max(0, sum)
}

/** Log-likelihood ratio of a count against its Poisson expectation, both known exactly. */
export function poissonLlr(observed: number, expected: number): number {
  if (expected <= 0) return 0
  return Math.max(0, (observed > 0 ? observed * Math.log(observed / expected) : 0) - observed + expected)
}

/**
 * Log-likelihood ratio that two Poisson samples with exposures e1 and e2 have different rates: given the total, the
 * second count is binomial.
 */
export function rateLlr(k1: number, e1: number, k2: number, e2: number): number {
  const n = k1 + k2
  if (n <= 0 || e1 <= 0 || e2 <= 0) return 0
  const share = e2 / (e1 + e2)
  return Math.max(0, term(k2, n, share) + term(k1, n, 1 - share))
}

/**
 * Pseudo degrees of freedom and value of the prior on overdispersion. Requests of one user session occur together, so
 * counts scatter more than independent ones would. Twice the binomial variance is assumed until a baseline shows
 * otherwise.
 */
const PRIOR_DEGREES = 4
const PRIOR_DISPERSION = 2

/**
 * Overdispersion of a rate over the baseline's blocks: 1 is binomial. `ks[i]` of `ns[i]` per block. Never below 1.
 */
export function binomialDispersion(ks: readonly number[], ns: readonly number[]): number {
  const n = sumOf(ns)
  const p = n > 0 ? sumOf(ks) / n : 0
  if (p <= 0 || p >= 1) return PRIOR_DISPERSION
  return dispersion(ks, ns, (count) => [count * p, count * p * (1 - p)])
}

/**
 * Size of the clusters in which `ks[i]` of `ns[i]` come, read from short intervals. It is 1 if each occasion decides
 * for itself. It is also 1 if all decide alike, because a rate of 0 or 1 has no scatter. It is shrunk as strongly as an
 * overdispersion, but towards a prior of independence.
 */
export function clusteringOf(ks: readonly number[], ns: readonly number[]): number {
  const n = sumOf(ns)
  const p = n > 0 ? sumOf(ks) / n : 0
  if (p <= 0 || p >= 1) return 1
  return dispersion(ks, ns, (count) => [count * p, count * p * (1 - p)], 1)
}

/** Overdispersion of counts `ks` against exposures `es` at one common ratio: 1 is Poisson. Never below 1. */
export function ratioDispersion(ks: readonly number[], es: readonly number[]): number {
  const exposure = sumOf(es)
  const ratio = exposure > 0 ? sumOf(ks) / exposure : 0
  if (ratio <= 0) return PRIOR_DISPERSION
  return dispersion(ks, es, (count) => [count * ratio, count * ratio])
}

function dispersion(
  ks: readonly number[],
  ns: readonly number[],
  moments: (n: number) => readonly [mean: number, variance: number],
  prior = PRIOR_DISPERSION,
): number {
  let chiSquare = 0
  let blocks = 0
  for (let i = 0; i < ns.length; i++) {
    const n = ns[i] ?? 0
    if (n <= 0) continue
    const [mean, variance] = moments(n)
    chiSquare += ((ks[i] ?? 0) - mean) ** 2 / variance
    blocks++
  }
  const degrees = Math.max(0, blocks - 1)
  return Math.max(1, (chiSquare + PRIOR_DEGREES * prior) / (degrees + PRIOR_DEGREES))
}

/** Returns the sum of values. */
export function sumOf(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** The most that a shifted branch can say. */
const BRANCH_MAX = 10

/**
 * Evidence of a changed rate, depending on what the rate was. A broken rule of the program counts in full. A branch
 * that is taken some of the time depends on what is asked; its shift says less the closer the rate is to a half, and
 * never much.
 */
export function ruleStrength(llr: number, rateBefore: number, isRule: boolean): number {
  if (isRule) return llr
  return BRANCH_MAX * (1 - Math.exp(-llr / BRANCH_MAX)) * branchCertainty(rateBefore)
}

/** How close a branch is to a rule: 1 at never and always, little around a half. */
export function branchCertainty(rate: number): number {
  return Math.max(0.1, 1 - 5 * rate * (1 - rate))
}
