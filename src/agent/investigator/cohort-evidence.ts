/** Which attribute values are over-represented among the records that show a candidate's strongest finding. */
import type { CohortCounts } from '../../telemetry/index.ts'
import type { EvidenceItem } from './investigation.ts'
import { binomialLlr } from './stats.ts'

/** Strength that remains after the penalty for having tried every value: about 20:1. */
const STRENGTH_MIN = 3
/** A value that fewer than half of the selected records have does not characterise them. */
const SHARE_MIN = 0.5
const VALUES_SHOWN_MAX = 3

/** Returns the attribute values that the selected records have more often than other records of the service. */
export function cohortEvidence(counts: CohortCounts, sinceMs: number, query: string): EvidenceItem[] {
  const { selected, rest, values } = counts
  if (selected === 0 || rest === 0) return []
  const price = Math.log(Math.max(1, values.length))
  return values
    .map((value) => ({ ...value, strength: binomialLlr(value.rest, rest, value.selected, selected) - price }))
    .filter((value) => {
      const share = value.selected / selected
      return share >= SHARE_MIN && share > value.rest / rest && value.strength >= STRENGTH_MIN
    })
    .sort((a, b) => b.strength - a.strength || a.key.localeCompare(b.key))
    .slice(0, VALUES_SHOWN_MAX)
    .map((value) => ({
      kind: 'cohort',
      text: `${value.selected} of these ${selected} records have ${value.key}=${value.value}, of the service's ${rest} others ${value.rest}`,
      strength: Math.round(value.strength * 10) / 10,
      firstSeenMs: sinceMs,
      queries: [query],
    }))
}
