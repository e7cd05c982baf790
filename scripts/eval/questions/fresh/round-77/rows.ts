/** Rows of the seed bank that the questions of this round are about. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, PointRow, SpanRow, World } from '../../records.ts'
import { logsOf, requestsOf, type Window } from '../../truth.ts'
import * as t from '../truths.ts'

export const INCIDENT = {
  service: 'label-press',
  mechanism: ['\\bspawn', 'EAGAIN', '\\bzint\\b', '\\bprocess(?:es)?\\b', '\\breaped\\b', 'SB-418', '\\brenderer\\b'],
  mark: 'onset',
}
export const INSTITUTES = ['ricelab', 'uni-lisboa', 'alpine-trust', 'dryland', 'heritage-veg', 'oakforest']
export const VAULTS = ['nordvik', 'puglia', 'kilimo']
export const CHAMBERS = ['C1', 'C2', 'C3', 'C4']
export const FREEZERS = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6']

export const portal = t.of('portal')
export const catalog = t.of('accession-catalog')
export const desk = t.of('order-desk')
export const permits = t.of('permit-office')
export const inventory = t.of('vault-inventory')
export const printer = t.of('label-press')
export const packer = t.of('pack-worker')
export const bench = t.of('germination-bench')
export const cold = t.of('cold-watch')
export const notes = t.of('field-notes')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const atPortal = (...names: string[]) => t.all<SpanRow>(portal, t.named(...names))
export const institute = (...ids: string[]) => t.has('institute.id', ...ids)
export const channel = (...ids: string[]) => t.has('client.channel', ...ids)
export const line = (service: string, text: RegExp): t.Where<LogRow> => t.all<LogRow>(t.of(service), t.says(text))
export const lines = (service: string, text: RegExp): t.Measure => t.logs(line(service, text))
export const onInstance =
  (...names: string[]): t.Where =>
  (row) =>
    names.includes(row.instance)
/** Everything of a code: at the proxy, or with what stands behind it. */
export const codes = (...all: number[]): t.Measure[] => [
  t.requests(t.all<SpanRow>(portal, status(...all))),
  t.requests(status(...all)),
]

/** Numbers in the bodies of lines, where the message has none. */
export const inBodies =
  (where: t.Where<LogRow>, pattern: RegExp, what: 'sum' | 'mean' | 'max' | 'min'): t.Measure =>
  (world, window) => {
    const values: number[] = []
    for (const { body } of logsOf(world, where, window)) {
      const found = pattern.exec(body)
      if (found !== null) values.push(Number(found[1]))
    }
    if (what === 'max') return Math.max(...values)
    if (what === 'min') return Math.min(...values)
    let sum = 0
    for (const value of values) sum += value
    return what === 'sum' ? sum : sum / values.length
  }

export const GRAMS = /grams=(\d+)/
export const stored = line('vault-inventory', /^deposit stored/)
export const printed = line('label-press', /^label printed$/)
export const notPrinted = line('label-press', /^label not printed/)

export const of =
  (key: string, value: string) =>
  (point: PointRow): boolean =>
    point.attributes[key] === value
export const pointOn =
  (instance: string) =>
  (point: PointRow): boolean =>
    point.instance === instance

/** The moment of the first or the last line, within a minute or so. */
export const when =
  (which: 'first' | 'last', where: t.Where<LogRow>, toleranceS = 60): t.Expect =>
  ({ world }) => {
    const rows = logsOf(world, where)
    const row = which === 'first' ? rows[0] : rows.at(-1)
    if (row === undefined) throw new Error('there is no such line')
    return { time: { at: new Date(row.timeMs).toISOString(), toleranceS } }
  }
const sameAs = (row: LogRow | undefined): Expectation => {
  if (row === undefined) throw new Error('there is no such line')
  return { says: [[row.message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')]] }
}
export const lastLine =
  (where: t.Where<LogRow>): t.Expect =>
  ({ world }: Asked) =>
    sameAs(logsOf(world, where).at(-1))

export const spans = (where: t.Where<SpanRow>) => (world: World, window?: Window) => requestsOf(world, where, window)
/** A group of a line's text. */
export const textOf =
  (pattern: RegExp) =>
  (row: LogRow | SpanRow): string =>
    pattern.exec('message' in row ? row.message : '')?.[1] ?? ''
export const nameOf = (row: LogRow | SpanRow): string => ('name' in row ? row.name : '')
