/** What the questions to the food delivery count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('edge-gateway')
export const orderApi = t.of('order-api')
export const menu = t.of('menu-catalog')
export const payment = t.of('payment-bridge')
export const dispatch = t.of('dispatch-engine')
export const location = t.of('courier-location')
export const predictor = t.of('eta-predictor')
export const notify = t.of('notify-worker')

export const ordering = t.all(gateway, t.named('POST /v1/orders'))
export const etas = t.all(gateway, t.named('GET /v1/orders/{id}/eta'))
export const positions = t.all(gateway, t.named('PUT /v1/couriers/{id}/position'))
export const restaurants = t.all(gateway, t.named('GET /v1/restaurants'))
export const menus = t.all(gateway, t.named('GET /v1/restaurants/{id}/menu'))
export const nearby = t.all(location, t.named('GET /couriers/nearby'))
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const city = (...names: string[]) => t.has('delivery.city', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const CITIES = ['Lisboa', 'Porto', 'Madrid', 'Valencia']
export const PLATFORMS = ['ios', 'android', 'web']
export const RESTAURANTS = ['Casa Tofu', 'Burger Bay', 'Sushi Kumo', 'Pizza Nonna']

export const placed = t.says(/^Order FD-\d+ placed/)
export const assigned = t.says(/^Courier CR-\d+ assigned/)
export const unassigned = t.says(/^No courier for order/)
export const refused = t.says(/^redis: OOM command not allowed/)
export const stale = t.says(/^push token is no longer valid/)

/** Orders that were placed: what the shop says, or the answers 201. */
export const ORDERS_PLACED = [
  t.logs(placed),
  t.requests(t.all(ordering, status(201))),
  t.requests(t.all(orderApi, status(201))),
  t.metric('order-api', 'orders.placed', 'sum'),
]
/** … or all that somebody tried to place. */
export const ORDERS = [t.requests(ordering), t.requests(orderApi), ...ORDERS_PLACED]
export const NO_COURIER = [t.logs(unassigned), t.failures(dispatch)]
export const DECLINED = [
  t.requests(t.all(payment, status(402))),
  t.logs(t.says(/^Charge declined/)),
  t.requests(t.all(ordering, status(402))),
]
export const INVALID_VOUCHER = [t.logs(t.says(/voucher is not valid$/)), t.requests(t.all(ordering, status(422)))]

/** How bad it is: failed requests or orders, their share of all, since the onset or in the last minutes, customers or cities. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, etas, positions, location, nearby, predictor, dispatch]
  const customers = t.differentOf(t.all(gateway, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), customers, t.logs(unassigned)]
  return howBad(asked, [t.anytime, t.since('onset'), t.last(5), t.last(15)], measures)
}

/** A number for each name, where several measures are fair. */
export const groupsOf =
  (unit: Unit, when: t.When, measures: Readonly<Record<string, readonly t.Measure[]>>): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      Object.entries(measures).map(([name, fair]) => [name, t.numberOf(asked, unit, when, fair)]),
    ),
  })
