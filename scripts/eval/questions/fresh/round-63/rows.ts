/** What the questions to the water supplier count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { WATERSUPPLY_INCIDENT } from '../incidents.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('scada-gateway')
export const database = t.of('readings-db')
export const detector = t.of('leak-detector')
export const dispatch = t.of('crew-dispatch')
export const room = t.of('control-room')
const pumps = t.of('pump-control')
const quality = t.of('water-quality')
const portal = t.of('outage-portal')
export const billing = t.of('meter-billing')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const station = (...names: string[]) => t.has('station', ...names)
export const zone = (...names: string[]) => t.has('zone', ...names)
export const dashboard = (...names: string[]) => t.has('dashboard', ...names)
export const operator = (...names: string[]) => t.has('operator', ...names)
export const channel = (...names: string[]) => t.has('channel', ...names)
export const report = (...names: string[]) => t.has('report.kind', ...names)
export const parameter = (...names: string[]) => t.has('sample.parameter', ...names)
export const crew = (...names: string[]) => t.has('crew', ...names)
export const STATIONS = ['hilltop', 'riverside', 'mill-lane', 'quarry', 'castle', 'meadow', 'oakwood']
export const ZONES = ['old-town', 'harbour', 'east', 'west']
export const OPERATORS = ['hahn', 'ruiz', 'osei']
export const REPORTS = ['low-pressure', 'no-water', 'brown-water']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const polling = route(gateway, 'poll station')
export const writing = route(database, 'POST /write')
export const querying = route(database, 'GET /query')
export const checking = route(detector, 'check zone')
export const showing = route(room, 'GET /dashboards/{name}')
const looking = route(dispatch, 'GET /work-orders/{id}')
export const ordering = route(dispatch, 'POST /work-orders')
export const pumping = route(pumps, 'POST /pumps/{id}/commands')
export const valving = route(pumps, 'POST /valves/{id}/commands')
export const sampling = route(quality, 'POST /samples')
const mapping = route(portal, 'GET /pressure-map')
export const reporting = route(portal, 'POST /reports')
export const metering = route(billing, 'POST /meter-readings')
export const billed = route(billing, 'POST /bills')

export const files = t.says(/too many open files/)
const refused = t.says(/^write of \d+ readings .* refused by readings-db/)
export const checksum = t.says(/bad checksum/)
export const unanswered = t.says(/did not answer within 2000 ms/)
const stale = t.says(/^flow of zone \S+ is \d+ min old/)
export const leak = t.says(/^leak suspected/)
const notLoaded = t.says(/^dashboard \S+ not loaded/)
export const held = t.says(/^automatic control of \S+ held/)
export const hot = t.says(/motor too hot/)
export const opened = t.says(/^order \S+ opened/)
export const sent = t.says(/^crew-\d sent to/)
export const waits = t.says(/^no crew free/)
export const closed = t.says(/^order \S+ closed/)
export const noLeak = t.says(/closed: no leak found/)
export const repaired = t.says(/closed: repaired/)
export const outOfLimits = t.says(/out of limits/)
export const taken = t.says(/^report taken/)
export const odd = t.says(/not plausible/)
export const billSent = t.says(/^bill sent/)
export const returned = t.says(/^direct debit returned/)

export const REFUSED = [t.logs(refused), t.failures(writing), t.failures(polling)]
export const refusedOf = (name: string) => t.failures(t.all(writing, station(name)))
export const LEAKS = [
  ...[t.logs(leak), t.requests(t.all(checking, t.has('leak.result', 'suspected')))],
  ...[t.requests(t.all(ordering, t.has('order.kind', 'leak'))), t.logs(t.all(opened, t.has('kind', 'leak')))],
]
export const leakIn = (name: string) => t.requests(t.all(checking, zone(name), t.has('leak.result', 'suspected')))
export const UNLOADED = [t.logs(notLoaded), t.failures(showing)]
export const BILLS = [t.logs(billSent), t.requests(t.all(billed, status(201)))]

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key: added up, or the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }

const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const level = (one: string, what: t.Statistic) =>
  gauge('scada-gateway', 'reservoir.level', what, 'reservoir', one)
export const pressure = (one: string, what: t.Statistic) =>
  gauge('scada-gateway', 'network.pressure', what, 'zone', one)
export const flow = (one: string, what: t.Statistic) => gauge('scada-gateway', 'network.flow', what, 'zone', one)
export const running = (one: string, what: t.Statistic) => gauge('scada-gateway', 'pumps.running', what, 'station', one)
export const lag = (what: t.Statistic) => gauge('scada-gateway', 'gateway.lag', what)
export const buffered = (what: t.Statistic) => gauge('scada-gateway', 'gateway.buffered_readings', what)
export const handles = (what: t.Statistic) => gauge('readings-db', 'process_open_fds', what)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
type Part = 'mechanism' | 'time'
/** The job that caused it, and the service that a question is about, may be named before the database. */
export const becauseBeside =
  (beside: string, ...parts: Part[]): t.Expect =>
  (asked) => {
    const expected = t.because(WATERSUPPLY_INCIDENT, ...parts)(asked)
    const among = asked.world.services.filter((service) => service !== 'retention-job' && service !== beside)
    return { ...expected, first: { name: WATERSUPPLY_INCIDENT.service, among } }
  }
export const because = (...parts: Part[]) => becauseBeside('', ...parts)
export const why = t.words({ says: [['readings-db', 'retention-job'], [...WATERSUPPLY_INCIDENT.mechanism]] })

/** How bad it is: failed requests, their share since the onset or overall, lines of what was refused. */
export function damage(asked: Asked): Expectation {
  const wheres = [
    t.any,
    gateway,
    database,
    room,
    dispatch,
    portal,
    polling,
    writing,
    querying,
    showing,
    looking,
    mapping,
  ]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.logs(files), t.logs(leak), t.logs(stale), t.logs(t.level('ERROR'))],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(30)], measures)
}
