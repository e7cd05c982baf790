/** What the questions to the water utility count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('aqua-edge')
export const web = t.of('mywater-web')
export const field = t.of('field-orders')
export const registry = t.of('pipe-registry')
export const intake = t.of('reading-intake')
export const sentry = t.of('leak-sentry')
export const scada = t.of('pump-scada')
export const tariff = t.of('tariff-engine')
export const press = t.of('bill-press')
export const post = t.of('notice-post')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const above =
  (key: string, limit: number): t.Where =>
  (row) =>
    Number(row.attributes[key] ?? 0) > limit
export const district = (...names: string[]) => t.has('supply.district', ...names)
export const channel = (...names: string[]) => t.has('client.channel', ...names)
export const kindOfTariff = (...names: string[]) => t.has('bill.tariff', ...names)
export const DISTRICTS = ['north', 'harbour', 'old-town', 'hillside']
export const TARIFFS = ['household', 'farm', 'industry']
export const CHANNELS = ['web', 'app', 'phone', 'tablet']
export const PORTAL = ['/my/usage', '/my/bills', '/my/readings', '/my/payments', '/outages', '/leak-reports']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const reporting = t.all<SpanRow>(field, t.named('POST /work-orders'))
export const locating = t.all<SpanRow>(registry, t.named('GET /locate'))
export const quoting = t.all<SpanRow>(tariff, t.named('POST /quotes'))

export const srid = t.says(/SRID 28992/)
export const created = t.says(/^work order created/)
export const notCreated = t.says(/^work order not created/)
export const raised = t.says(/^leak alarm raised/)
export const unplaced = t.says(/^leak alarm not placed/)
export const accepted = t.says(/^leak report accepted/)
export const lostReport = t.says(/^leak report lost/)
export const noMap = t.says(/^outage map unavailable/)
export const stored = t.says(/^reading stored/)
export const parked = t.says(/^reading implausible/)
export const duplicate = t.says(/^duplicate reading/)
export const refused = t.says(/^reading below/)
export const declined = t.says(/^card declined/)
export const booked = t.says(/^payment booked/)
export const expired = t.says(/^session expired/)
export const issued = t.says(/^bill issued/)
export const estimated = t.says(/bill estimated/)
export const closed = t.says(/^job closed/)
export const flushed = t.says(/hydrant flushing/)
export const vibrating = t.says(/^vibration above limit/)
export const letters = t.says(/^letter queued/)
export const texted = t.says(/^sms sent/)
export const heldBack = t.says(/^postal address incomplete/)
export const undated = t.says(/^valve has no survey/)
export const sewage = t.says(/^sewage share defaulted/)

const ordering = t.all<SpanRow>(field, t.named('POST /work-orders', 'leak.alarms process'))
export const CREATED = [t.logs(created), t.requests(t.all(ordering, t.not(t.failed)))]
export const NOT_CREATED = [t.logs(notCreated), t.failures(field)]
export const LOST_REPORTS = [t.logs(lostReport), t.failures(on(web, '/leak-reports'))]
export const UNPLACED = [t.logs(unplaced), t.failures(sentry)]

/** A code as its spans have it, or as the lines of the edge say it. */
export const atEdge = (...codes: number[]) => [
  t.requests(t.all(edge, status(...codes))),
  t.logs(t.all(edge, line('status', ...codes))),
]

/** What the lines state under a key, by a statistic. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const meanOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    sumOf(where, key)(world, window) / t.logs(where)(world, window)
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    Math.max(
      ...t
        .logsIn(where)(world, window)
        .map((log) => Number(log.attributes[key] ?? 0)),
    )

/** From the onset to the recovery. */
export const outage = t.during(['onset', 0], ['recovery', 1])

/** How bad it was: failed requests, their share while it lasted or at all, customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, web, field, registry, sentry, reporting, on(web, '/outages'), on(web, '/leak-reports')]
  const who = t.differentOf(t.all(web, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(srid), t.logs(unplaced)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), outage], measures)
}
