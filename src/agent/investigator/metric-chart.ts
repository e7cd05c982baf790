/** The chart of a finding in metrics, drawn from rows that are already loaded. */
import type { Finding } from './findings.ts'
import type { Chart } from './investigation.ts'
import type { MetricLook } from './metric-look.ts'
import { intervalStartMs } from './split.ts'

/** Null for findings of other signals. */
export function metricChartOf(finding: Finding, { activity, examination }: MetricLook): Chart | null {
  if (finding.kind !== 'metric') return null
  const row = examination.rows.find((entry) => {
    const subject = entry.attributes === '' ? entry.metric : `${entry.metric}{${entry.attributes}}`
    return (entry.edge?.callee ?? entry.service) === finding.service && subject === finding.subject
  })
  if (row === undefined) return null
  const points: (readonly [number, number])[] = []
  row.raw.forEach((value, i) => {
    if (!Number.isNaN(value)) points.push([intervalStartMs(activity.grid, i), value])
  })
  return { title: `${finding.service}: ${row.metric}`, unit: row.unit, points, queries: finding.queries }
}
