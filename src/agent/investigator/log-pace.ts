/** Finds slowness from logs alone: longer pauses between the lines of a trace, within a service or between two. */
import type { LogActivity } from '../../telemetry/index.ts'
import { blameOf, edgeFindings } from './edge-blame.ts'
import { type Finding, scaled } from './findings.ts'
import { type EdgeChange, latencyChange, ms } from './latency.ts'
import { clip } from './log-changes.ts'
import { intervalStartMs, type Split } from './split.ts'

/** The duration of a usual request is unknown here. An added pause of a few milliseconds is assumed to be visible. */
const REQUEST_MS = 100
/**
 * A pause includes everything that was not logged in between: other services without logs, waiting, the caller itself.
 */
const WEIGHT = 0.7

/** Finds changed times between a line and the next line in the same context. */
export function logPaceFindings(activity: LogActivity, split: Split, query: string): Finding[] {
  const templates = new Map(activity.shapes.map((shape) => [`${shape.service}\u0000${shape.shape}`, shape.template]))
  const findings: Finding[] = []
  const edges: EdgeChange[] = []
  for (const { service, shape, nextService, gap } of activity.paces) {
    const change = latencyChange(gap, split, REQUEST_MS)
    if (service !== nextService) {
      const quiet = { strength: 0, at: split.onset, beforeMs: 0, afterMs: 0, n1: 5, n2: 5, addedMs: 0 }
      const ends = {
        caller: service,
        callee: nextService,
        callerOperation: 'its last line',
        calleeOperation: 'first line',
      }
      edges.push({ ...(change ?? quiet), ...ends })
      continue
    }
    if (change === null) continue
    const template = clip(templates.get(`${service}\u0000${shape}`) ?? '')
    findings.push({
      kind: 'self_time',
      service,
      subject: template,
      strength: change.strength * WEIGHT,
      onsetMs: intervalStartMs(split.grid, change.at),
      text: `${service} took ${ms(change.afterMs)} from "${template}" to its next line, before the incident ${ms(change.beforeMs)} (${change.n1} and ${change.n2} times)`,
      peer: null,
      reach: 'own',
      queries: [query],
      selector: { kind: 'log_shapes', service, shapes: [shape] },
    })
  }
  // How long a pause is says little of how long anybody took: most of what happens in it is not logged.
  const between = edgeFindings(blameOf(edges), split, query).map(({ slowing: _, ...finding }) => ({
    ...scaled(finding, WEIGHT),
    isPause: true,
    selector: null,
  }))
  return [...findings, ...between]
}
