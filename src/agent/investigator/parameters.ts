/**
 * The fitted parameters of the investigation's model, with the record of the fit. `npm run fit:investigator` rewrites the
 * values; a caller may pass others, so that an evaluation reports a system under parameters fitted without it.
 */

export interface InvestigatorParameters {
  /** Scores (nats) a leader has by chance once in fifty quiet windows, with a stated time and without one. */
  readonly everydayScore: { readonly stated: number; readonly detected: number }
  /** Nats per unit of log-odds: scores count overlapping evidence, so they overstate odds. */
  readonly temperature: number
}

export const DEFAULT_PARAMETERS: InvestigatorParameters = {
  everydayScore: { stated: 12, detected: 14 },
  temperature: 4,
}
