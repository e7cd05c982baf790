/** What the questions to the baggage handling count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, pointsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('bag-gateway')
const dropping = t.of('checkin-drop')
export const tracking = t.of('track-api')
const sorting = t.of('sort-controller')
export const handler = t.of('typeb-handler')
export const recon = t.of('bag-recon')
const desk = t.of('lostbag-desk')
export const screening = t.of('screening-gw')
export const billing = t.of('billing-job')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const airline = (...names: string[]) => t.has('airline.name', ...names)
export const terminal = (...names: string[]) => t.has('airport.terminal', ...names)
export const kind = (...names: string[]) => t.has('bag.kind', ...names)
export const channel = (...names: string[]) => t.has('drop.channel', ...names)
export const belt = (...names: string[]) => t.has('belt.line', ...names)
export const AIRLINES = ['nordair', 'skylink', 'baltavia', 'oroflug']
export const BELTS = ['L1', 'L2', 'L3', 'L4']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const drops = route(dropping, 'POST /api/bags')
export const tracks = route(tracking, 'GET /api/bags/{tag}')
export const loads = route(recon, 'POST /api/loads')
const claims = route(desk, 'POST /api/claims')
export const routing = route(sorting, 'route bag')
const storing = route(handler, 'store message')
export const finding = route(handler, 'find message')
export const screenings = route(screening, 'screen bag')

/** A line of the gateway: its route and its code. */
export const line = (pattern: RegExp): t.Where<LogRow> => t.all(gateway, t.says(pattern))
export const accepted = t.says(/^bag accepted/)
export const refused = t.says(/^bag refused/)
export const because = (reason: string) => t.all<LogRow>(refused, t.has('reason', reason))
export const fee = t.says(/^excess fee charged/)
const notStored = t.says(/not stored: .*No space left/)
export const lookup = t.says(/^look-up of bag \S+ failed/)
export const space = t.says(/No space left on device/)
export const spool = t.says(/^spool .* full/)
export const unrouted = t.says(/not routed/)
export const routed = t.says(/routed to chute/)
export const early = t.says(/put into early-bag store/)
export const round = t.says(/goes round again/)
export const loaded = t.says(/loaded on/)
const notLoaded = t.says(/^load of bag .* refused/)
export const offBoard = t.says(/passenger not on board$/)
const bare = t.says(/^bag shown without flight details/)
export const level3 = t.says(/sent to level 3/)
export const opened = t.says(/^claim opened/)
export const billed = t.says(/^batch billed/)

export const ACCEPTED = [
  ...[t.logs(accepted), t.requests(t.all(drops, status(201)))],
  t.logs(line(/^POST \/api\/bags 201$/)),
]
export const REFUSED = [t.logs(refused), t.requests(t.all(drops, status(409, 422)))]
export const UNROUTED = [t.logs(unrouted), t.failures(routing)]
export const NOT_LOADED = [t.logs(notLoaded), t.failures(loads), t.logs(line(/^POST \/api\/loads 503$/))]
export const LOADED = [t.logs(loaded), t.requests(t.all(loads, status(201)))]
export const NOT_STORED = [t.logs(notStored), t.failures(storing)]
export const LOOKUPS = [t.logs(lookup), t.failures(finding)]
export const OPENED = [t.logs(opened), t.requests(t.all(claims, status(201)))]
export const SCREENED = [t.requests(screenings), t.logs(t.says(/^bag \S+ (?:cleared|sent to)/))]

/** What the lines state under a key: added up, or the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = logsOf(world, where, window).map((log) => Number(log.attributes[key] ?? 0))
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const disk = (what: t.Statistic) =>
  gauge('typeb-handler', 'disk.used.percent', what, 'mountpoint', '/var/spool/typeb')
export const depth = (queue: string, what: t.Statistic) =>
  gauge('typeb-handler', 'queue.depth', what, 'queue.name', queue)
export const speed = (one: string, what: t.Statistic) => gauge('sort-controller', 'belt.speed', what, 'belt.line', one)
export const scanners = (hall: string, what: t.Statistic) =>
  gauge('screening-gw', 'scanners.online', what, 'hall', hall)
export const ebs = (what: t.Statistic) => gauge('sort-controller', 'ebs.bags', what)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.used.percent', what)
/** The newest value of each series, added up. */
export const lastOfAll =
  (service: string, name: string, key: string): t.Measure =>
  (world, window) => {
    const newest = new Map<string, number>()
    for (const point of pointsOf(world, service, name, window)) newest.set(String(point.attributes[key]), point.value)
    return [...newest.values()].reduce((sum, one) => sum + one, 0)
  }

export const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.find(where)?.timeMs, 60)
export const lastOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.findLast(where)?.timeMs, 60)

const BAGS_HIT = [
  ...[t.differentTexts(/^Bag (BT-\d+) of \S+ not routed/), t.differentOf(t.all(routing, t.failed), 'bag.tag')],
]
export const FLIGHTS_HIT = [
  t.differentTexts(/^Bag BT-\d+ of (\S+) not routed/),
  t.differentOf(t.all(routing, t.failed), 'flight.number'),
]

/** How bad it is: failed requests, their share since the onset or overall, bags and flights that met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, handler, sorting, recon, routing, loads, storing, finding]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[...BAGS_HIT, ...FLIGHTS_HIT, t.differentOf(t.failed, 'bag.tag'), t.logs(t.level('ERROR'))],
    ...[t.logs(line(/ 503$/)), t.logShare(gateway, line(/ 503$/)), t.logs(space), t.logs(bare)],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
