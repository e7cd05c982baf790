/** What the questions to the online pharmacy count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('store-gateway')
export const storefront = t.of('storefront-api')
export const catalog = t.of('catalog-service')
export const rx = t.of('prescription-service')
export const checker = t.of('interaction-checker')
export const checkout = t.of('checkout-service')
export const stock = t.of('stock-service')
export const payment = t.of('payment-service')
export const dispatch = t.of('dispatch-worker')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const warehouse = (...names: string[]) => t.has('stock.warehouse', ...names)
export const channel = (...names: string[]) => t.has('app.channel', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const type = (...names: string[]) => t.has('order.type', ...names)
export const kind = (...names: string[]) => t.has('prescription.kind', ...names)
export const WAREHOUSES = ['leipzig', 'kassel', 'ulm']
export const CHANNELS = ['web', 'ios', 'android']
export const METHODS = ['card', 'paypal', 'invoice']
export const ROUTES = ['/api/products/{id}', '/api/search', '/api/cart', '/api/prescriptions', '/api/checkout']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const searching = t.all<SpanRow>(catalog, t.named('GET /search'))
export const products = t.all<SpanRow>(catalog, t.named('GET /products/{id}'))

export const noColumn = t.says(/column "reserved_qty" does not exist/)
export const placed = t.says(/^order placed/)
export const orderFailed = t.says(/^order failed/)
export const reserved = t.says(/^packs reserved/)
export const soldOut = t.says(/^pack sold out/)
export const declined = t.says(/^payment declined/)
export const captured = t.says(/^payment captured/)
export const accepted = t.says(/^prescription accepted/)
export const rejected = t.says(/^prescription rejected/)
export const interaction = t.says(/^interaction found/)
export const notFound = t.says(/^product not found/)
export const printed = t.says(/^label printed/)
export const corrected = t.says(/^address corrected/)

export const PLACED = [t.logs(placed), t.requests(t.all(checkout, status(201)))]
export const FAILED_ORDERS = [t.logs(orderFailed), t.failures(checkout)]
export const DECLINED = [t.logs(declined), t.requests(t.all(payment, status(402)))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(rx, status(422)))]
export const SOLD_OUT = [t.logs(soldOut), t.requests(t.all(stock, status(409)))]
/** Prescriptions that came in: those that reached the service, or the gateway as well. */
export const PRESCRIPTIONS = [t.requests(rx), t.requests(on(gateway, '/api/prescriptions')), t.logs(accepted)]

/** A code as its spans have it, or as the lines of the gateway say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, line('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [
    t.any,
    gateway,
    storefront,
    checkout,
    stock,
    on(gateway, '/api/checkout'),
    on(storefront, '/api/checkout'),
  ]
  const who = t.differentOf(t.all(storefront, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noColumn)]
  const kassel = [t.share(t.all(stock, warehouse('kassel'))), t.share(t.all(checkout, warehouse('kassel')))]
  const whens = [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)]
  return howBad(asked, whens, [...measures, ...kassel])
}
