/** What questions about the wind farms speak of: services, routes, lines, and expectations that several share. */
import { between, minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf, mean, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'

export { at, fromLine, lineAt, rowOf } from '../lines.ts'

/** Words for what took the session away. */
const TAKEOVER = [
  ...['client[ _-]?id', 'taken over', 'take-?overs?\\b', '0x8E', 'stand-?by', '\\bdrill', 'DR-26-4'],
  ...['another client', '\\bsessions?\\b'],
]
export const INCIDENT = { service: 'turbine-link', mechanism: TAKEOVER, mark: 'onset' }

export const edge = t.of('ops-gateway')
export const fleet = t.of('fleet-api')
export const link = t.of('turbine-link')
export const wind = t.of('wind-forecast')
export const desk = t.of('bid-desk')
export const settle = t.of('settlement')
export const curtail = t.of('curtail-desk')
export const work = t.of('work-orders')
export const alarms = t.of('alarm-desk')

export const code = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const method = (...methods: string[]): t.Where => t.has('http.request.method', ...methods)
export const owner = (...names: string[]): t.Where => t.has('owner.id', ...names)
export const farm = (...names: string[]): t.Where => t.has('farm.id', ...names)
export const channel = (...names: string[]): t.Where => t.has('client.channel', ...names)
export const onLand: t.Where = t.has('farm.kind', 'onshore')
export const atSea: t.Where = t.has('farm.kind', 'offshore')
export const atEdge = (...routes: string[]): t.Where => t.all(edge, route(...routes))
export const status4xx: t.Where = (row) => /^4/.test(attr('http.response.status_code')(row))

export const commands: t.Where = t.all(fleet, route('/turbines/{id}/commands'))
export const commandsAtEdge: t.Where = atEdge('/v1/turbines/{id}/commands')
export const commandsAtLink: t.Where = t.all(link, route('/commands'))
export const setpoints: t.Where = t.all(link, route('/setpoints'))
export const bids: t.Where = t.all(desk, route('/bids'))
export const bidsAtEdge: t.Where = atEdge('/v1/bids')
export const nowcasts: t.Where = t.all(wind, route('/nowcasts'))
export const telegrams: t.Where<SpanRow> = t.all<SpanRow>(link, t.named('farms/telegrams process'))
export const queued: t.Where<SpanRow> = t.all<SpanRow>(curtail, t.named('curtail.orders process'))
export const taken: t.Where<SpanRow> = t.all<SpanRow>(alarms, t.named('turbine.alarms process'))
export const where = (service: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(pattern))
export const lines = (service: t.Where, pattern: RegExp): t.Measure => t.logs(where(service, pattern))
export const level = (service: t.Where, ...levels: LogRow['severity'][]): t.Measure =>
  t.logs(t.all<LogRow>(service, t.level(...levels)))
export const attr = t.attribute

const valuesIn = (world: World, window: Window, rows: t.Where<LogRow>, key: string) =>
  logsOf(world, rows, window).map((log) => Number(log.attributes[key]))
/** Numbers that lines carry as an attribute. */
export const sumIn =
  (rows: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    const values = valuesIn(world, window, rows, key)
    return mean(values) * values.length
  }
export const meanIn =
  (rows: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) =>
    mean(valuesIn(world, window, rows, key))

/** Percent of one count in another. */
export const part =
  (some: t.Measure, all: t.Measure): t.Measure =>
  (world, window) =>
    (100 * some(world, window)) / all(world, window)

/** While it lasted, as moments or as the minutes they are in. */
export const outage: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
  [between(world, ['onset', 0], ['recovery', 0])],
  [between(world, ['onset', 0], ['recovery', 1])],
]

/** When the first of some requests began. */
export const firstOf =
  (rows: t.Where<SpanRow>, toleranceS = 60): t.Expect =>
  ({ world }) => {
    const first = requestsOf(world, rows)[0]
    if (first === undefined) throw new Error('no such request')
    return { time: { at: new Date(first.startMs).toISOString(), toleranceS } }
  }

/** It is over, or nothing is wrong any more. */
export const over: t.Expect = ({ world }) => ({
  says: [
    [
      ...['recover', '\\bover\\b', 'ended', 'fixed', 'no longer', 'healthy', 'normal', 'resolved', 'stopped'],
      ...['not (?:any ?more|still)', minuteOf(world.marks['recovery'] ?? 0)],
    ],
  ],
  neverFirst: ['still (?:going on|failing|burning)', 'goes on', 'ongoing'],
})
