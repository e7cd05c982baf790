/** What is counted in the co-working spaces: services, routes, attributes, and sums that no other round needs. */
import type { LogRow, Severity, SpanRow } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'grant-service',
  mechanism: [
    'nextval',
    '\\bsequence',
    'grants_id_seq',
    '2147483647',
    'maximum value',
    '\\bbackfill',
    'ACC-377',
    '2200H',
  ],
  mark: 'onset',
}

export const proxy = t.of('front-proxy')
export const members = t.of('member-api')
export const bookings = t.of('booking-api')
export const doors = t.of('door-api')
export const grants = t.of('grant-service')
export const guests = t.of('visitor-desk')
export const prints = t.of('print-relay')
export const ledger = t.of('usage-ledger')
export const wifi = t.of('wifi-radius')
export const badges = t.of('badge-sync')

export const UNLOCK = 'POST /v1/doors/{id}/unlock'
export const BOOK = 'POST /v1/bookings'
export const SLOTS = 'GET /v1/rooms/{id}/slots'
export const CHECK_IN = 'POST /v1/checkins'
export const PRINT = 'POST /v1/print-jobs'
export const VISIT = 'POST /v1/visits'

export const code = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const codes =
  (from: number, to: number): t.Where<SpanRow> =>
  ({ attributes }) => {
    const status = Number(attributes['http.response.status_code'])
    return status >= from && status < to
  }
export const company = (...names: string[]) => t.has('company.id', ...names)
export const plan = (...names: string[]) => t.has('plan.name', ...names)
export const site = (...names: string[]) => t.has('site.id', ...names)
export const zone = (...names: string[]) => t.has('door.zone', ...names)
export const client = (...names: string[]) => t.has('client.type', ...names)
export const release = (name: string) => (row: LogRow | SpanRow) => row.version === name
export const isError = t.level('ERROR', 'FATAL')

/** Lines of one service and level. */
export const levelled = (where: t.Where, ...severities: Severity[]): t.Where<LogRow> =>
  t.all<LogRow>(where, t.level(...severities))

/** Lines of one service that say something. */
export const told = (where: t.Where<LogRow>, pattern: RegExp): t.Where<LogRow> => t.all<LogRow>(where, t.says(pattern))

/** What an attribute of lines adds up to, or is on average. */
export const fieldOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean'): t.Measure =>
  (world, window) => {
    const rows = logsOf(world, where, window)
    let sum = 0
    for (const { attributes } of rows) sum += Number(attributes[key] ?? 0)
    return what === 'sum' ? sum : sum / rows.length
  }

/** The first or last line of some, as a time. */
export const timeOf =
  (which: 'first' | 'last', where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) => {
    const rows = logsOf(world, where)
    const row = which === 'first' ? rows[0] : rows.at(-1)
    if (row === undefined) throw new Error('no such line')
    return { time: { at: new Date(row.timeMs).toISOString(), toleranceS } }
  }

/** What the first group of a pattern takes from the first or last line that has it. */
export const textOf =
  (which: 'first' | 'last', where: t.Where<LogRow>, pattern: RegExp): t.Expect =>
  ({ world }) => {
    const rows = logsOf(world, told(where, pattern))
    const row = which === 'first' ? rows[0] : rows.at(-1)
    const text = pattern.exec(row?.message ?? '')?.[1]
    if (text === undefined) throw new Error('no such line')
    return { names: [text] }
  }

/** Minutes of the hour that telemetry covers, as the clock times in a wording. */
export const mins = (from: number, to: number) => t.during(['start', from], ['start', to])

/** "Was it that?" of something that was not; the service that it was may have to be named. */
export const refuted = (...named: string[]): t.Expect =>
  t.words({
    saysFirst: [
      [
        '^\\W*no\\b',
        "(?:did|does|is|was|are|were)(?: not|n't)\\b",
        '\\bnot (?:the|a|because|due|caused|related|likely)\\b',
        'unlikely',
      ],
    ],
    neverFirst: ['^\\W*yes\\b'],
    ...(named.length === 0 ? {} : { says: named.map((one) => [one]) }),
  })
