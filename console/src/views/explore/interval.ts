/** Seconds of an interval, so that a range has about sixty: whole minutes where they are long enough. */
export function intervalOf(rangeMs: number): number {
  const wanted = rangeMs / 1_000 / 60
  return wanted >= 60 ? Math.round(wanted / 60) * 60 : Math.max(1, Math.round(wanted))
}
