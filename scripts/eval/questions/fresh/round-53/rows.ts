/** What the questions to the recycling works count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const citizen = t.of('citizen-api')
const planner = t.of('pickup-planner')
export const dispatch = t.of('route-dispatch')
export const scale = t.of('scale-gateway')
export const billing = t.of('billing-desk')
export const deposit = t.of('deposit-returns')
export const sensors = t.of('bin-sensors')
export const notices = t.of('notice-sender')
export const nightly = t.of('night-export')

export const status =
  (...codes: number[]): t.Where =>
  (row) =>
    t.has('http.status_code', ...codes)(row) || t.has('http.response.status_code', ...codes)(row)
export const depot = (...names: string[]) => t.has('depot', ...names)
export const district = (...names: string[]) => t.has('district', ...names)
export const waste = (...names: string[]) => t.has('waste.kind', ...names)
export const app = (...names: string[]) => t.has('app.platform', ...names)
export const machine = (...names: string[]) => t.has('machine', ...names)
export const payout = (...names: string[]) => t.has('payout', ...names)
export const customer = (...names: string[]) => t.has('customer.kind', ...names)
export const DEPOTS = ['hafen', 'suedring', 'nordpark', 'westtor']
export const DISTRICTS = ['altstadt', 'lindenau', 'birkenfeld', 'rosental']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const calendar = route(citizen, 'GET /calendar')
export const booking = route(citizen, 'POST /pickups')
const viewing = route(citizen, 'GET /invoices/{id}')
export const slots = route(planner, 'GET /slots')
export const tips = route(dispatch, 'POST /tours/{id}/tip')
export const weighing = route(scale, 'POST /weighings')
export const invoicing = route(billing, 'POST /invoices')

export const lost = t.says(/^weighing W-\d+ lost/)
export const stored = t.says(/^weighing W-\d+ stored/)
export const notConnected = t.says(/not connected: PKIX/)
export const restless = t.says(/does not stand still/)
const unweighed = t.says(/tipped without weight/)
export const blocked = t.says(/street is blocked/)
export const notMade = t.says(/^invoice not made/)
export const made = t.says(/^invoice made/)
export const badAccount = t.says(/^invoice sent back/)
export const booked = t.says(/^pickup booked/)
export const gone = t.says(/^booking refused/)
export const paid = t.says(/^refund \S+ paid/)
export const noMark = t.says(/no deposit mark/)
export const full = t.says(/^container .* is full/)
export const sms = t.says(/^text message sent/)
export const mails = t.says(/^mail sent/)
export const relay = t.says(/^mail relay answered too late/)

export const LOST = [t.logs(lost), t.failures(weighing)]
export const UNWEIGHED = [t.logs(unweighed), t.failures(tips)]
export const NOT_MADE = [t.logs(notMade), t.failures(invoicing)]
export const MADE = [t.logs(made), t.requests(t.all(invoicing, status(201)))]
export const BOOKED = [t.logs(booked), t.requests(t.all(booking, status(201)))]
export const NOT_SHOWN = [t.logs(t.says(/^invoice cannot be shown/)), t.failures(viewing)]
export const PAID = [t.logs(paid), t.requests(t.all(deposit, status(201)))]

/** Words of lines that belong to one depot. */
export const at = (name: string) => t.says(new RegExp(`\\b${name}\\b`))

/** What the lines state under a key, added up. */
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

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it is: what failed, its share since the onset or in the last minutes, who met it. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, scale, dispatch, billing, citizen, weighing, tips, invoicing, viewing]
  const who = [t.differentOf(t.all(tips, t.failed), 'truck'), t.differentOf(t.all(citizen, t.failed), 'citizen.id')]
  const errorLines = [scale, dispatch, billing, t.any].map((one) => t.logs(t.all<LogRow>(one, t.level('ERROR'))))
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, ...errorLines]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
