/**
 * Where the time of a trace was spent. Two quantities are distinguished: a span's self time, and the edge time. The
 * edge time is the time that a caller's span spends around the one remote span it wraps (network, queueing before the
 * callee, marshalling).
 */

export interface TimedSpan {
  readonly service: string
  readonly startMs: number
  readonly durationMs: number
  /** Handles a message: its sender does not wait for it. */
  readonly isMessage?: boolean
}

export interface SpanTiming {
  /** Self time in ms. Null if the span only wraps a remote one (its time is then an edge). */
  readonly selfMs: number | null
  /** Per child (same order): edge time in ms. Null for local children, and where it cannot be measured. */
  readonly edgesMs: readonly (number | null)[]
}

/**
 * A child in another service that outlives its parent is a message or a call that the parent gave up on. The time from
 * the beginning of such a call on was spent waiting and is nobody's self time. If a child lies partly outside its parent
 * but would fit inside, the clocks differ; then only durations are used.
 */
export function timingOf(parent: TimedSpan, children: readonly TimedSpan[]): SpanTiming {
  if (children.length === 0) return { selfMs: parent.durationMs, edgesMs: [] }
  const only = children.length === 1 ? children[0] : undefined
  if (only !== undefined && only.service !== parent.service) {
    if (isGivenUp(parent, only)) return { selfMs: untilMs(parent, only), edgesMs: [null] }
    if (only.durationMs > parent.durationMs) return { selfMs: parent.durationMs, edgesMs: [null] }
    return { selfMs: null, edgesMs: [parent.durationMs - only.durationMs] }
  }
  const covered = coveredMs(parent, children)
  const selfMs = Math.max(0, parent.durationMs - covered)
  const remote = children.filter((child) => child.service !== parent.service && child.durationMs <= parent.durationMs)
  // Without client spans, the time around a remote call is hidden in the caller's self time. It is shared out evenly.
  const shareMs = remote.length > 0 ? selfMs / remote.length : 0
  const edgesMs = children.map((child) => (remote.includes(child) ? shareMs : null))
  return { selfMs, edgesMs }
}

/** True for a call that went on when its caller did no longer wait. What begins after the caller's end is a message. */
function isGivenUp(parent: TimedSpan, child: TimedSpan): boolean {
  if (child.service === parent.service || child.isMessage === true) return false
  return child.durationMs > parent.durationMs && child.startMs < parent.startMs + parent.durationMs
}

/** What passed before the call. Null if the call seems to begin before its caller: the clocks differ. */
function untilMs(parent: TimedSpan, child: TimedSpan): number | null {
  return child.startMs < parent.startMs ? null : child.startMs - parent.startMs
}

function coveredMs(parent: TimedSpan, children: readonly TimedSpan[]): number {
  const endMs = parent.startMs + parent.durationMs
  let sumMs = 0
  let isSkewed = false
  const inside: (readonly [number, number])[] = []
  for (const child of children) {
    if (isGivenUp(parent, child)) {
      const fromMs = Math.max(child.startMs, parent.startMs)
      sumMs += endMs - fromMs
      inside.push([fromMs, endMs])
      continue
    }
    if (child.durationMs > parent.durationMs && child.service !== parent.service) continue
    const childEndMs = child.startMs + child.durationMs
    sumMs += child.durationMs
    if (child.service !== parent.service && (child.startMs < parent.startMs || childEndMs > endMs)) isSkewed = true
    inside.push([Math.max(child.startMs, parent.startMs), Math.min(childEndMs, endMs)])
  }
  if (isSkewed) return Math.min(parent.durationMs, sumMs)
  inside.sort((a, b) => a[0] - b[0])
  let covered = 0
  let reached = parent.startMs
  for (const [from, to] of inside) {
    const begin = Math.max(from, reached)
    if (to > begin) {
      covered += to - begin
      reached = to
    }
  }
  return covered
}
