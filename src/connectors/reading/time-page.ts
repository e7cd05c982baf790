/**
 * Reads a window page by page, oldest first, by time alone. The next page begins at the time of the last line; lines of
 * that time that were already read are recognised by their ids. The platform only has to sort its list; there is no
 * cursor that could expire.
 */
import type { PullInput, PullPosition, PullResult } from '../connector.ts'
import { isWithin } from '../pulled-log.ts'
import { byTime, type Line, lineMs, recordsOf } from './line.ts'

export interface TimePage {
  readonly fromMs: number
  readonly toMs: number
  readonly limit: number
  readonly limitMax: number
}

const GROWTH = 4

/** Where to read next. `limit` grows up to `limitMax` if more lines share one millisecond than fit on a page. */
export function timePage(
  input: Pick<PullInput<unknown, unknown>, 'position' | 'fromMs' | 'toMs'>,
  limit: number,
  limitMax: number = limit,
): TimePage {
  const { pageFromMs, pageLimit } = input.position ?? {}
  const fromMs = typeof pageFromMs === 'number' ? Math.max(pageFromMs, input.fromMs) : input.fromMs
  return {
    fromMs: Math.min(fromMs, input.toMs),
    toMs: input.toMs,
    limit: typeof pageLimit === 'number' ? Math.min(pageLimit, limitMax) : limit,
    limitMax,
  }
}

/** @param isFull true when the platform may have more lines of the window */
export function pulledLines(
  platform: string,
  page: TimePage,
  found: readonly Line[],
  isFull: boolean = found.length >= page.limit,
): PullResult {
  const sorted = [...found].sort(byTime)
  const lines = sorted.filter((line) => isWithin(line.time, page.fromMs, page.toMs))
  const last = sorted.at(-1)
  const isCaughtUp = !isFull || last === undefined || lineMs(last) >= page.toMs
  return {
    logs: recordsOf(platform, lines),
    recordIds: lines.map(({ id }) => id),
    position: isCaughtUp ? {} : nextPosition(page, Math.floor(lineMs(last))),
    isCaughtUp,
  }
}

function nextPosition(page: TimePage, lastMs: number): PullPosition {
  if (lastMs > page.fromMs) return { pageFromMs: lastMs }
  if (page.limit < page.limitMax)
    return { pageFromMs: page.fromMs, pageLimit: Math.min(page.limit * GROWTH, page.limitMax) }
  // More lines share one millisecond than the platform returns at once, so the rest cannot be read.
  return { pageFromMs: page.fromMs + 1 }
}
