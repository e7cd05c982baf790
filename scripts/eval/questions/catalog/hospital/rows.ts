/** What the questions about this system pick out of its rows. */
import type { LogRow, SpanRow } from '../../records.ts'
import { percentOf, requestsOf, type Window } from '../../truth.ts'
import type { Asked, Incident } from '../define.ts'

export const INCIDENT: Incident = {
  service: 'patient-registry',
  mechanism: ['pool', 'connections? (?:ran|run) out'],
  mark: 'onset',
}
export const of = (service: string) => (row: { readonly service: string }) => row.service === service
export const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
export const status = (code: number) => (span: SpanRow) => span.attributes['http.response.status_code'] === code
export const route = (name: string) => (span: SpanRow) =>
  span.service === 'portal-bff' && span.attributes['http.route'] === name
export const failedShare =
  (service: string, { world }: Asked) =>
  (window: Window) => {
    const all = requestsOf(world, of(service), window)
    return percentOf(all.filter((span) => span.isFailed).length, all.length)
  }
export const booking = (span: SpanRow) => route('/api/appointments')(span)
