/**
 * Reads a window, by cursor, from a platform that lists newest first. The window in which a cursor began stays the same
 * until it is finished. What arrives meanwhile is read with the next window.
 */
import type { PullInput, PullPosition } from '../connector.ts'

export interface BackwardPage {
  readonly fromMs: number
  readonly toMs: number
  readonly cursor: string | null
  /** Items that had not finished when they were listed, newest last. They are checked again. */
  readonly open: readonly string[]
}

/** After this many later items, an unfinished item is given up, so that the position stays small. */
const OPEN_MAX = 500

export function backwardPage(input: Pick<PullInput<unknown, unknown>, 'position' | 'fromMs' | 'toMs'>): BackwardPage {
  const { cursor, windowFromMs, windowToMs, open } = input.position ?? {}
  const isInside = typeof cursor === 'string' && typeof windowToMs === 'number'
  return {
    fromMs: typeof windowFromMs === 'number' ? windowFromMs : input.fromMs,
    toMs: isInside ? windowToMs : input.toMs,
    cursor: isInside ? cursor : null,
    open: Array.isArray(open) ? open.filter((id) => typeof id === 'string') : [],
  }
}

export function afterPage(
  page: BackwardPage,
  input: { readonly toMs: number },
  nextCursor: string | null,
  open: readonly string[],
): { readonly position: PullPosition; readonly isCaughtUp: boolean } {
  const kept = { open: [...new Set(open)].slice(-OPEN_MAX) }
  if (nextCursor !== null) {
    const window = { cursor: nextCursor, windowFromMs: page.fromMs, windowToMs: page.toMs }
    return { position: { ...kept, ...window }, isCaughtUp: false }
  }
  if (page.toMs < input.toMs) return { position: { ...kept, windowFromMs: page.toMs }, isCaughtUp: false }
  return { position: kept, isCaughtUp: true }
}
