/**
 * Blame along a chain of calls: the front says that checkout fails, checkout says that payment refuses. What is said of
 * the one in the middle is said of the end.
 */

/** A pattern of one service that rose, and whom its text names. */
interface Complaint {
  readonly pattern: { readonly service: string }
  readonly blames: string | null
  /** Records since it rose. */
  readonly after: number
}

/** A service that is blamed while it blames another one in turn is on the way, not at the end. */
const ON_THE_WAY_SHARE = 0.4
/** One that names the same other service nearly as often as it is named passes on what is said of it. */
const PASSED_ON_MIN = 0.7
/** Complaints about several services say that the complainer itself is in trouble (its network, its pool). */
const ONE_CULPRIT_MIN = 0.8

/** Moves the weights of services that are on the way to the end of their chain, in place. */
export function passOn(weights: Map<string, number>, shifts: readonly Complaint[]): void {
  const before = new Map(weights)
  const next = new Map<string, string>()
  for (const [service, weight] of before) {
    const complaints = shifts.filter(
      ({ pattern, blames }) => pattern.service === service && blames !== null && before.has(blames),
    )
    if (complaints.length === 0) continue
    weights.set(service, weight * ON_THE_WAY_SHARE)
    const culprit = culpritOf(complaints)
    // What one request leaves in several patterns is one failure, so the loudest pattern counts.
    const named = Math.max(0, ...shifts.filter(({ blames }) => blames === service).map(({ after }) => after))
    if (culprit !== null && named > 0 && culprit.records >= named * PASSED_ON_MIN) next.set(service, culprit.service)
  }
  for (const service of next.keys()) {
    const end = endOf(service, next)
    weights.set(end, (weights.get(end) ?? 0) + (before.get(service) ?? 0) * (1 - ON_THE_WAY_SHARE))
  }
}

/** Services that name each other in a circle have no end: the first one met twice stands for it. */
function endOf(service: string, next: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let at = service
  while (!seen.has(at)) {
    seen.add(at)
    at = next.get(at) ?? at
  }
  return at
}

/** Whom most of these complaints name, and how many do; null where they name several. */
function culpritOf(complaints: readonly Complaint[]): { readonly service: string; readonly records: number } | null {
  const records = new Map<string, number>()
  for (const { blames, after } of complaints)
    if (blames !== null) records.set(blames, (records.get(blames) ?? 0) + after)
  const total = [...records.values()].reduce((sum, count) => sum + count, 0)
  const [first] = [...records].sort((a, b) => b[1] - a[1])
  return first === undefined || first[1] < total * ONE_CULPRIT_MIN ? null : { service: first[0], records: first[1] }
}
