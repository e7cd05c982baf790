/**
 * How often services say that something failed them. Spans of many systems have no status: then these lines alone tell how
 * many calls were attempts after a failure.
 */
import type { Mention } from './log-mentions.ts'
import { type LogView, SEVERITY_WARN } from './log-view.ts'
import { rangeSum, type Split } from './split.ts'

/**
 * Of each service, its warnings and errors since the onset beyond their usual rate. Lines that name a service with spans
 * tell of requests to it, and are left out.
 */
export function toldFailures(
  view: LogView | null,
  mentions: readonly Mention[],
  untraced: readonly string[],
  { from, onset, to }: Split,
): ReadonlyMap<string, number> {
  const ofRequests = new Set(
    mentions.flatMap(({ stem, peer, templates }) =>
      untraced.includes(peer) ? [] : [...templates].map((template) => keyOf(stem.service, template)),
    ),
  )
  const told = new Map<string, number>()
  for (const { service, severity, template, counts } of view?.stems ?? []) {
    if (severity < SEVERITY_WARN || ofRequests.has(keyOf(service, template))) continue
    const usual = (rangeSum(counts, from, onset) * (to - onset)) / Math.max(1, onset - from)
    told.set(service, (told.get(service) ?? 0) + Math.max(0, rangeSum(counts, onset, to) - usual))
  }
  return told
}

function keyOf(service: string, template: string): string {
  return `${service}\u0000${template}`
}
