/** Services that began anew at about the onset, by what they write when they end and begin. A release does that as well. */
import type { LogView } from './log-view.ts'
import { rangeSum, type Split } from './split.ts'

const WORDS =
  /\bsig(?:term|int)\b|\bshutting down|\bshutdown\b|\bstart(?:ing|ed|up)\b|\blistening on\b|\bbooted\b|\bready to (?:accept|serve|receive)\b/i
/** A release reaches one instance after the other, and an onset is no more precise than this. */
const BEFORE_MS = 2 * 60_000
const AFTER_MS = 30_000

/** Those that wrote such lines around the onset, and fewer of them in all the time before. */
export function restartedAt(view: LogView | null, { grid, from, onset, to }: Split): string[] {
  const low = Math.max(from, onset - Math.ceil(BEFORE_MS / grid.intervalMs))
  const high = Math.min(to, onset + Math.ceil(AFTER_MS / grid.intervalMs))
  const found = new Set<string>()
  for (const { service, template, counts } of view?.stems ?? []) {
    if (!WORDS.test(template)) continue
    const near = rangeSum(counts, low, high)
    if (near > 0 && rangeSum(counts, from, low) < near) found.add(service)
  }
  return [...found]
}
