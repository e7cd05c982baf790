/** What questions about the lift company speak of: services, routes, lines, and expectations that several share. */
import { minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import * as m from '../measures.ts'
import * as t from '../truths.ts'

export { at, fromLine, lineAt, rowOf } from '../lines.ts'

/** Words for what is wrong with the bridge. */
const ALLOWED = ['allow[- ]?list', 'source address', 'outbound address', '\\btelvox', 'NET-318', '198\\.51\\.100\\.77']
export const INCIDENT = { service: 'voice-bridge', mechanism: ALLOWED, mark: 'onset' }

export const portal = t.of('portal-api')
export const app = t.of('tech-api')
export const ingest = t.of('lift-ingest')
export const desk = t.of('alarm-desk')
export const bridge = t.of('voice-bridge')
export const planner = t.of('callout-planner')
export const book = t.of('inspection-book')
export const parts = t.of('parts-depot')
export const billing = t.of('billing-run')

export const code = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const tenant = (...names: string[]): t.Where => t.has('tenant.id', ...names)
export const region = (...names: string[]): t.Where => t.has('region', ...names)
export const carrier = (name: string): t.Where => t.all(bridge, t.has('carrier.name', name))
export const purpose = (name: string): t.Where => t.all(bridge, t.has('call.purpose', name))
export const telegrams = (kind: string): t.Where => t.all(ingest, t.has('telegram.kind', kind))
export const reports: t.Where = t.all(portal, route('/v1/fault-reports'))
export const appCalls: t.Where = t.all(app, route('/v1/jobs/{id}/call'))
export const callouts: t.Where = t.all(planner, route('/callouts'))
export const inspections: t.Where = t.all(book, route('/inspections'))
export const certificates: t.Where = t.all(book, route('/certificates/{lift}'))
export const version =
  (name: string): t.Where =>
  (row) =>
    row.version === name
export const status4xx: t.Where = (row) => /^4\d\d$/.test(String(row.attributes['http.response.status_code']))

export const where = (service: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(pattern))
export const lines = (service: t.Where, pattern: RegExp): t.Measure => t.logs(where(service, pattern))
export const leveled = (service: t.Where, ...levels: Parameters<typeof t.level>): t.Where<LogRow> =>
  t.all<LogRow>(service, t.level(...levels))
export const attr = t.attribute
export const text =
  (pattern: RegExp) =>
  (row: LogRow | SpanRow): string =>
    ('message' in row ? pattern.exec(row.message)?.[1] : undefined) ?? ''
/** Part of all, in percent. */
export const percentOf =
  (part: t.Measure, all: t.Measure): t.Measure =>
  (world, window) =>
    (100 * part(world, window)) / all(world, window)

/** It goes on, however that is said. */
export const stillOn: t.Expect = () => ({
  says: [['still', 'ongoing', 'goes on', 'going on', 'not over', 'not recovered', 'not ended', 'continu', 'persist']],
  neverFirst: ['\\bis over\\b', 'has recovered', 'all healthy', 'ended at'],
})

const SINCE = [t.anytime, t.sinceMark('onset'), t.last(60), t.last(30), t.last(15), t.last(10), t.last(5)]
/** How bad it is: the share or the number of failures, of the bridge or of all, over any time that may be meant. */
export const bad: t.Expect = (asked) =>
  m.howBad(asked, SINCE, [
    ...[bridge, desk, planner, t.any].flatMap((one) => [t.share(one), t.failures(one)]),
    ...[bridge, desk, planner, t.any].map((one) => t.logs(t.all<LogRow>(one, t.level('ERROR')))),
    t.differentOf(t.all(bridge, t.failed as t.Where), 'tenant.id'),
    t.differentOf(t.all(bridge, t.failed as t.Where), 'lift.id'),
  ])

/** Different values of a key that failed requests have. */
export const failedValues = (world: World, service: t.Where, key: string): string[] => [
  ...new Set(
    t
      .failedRequests(service)(world)
      .map((span) => String(span.attributes[key])),
  ),
]
export const minute = (mark: string) => (world: World) => minuteOf(world.marks[mark] ?? 0)
