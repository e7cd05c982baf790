import type { Simulation } from '../../scripts/demo/model.ts'
import { simulate } from '../../scripts/demo/simulate.ts'

/** Lines, spans and points of the simulated shop for one request of a customer. */
const RECORDS_PER_REQUEST = 16
const HOUR_SECONDS = 3_600

/** The simulated shop's hour until now, with about so many lines, spans and points. */
export function simulatedHour(records: number, seed: number): Simulation {
  const requestsPerSecond = records / RECORDS_PER_REQUEST / HOUR_SECONDS
  return simulate({ seed, endMs: Date.now(), durationMinutes: HOUR_SECONDS / 60, requestsPerSecond })
}
