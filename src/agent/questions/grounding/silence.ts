/** Nobody is silent before this, and before ten times the usual pause between two of its records. */
const SILENT_MIN_MS = 3 * 60_000
const PAUSES = 10
const RECORDS_MIN = 10

/** Whether who sent these records sent them often enough that its silence by now is no chance. */
export function isSilentBy(
  untilMs: number,
  { records, firstMs, lastMs }: { readonly records: number; readonly firstMs: number; readonly lastMs: number },
): boolean {
  const pauseMs = (lastMs - firstMs) / Math.max(1, records - 1)
  return records >= RECORDS_MIN && untilMs - lastMs > Math.max(SILENT_MIN_MS, PAUSES * pauseMs)
}
