/**
 * What came with errors before an onset. A call of an error handler, or a request that ends at a line, is a failure where
 * an error line comes with it each time. That it no longer happens is no symptom: the service works again.
 */
import type { LogView } from './log-view.ts'
import { rangeSum, type Split } from './split.ts'

/** OpenTelemetry severity numbers from ERROR upwards. */
const SEVERITY_ERROR = 17
/** Fewer occasions than this come together with error lines by chance. */
const OCCASIONS_MIN = 3
/** The border of an interval parts some of what belongs together; more than this share of either is another matter. */
const TIED_MIN = 0.8

/** Per service, how often each of its error lines came per interval. */
export type ErrorCounts = ReadonlyMap<string, readonly (readonly number[])[]>

export function errorCountsOf(view: LogView | null): ErrorCounts {
  const errors = (view?.stems ?? []).filter(({ severity }) => severity >= SEVERITY_ERROR)
  return new Map(
    [...Map.groupBy(errors, ({ service }) => service)].map(([service, of]) => [
      service,
      of.map(({ counts }) => counts),
    ]),
  )
}

/** Whether these occasions of a service came with one of its error lines in the baseline, one for one. */
export function cameWithErrors(
  service: string,
  occasions: readonly number[],
  errors: ErrorCounts,
  split: Split,
): boolean {
  const total = rangeSum(occasions, split.from, split.onset)
  if (total < OCCASIONS_MIN) return false
  return (errors.get(service) ?? []).some((counts) => {
    let shared = 0
    for (let i = split.from; i < split.onset; i++) shared += Math.min(counts[i] ?? 0, occasions[i] ?? 0)
    return shared >= TIED_MIN * Math.max(total, rangeSum(counts, split.from, split.onset))
  })
}
