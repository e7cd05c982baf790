/** What the questions to the bakery chain count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('cafe-portal')
export const ledger = t.of('stock-ledger')
export const recipes = t.of('recipe-book')
export const ovens = t.of('oven-ctl')
export const planner = t.of('route-planner')
export const invoices = t.of('invoice-run')
export const labels = t.of('label-print')
export const loyalty = t.of('loyalty-api')
export const forecast = t.of('forecast-script')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const region = (...names: string[]) => t.has('cafe.region', ...names)
export const channel = (...names: string[]) => t.has('order.channel', ...names)
export const item = (...names: string[]) => t.has('order.item', ...names)
export const line = (...names: string[]) => t.has('route.name', ...names)
export const oven = (...names: string[]) => t.has('oven', ...names)
export const shop = (...names: string[]) => t.has('shop.name', ...names)
export const REGIONS = ['old-town', 'harbour', 'university', 'airport']
export const ITEMS = ['croissant', 'roll', 'sourdough', 'pretzel', 'danish']
export const LINES = ['R1', 'R2', 'R3', 'R4']
export const OVENS = ['deck-1', 'deck-2', 'rack-1', 'rack-2']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const catalog = route(portal, 'GET /catalog')
export const lookups = route(portal, 'GET /orders/{id}')
export const ordering = route(portal, 'POST /orders')
export const reserving = route(ledger, 'POST /ledger/reservations')
export const booking = route(ledger, 'POST /ledger/bookings')
export const loading = route(planner, 'POST /routes/loads')
export const scaling = route(recipes, 'POST /recipes/{id}/scale')
export const redeeming = route(loyalty, 'POST /cards/{card}/redeem')
/** Orders of more pieces than that. */
export const above =
  (pieces: number): t.Where<SpanRow> =>
  (span) =>
    Number(span.attributes['order.pieces'] ?? 0) > pieces

export const refused = t.says(/^order refused: out of stock/)
export const accepted = t.says(/^order accepted/)
export const cutoff = t.says(/^order came in after the cutoff/)
export const hold = t.says(/^account is on hold/)
export const wanted = t.says(/^reservation refused/)
const unloaded = t.says(/load not confirmed/)
export const locked = t.says(/back door locked/)
export const delivered = t.says(/stop delivered/)
export const door = t.says(/door is open/)
export const paper = t.says(/out of paper/)
export const bounced = t.says(/bounced/)
export const invoiced = t.says(/^invoice IN-/)
export const unknownCard = t.says(/^card is unknown/)
export const granted = t.says(/^points granted/)
export const coffee = t.says(/^free coffee redeemed/)
export const BILLED = /^invoice IN-\d+ for \S+ over ([\d.]+) EUR/
export const BATCH = /, (\d+) pieces in the batch/

export const REFUSED = [t.logs(refused), t.failures(ordering)]
export const ACCEPTED = [t.logs(accepted), t.requests(t.all(ordering, status(201)))]
export const UNLOADED = [t.logs(unloaded), t.failures(loading)]
const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const one of numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])) sum += one
    return sum
  }
/** The least or the greatest that the lines state under a key, or the mean. */
export const extremeOf =
  (where: t.Where<LogRow>, key: string, what: 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'mean') return all.reduce((sum, one) => sum + one, 0) / all.length
    return what === 'min' ? Math.min(...all) : Math.max(...all)
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it was: failed requests, their share in the meantime or overall, cafés who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, portal, ledger, planner, ordering, reserving, loading]
  const who = [t.differentOf(t.all(ordering, t.failed), 'cafe.id')]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...who,
    t.logs(refused),
    t.logs(wanted),
  ]
  const exact: t.When = ({ world }) => [
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
    [{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }],
  ]
  const clock = t.during(['onset', 0], ['recovery', 0])
  return howBad(asked, [t.anytime, exact, clock, t.since('onset'), t.during(['onset', 0], ['recovery', 1])], measures)
}
