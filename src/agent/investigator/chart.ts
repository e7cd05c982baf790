/** The one chart of an answer: the strongest finding over time, from aggregates that are already computed. */
import type { Material } from './analyse.ts'
import type { Finding } from './findings.ts'
import type { Chart } from './investigation.ts'
import { intervalStartMs } from './split.ts'

/** Returns the finding over time. Null if it has no series (a metric, a broken link). */
export function chartOf(finding: Finding, material: Material): Chart | null {
  const { selector } = finding
  if (selector === null) return null
  if (selector.kind === 'log_shapes') {
    const activity = material.logs?.activity
    if (activity === undefined) return null
    const series = new Array<number>(activity.grid.count).fill(0)
    for (const shape of activity.shapes) {
      if (shape.service !== selector.service || !selector.shapes.includes(shape.shape)) continue
      shape.counts.forEach((count, i) => {
        series[i] = (series[i] ?? 0) + count
      })
    }
    const points = series.map((value, i) => [intervalStartMs(activity.grid, i), value] as const)
    return { title: `${selector.service}: ${finding.subject}`, unit: 'lines', points, queries: finding.queries }
  }
  const activity = material.traces?.activity
  const operation = activity?.operations.find(
    (entry) => entry.service === selector.service && entry.operation === selector.operation,
  )
  if (activity === undefined || operation === undefined) return null
  const title = `${selector.service}: ${operation.operation}`
  if (selector.kind === 'span_errors') {
    const counted = finding.kind === 'exceptions' ? operation.exceptions : operation.errors
    const points = counted.map((value, i) => [intervalStartMs(activity.grid, i), value] as const)
    return { title: `${title}, failed spans`, unit: 'spans', points, queries: finding.queries }
  }
  const points = operation.calls.flatMap((calls, i) => {
    const meanMs = calls > 0 ? (operation.durationMs[i] ?? 0) / calls : null
    return meanMs === null ? [] : [[intervalStartMs(activity.grid, i), Math.round(meanMs * 10) / 10] as const]
  })
  return { title: `${title}, mean duration`, unit: 'ms', points, queries: finding.queries }
}
