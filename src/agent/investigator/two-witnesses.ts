/**
 * What lines or spans and what metrics show of one service, taken together. Each look has to stand out among all services
 * by itself. That two of them point at one and the same service by chance is as rare as there are many services.
 */
import { type Look, usualMarginOf } from './judgement.ts'
import type { Scored } from './ranking.ts'
import { AFFECTED_MIN } from './signs.ts'

/** The rate at which the leader of a quiet window reaches the everyday score: what that score means (parameters.ts). */
const EVERYDAY_RATE = 1 / 50
/** Effects of one event begin within this time of each other (onset.ts), and each look is a step unsure of its onset. */
const SAME_EVENT_MS = 90_000

export interface MetricsSeen {
  readonly look: Look
  readonly stepMs: number
  /** How surprising the readings about each service are. */
  readonly surprises: ReadonlyMap<string, number>
}

interface Together {
  /** In units of log-odds, as of a look alone. */
  readonly margin: number
  /** Candidates of lines or spans, with what metrics say of them. */
  readonly ranked: readonly Scored[]
}

/** Null: the looks are about different moments, or both show more alone. */
export function togetherOf(fine: Look, fineStepMs: number, { look, stepMs, surprises }: MetricsSeen): Together | null {
  if (Math.abs(fine.onsetMs - look.onsetMs) > SAME_EVENT_MS + fineStepMs + stepMs) return null
  const services = Math.max(1, surprises.size)
  // How likely one certain service reaches so much on a quiet day: as the everyday score and the scale of the look say.
  const chanceOfScore = (score: number): number =>
    Math.min(1, (EVERYDAY_RATE / services) * Math.exp((fine.everydayScore - score) / fine.anomalyScale))
  // Surprise is the logarithm of a chance already: none is certain, and the everyday score (a nat at least) has its rate.
  const chanceOfSurprise = (nats: number): number =>
    (EVERYDAY_RATE / services) ** (Math.max(0, nats) / Math.max(1, look.everydayScore))
  let least = 1
  for (const { service, score, ofMetrics, habitual } of fine.ranked) {
    // A deployment brings new lines and other readings at once, so those are one witness.
    const own = score - (ofMetrics ?? 0) - (habitual ?? 0)
    // What is not affected is no witness: most services show nothing, which no tail describes.
    if (own < AFFECTED_MIN) continue
    const both = chanceOfScore(own) * chanceOfSurprise(surprises.get(service) ?? 0)
    // Of two chances the product is small more often than one of them: Fisher's method.
    least = Math.min(least, both * (1 - Math.log(both)))
  }
  const margin = Math.log(EVERYDAY_RATE / (services * least))
  if (margin <= Math.max(usualMarginOf(fine), usualMarginOf(look))) return null
  return { margin, ranked: withMetrics(fine, look) }
}

/** Between candidates both looks count in full: what metrics say, in the worth of a nat of the others. */
function withMetrics({ ranked, rankScale }: Look, metrics: Look): Scored[] {
  const scores = new Map(metrics.ranked.map(({ service, score }) => [service, score]))
  return ranked
    .map((scored) => {
      const own = ((scores.get(scored.service) ?? 0) * rankScale) / metrics.rankScale
      return { ...scored, score: scored.score - (scored.ofMetrics ?? 0) + own }
    })
    .sort((a, b) => b.score - a.score || a.service.localeCompare(b.service))
}
