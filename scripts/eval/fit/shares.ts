/** Parameters between 0 and 1 move in odds: however far they are moved, they stay shares. */

const SHARES =
  /^(?:ranking\.(?:further\.|sameEvent|sameOperation|metricsWeight|explainable\.|nearness)|doubt\.(?:wordless|silent|unanswered)|changes\.healthyShare)/

/** The parameter times a factor; of a share its odds times the factor. */
export function movedBy(name: string, value: number, factor: number): number {
  if (!isShare(name, value)) return value * factor
  const odds = (value / (1 - value)) * factor
  return odds / (1 + odds)
}

/** How far a parameter was moved, in doublings. */
export function doublings(name: string, from: number, to: number): number {
  if (from <= 0 || to <= 0) return 0
  if (!isShare(name, from) || to >= 1) return Math.log2(to / from)
  return Math.log2((to / (1 - to)) * ((1 - from) / from))
}

function isShare(name: string, value: number): boolean {
  return SHARES.test(name) && value > 0 && value < 1
}
