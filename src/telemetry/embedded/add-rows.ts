/** Adds rows of a segment to an aggregate in pieces, with pauses in between. */
import type { WorkPace } from '../../work-pace.ts'

/** Rows between two checks of the pace. */
const PIECE = 1_024

/** What rows are added to. It drops some of what it holds when there is too much. */
interface Held {
  bound(pace: WorkPace): Promise<void>
}

/**
 * Calls `add` with all of [first, end), piece by piece. Bounds what is held at each pause and at the end.
 * @param rowUnits the work units (work-pace.ts) of one row
 */
export async function addRows(
  {
    held,
    add,
    rowUnits,
  }: { readonly held: Held; readonly add: (from: number, to: number) => void; readonly rowUnits: number },
  [first, end]: readonly [number, number],
  pace: WorkPace,
): Promise<void> {
  for (let from = first; from < end; from += PIECE) {
    const to = Math.min(end, from + PIECE)
    add(from, to)
    if (!pace.isDue((to - from) * rowUnits)) continue
    await pace.pause()
    await held.bound(pace)
  }
  await held.bound(pace)
}
