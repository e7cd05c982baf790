/** What the questions to the ski resort count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const hub = t.of('turnstile-hub')
export const ledger = t.of('pass-ledger')
export const shop = t.of('ticket-shop')
export const till = t.of('card-till')
const bench = t.of('rental-bench')
const carpark = t.of('carpark-gate')
export const sense = t.of('slope-sense')
export const avalanche = t.of('avalanche-desk')
export const guns = t.of('snowgun-ctl')
export const board = t.of('piste-board')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const event = (...names: string[]) => t.has('event.name', ...names)
export const lift = (...names: string[]) => t.has('lift.name', ...names)
export const passType = (...names: string[]) => t.has('pass.type', ...names)
export const channel = (...names: string[]) => t.has('shop.channel', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const lot = (...names: string[]) => t.has('parking.lot', ...names)
export const LIFTS = ['talexpress', 'sonnbahn', 'gratlift', 'zwergerl']
export const LOTS = ['P1', 'P2', 'P3']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
const validating = route(ledger, 'POST /v1/passes/validate')
export const ordering = route(shop, 'POST /shop/orders')
export const products = route(shop, 'GET /shop/products')
export const sizes = route(bench, 'GET /rental/sizes')
export const handouts = route(bench, 'POST /rental/handouts')
export const returns = route(bench, 'POST /rental/returns')
export const entries = route(carpark, 'POST /barriers/entry')

export const lost = t.says(/prepared statement/)
const shut = t.says(/^gate stays shut/)
export const opened = t.says(/^gate opened/)
export const turnedAway = t.says(/^skier turned away/)
const completed = t.says(/^order completed/)
export const orderFailed = t.says(/^order failed after payment/)
export const refused = t.says(/^issuer refused the card/)
const stopped = t.says(/^handout stopped/)
export const full = t.says(/^lot is full/)
export const unreadable = t.says(/^plate unreadable/)
export const warm = t.says(/wet bulb too warm/)
export const raised = t.says(/^danger level raised/)

export const SHUT = [t.logs(shut), t.failures(hub)]
export const SOLD = [
  t.logs(completed),
  t.requests(t.all(ordering, status(201))),
  t.metric('ticket-shop', 'tickets.sold', 'sum'),
]
export const ORDERS_FAILED = [t.logs(orderFailed), t.failures(ordering), t.requests(t.all(ordering, status(402, 502)))]
export const HANDOUTS_FAILED = [t.logs(stopped), t.failures(handouts)]
export const REFUSED = [t.logs(refused), t.requests(t.all(till, status(402)))]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it is: failed requests, their share since the onset or in the last minutes, passes and guests who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, hub, ledger, shop, bench, ordering, validating]
  const who = [t.differentOf(t.all(hub, t.failed), 'pass.id'), t.differentOf(t.all(shop, t.failed), 'guest.id')]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, t.logs(lost)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
