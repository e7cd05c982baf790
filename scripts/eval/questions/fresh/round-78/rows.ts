/** What questions about the vending machines speak of: services, routes, lines, and expectations that several share. */
import { between, minuteOf } from '../../catalog/define.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import * as t from '../truths.ts'

export { at, fromLine, lineAt, rowOf } from '../lines.ts'

/** Words for what is wrong with the vault. */
const CLOCK = ['clock', 'skew', 'time server', '\\bntp', '\\bKMS\\b', 'request time']
export const INCIDENT = { service: 'token-vault', mechanism: CLOCK, mark: 'onset' }

export const edge = t.of('edge-proxy')
export const vendApi = t.of('vend-api')
export const cardAuth = t.of('card-auth')
export const vault = t.of('token-vault')
export const prices = t.of('price-book')
export const refunds = t.of('refund-desk')
export const planner = t.of('refill-planner')
export const sorters = t.of('coin-counter')
export const texts = t.of('driver-text')
export const modems = t.of('modem-watch')

export const code = (...codes: number[]): t.Where => t.has('http.response.status_code', ...codes)
export const route = (...routes: string[]): t.Where => t.has('http.route', ...routes)
export const method = (...methods: string[]): t.Where => t.has('http.request.method', ...methods)
export const tenant = (...names: string[]): t.Where => t.has('tenant.id', ...names)
export const vends: t.Where = t.all(vendApi, route('/v2/vends'))
export const vendsAtEdge: t.Where = t.all(edge, route('/v2/vends'))
export const atEdge = (...routes: string[]): t.Where => t.all(edge, route(...routes))
export const paidBy = (way: string): t.Where => t.all(vends, t.has('pay.method', way))
export const queued: t.Where<SpanRow> = t.all<SpanRow>(refunds, t.named('vends.failed process'))
export const lines = (service: t.Where, pattern: RegExp): t.Measure => t.logs(t.all<LogRow>(service, t.says(pattern)))
export const where = (service: t.Where, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(service, t.says(pattern))
export const attr = t.attribute

/** While it lasted, as moments or as the minutes they are in. */
export const outage: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
  [between(world, ['onset', 0], ['recovery', 0])],
  [between(world, ['onset', 0], ['recovery', 1])],
]

/** It is over, or nothing is wrong any more. */
export const over: t.Expect = ({ world }) => ({
  says: [
    [
      ...['recover', '\\bover\\b', 'ended', 'fixed', 'no longer', 'healthy', 'normal', 'resolved', 'stopped'],
      minuteOf(world.marks['recovery'] ?? 0),
    ],
  ],
  neverFirst: ['still (?:going on|failing)', 'goes on', 'ongoing'],
})
