/** What the questions about this system pick out of its rows. */
import type { LogRow, SpanRow } from '../../records.ts'
import type { Incident } from '../define.ts'

export const INCIDENT: Incident = { service: 'drm-proxy', mechanism: ['certificate', 'x509', 'expired'], mark: 'onset' }
export const of = (service: string) => (row: { readonly service: string }) => row.service === service
export const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
export const edge = of('edge-api')
export const route = (name: string) => (span: SpanRow) => edge(span) && span.name === name
export const status = (code: number) => (span: SpanRow) => span.attributes['http.response.status_code'] === code
export const failedEdge = (span: SpanRow) => edge(span) && span.isFailed
export const refused = says(/refused: no license/)
