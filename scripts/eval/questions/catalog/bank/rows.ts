/** What the questions about this system pick out of its rows. */
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf, percentOf, requestsOf, type Window } from '../../truth.ts'
import { type Asked, count, type Incident, openWindows, over, recentWindows } from '../define.ts'

export const INCIDENT: Incident = {
  service: 'fraud-scorer',
  mechanism: ['4\\.3\\.0', 'release', 'deploy', 'NullPointer'],
  mark: 'onset',
}
export const of = (service: string) => (row: { readonly service: string }) => row.service === service
export const status = (code: number) => (span: SpanRow) => span.attributes['http.status_code'] === code
export const gateway = of('card-gateway')
export const target = (name: string) => (span: SpanRow) => gateway(span) && span.attributes['http.target'] === name
export const isFailedAuth = (span: SpanRow) => target('/v1/authorize')(span) && span.isFailed

/** 100 minutes were sent: without a time both all of them and the last hour are fair. */
export function logCount(asked: Asked, isWanted: (log: LogRow) => boolean) {
  return either(asked, (window) => logsOf(asked.world, isWanted, window).length)
}
export function requestCount(asked: Asked, isWanted: (span: SpanRow) => boolean) {
  return either(asked, (window) => requestsOf(asked.world, isWanted, window).length)
}
export function either(asked: Asked, measure: (window: Window) => number) {
  const [all, ...hour] = openWindows(asked)
  if (all === undefined) throw new Error('no window')
  return count(measure(all), ...hour.map(measure), ...hour.map(measure).flatMap((value) => [value - 1, value + 1]))
}
export function hourOnly(asked: Asked, measure: (window: Window) => number) {
  return { numbers: [over(recentWindows(asked, 60), 'count', measure)] }
}
export function eitherMs(asked: Asked, measure: (window: Window) => number) {
  const values = openWindows(asked).map(measure)
  return { numbers: [{ value: values[0] ?? 0, also: values.slice(1), unit: 'ms' as const, tolerance: 0.05 }] }
}
export const says = (pattern: RegExp) => (log: LogRow) => pattern.test(log.message)
export const share =
  (isAll: (span: SpanRow) => boolean, { world }: Asked) =>
  (window: Window) => {
    const all = requestsOf(world, isAll, window)
    return percentOf(all.filter((span) => span.isFailed).length, all.length)
  }
/** While it lasted. */
export const during = ({ world }: Asked): Window => ({
  fromMs: world.marks['release'] ?? 0,
  toMs: world.marks['recovery'] ?? 0,
})
