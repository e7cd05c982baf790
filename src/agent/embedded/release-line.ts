/** The deployments that were seen, as a line of an answer. */
import { spokenText } from '../message-text.ts'
import type { QueryTelemetryResult } from '../tools/query-telemetry.ts'
import { code } from './markdown.ts'
import type { Done } from './plan-state.ts'

export function releaseLine(releases: Done<QueryTelemetryResult> | null): string {
  if (releases === null || releases.result.kind !== 'deployments') return ''
  const { records, versionChanges } = releases.result
  const rows = [
    ...versionChanges.map(
      ({ service, to, at }) => `${at.slice(11, 19)} UTC: ${code(service, 60)} to version ${code(to, 60)}`,
    ),
    ...records
      .slice(0, 3)
      .map((row) => `${row.time.slice(11, 19)} UTC: ${code(row.service, 60)} ${code(spokenText(row.body), 120)}`),
  ]
  return rows.length === 0
    ? `No deployment was seen. [${releases.id}]`
    : `Deployments seen: ${rows.slice(0, 4).join('; ')}. [${releases.id}]`
}
