/** The most investigations that a project may start within an hour. */

export const BUDGET_HOUR_MS = 3_600_000

/** Returns null if an investigation may start now, else when the next one may. `starts`: those of the last hour. */
export function waitsUntil(starts: readonly number[], perHour: number, nowMs: number): number | null {
  const recent = starts.filter((atMs) => atMs > nowMs - BUDGET_HOUR_MS).sort((a, b) => a - b)
  if (recent.length < perHour) return null
  // Once an hour has passed since this start, there is room again.
  const freed = recent[recent.length - perHour]
  return (freed ?? nowMs) + BUDGET_HOUR_MS
}
