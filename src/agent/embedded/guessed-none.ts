/** "I took uploads as PUT /objects": where that finds nothing, the guess was wrong, and "none" would be no answer. */
import { GENERAL_READINGS } from '../questions/reader/nearest.ts'
import type { Reading } from '../questions/reading.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import type { Desk } from './plan-state.ts'

const GUESS = /^I took "[^"]{1,80}" as (?:.{1,200})\.$/

/** Whether what was read of a finished turn was such a guess, so that its question was asked back after all. */
export function wasGuessedNone(
  { plans: [plan, more], notes }: Pick<Reading, 'plans' | 'notes'>,
  results: readonly QueryTelemetryResult[],
): boolean {
  if (plan?.intent !== 'measure' || more !== undefined || plan.isYesNo === true) return false
  const found = results.filter((result) => result.kind === 'measure')
  return notes.some((note) => GUESS.test(note)) && found.length > 0 && found.every(isNone)
}

function isNone(found: QueryTelemetryResult): boolean {
  return found.kind === 'measure' && (found.value ?? 0) === 0 && found.groups.length === 0
}

/** The question that is asked back then; null where nothing was guessed, or something of it was found. */
export function guessedNone(
  { plans: [plan, more], notes }: Reading,
  desk: Desk,
): NonNullable<Reading['askBack']> | null {
  const guess = notes.find((note) => GUESS.test(note))
  if (guess === undefined || plan?.intent !== 'measure' || more !== undefined || plan.isYesNo === true) return null
  const found = desk.need<QueryTelemetryResult>('query_telemetry', { plan })?.result
  return found !== undefined && isNone(found)
    ? { because: `${guess.replace(/\.$/, '')}, and found none of these`, readings: GENERAL_READINGS }
    : null
}
