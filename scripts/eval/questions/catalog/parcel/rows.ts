/** What the questions about this system pick out of its rows. */
import type { LogRow } from '../../records.ts'
import type { Incident } from '../define.ts'

export const INCIDENT: Incident = {
  service: 'scan-ingest',
  mechanism: ['disk', 'space', 'volume', '/var/spool'],
  mark: 'onset',
}
export const of = (service: string) => (row: { readonly service: string }) => row.service === service
export const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
export const lost = says(/^Scan of parcel .* lost/)
export const scanned = says(/^Parcel .* scanned at/)
export const planMs = (log: LogRow) => Number(/planned in (\d+) ms/.exec(log.message)?.[1])
