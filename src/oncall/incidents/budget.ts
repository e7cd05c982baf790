/** How many investigations a project may start within an hour. */

export const BUDGET_HOUR_MS = 3_600_000

/** Null: one may start now. Else when the next one may. `starts`: of the last hour, in any order. */
export function waitsUntil(starts: readonly number[], perHour: number, nowMs: number): number | null {
  const recent = starts.filter((atMs) => atMs > nowMs - BUDGET_HOUR_MS).sort((a, b) => a - b)
  if (recent.length < perHour) return null
  // The one whose hour has to end so that there is room again.
  const freed = recent[recent.length - perHour]
  return (freed ?? nowMs) + BUDGET_HOUR_MS
}
