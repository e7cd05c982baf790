/** Opens the columns of a segment one at a time, with pauses in between: each may hold 20,000 values. */
import type { WorkPace } from '../../work-pace.ts'

/** Work units (work-pace.ts) per byte that is inflated and decoded. */
const UNITS_PER_BYTE = 1 / 50

/** Work units to inflate and decode so many bytes. */
export function unitsToOpen(bytes: number): number {
  return bytes * UNITS_PER_BYTE
}

/** Runs the steps, each of which reads a column. */
export async function inSteps(
  segment: { readonly bytesDecoded: number },
  pace: WorkPace,
  steps: readonly (() => unknown)[],
): Promise<void> {
  for (const step of steps) {
    const before = segment.bytesDecoded
    step()
    await pace.spend(unitsToOpen(segment.bytesDecoded - before))
  }
}

/** Opens the columns of whole records in steps, once: what is called before each record that is put together. */
export function onceOpened(
  segment: { readonly bytesDecoded: number },
  pace: WorkPace,
  columns: () => readonly (() => unknown)[],
): () => Promise<void> {
  let opening: Promise<void> | null = null
  return () => {
    opening ??= inSteps(segment, pace, columns())
    return opening
  }
}
