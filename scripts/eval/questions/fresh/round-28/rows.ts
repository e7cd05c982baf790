/** What the questions to the laboratory count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('practice-gateway')
export const intake = t.of('order-intake')
export const driver = t.of('analyser-link')
export const engine = t.of('result-engine')
export const ranges = t.of('refrange-api')
export const store = t.of('result-store')
export const desk = t.of('validation-desk')
export const reports = t.of('report-builder')
export const billing = t.of('lab-billing')
export const couriers = t.of('courier-board')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const section = (...names: string[]) => t.has('lab.section', ...names)
export const analyser = (...names: string[]) => t.has('lab.analyser', ...names)
export const software = (...names: string[]) => t.has('practice.software', ...names)
export const channel = (...names: string[]) => t.has('report.channel', ...names)
export const user = (...names: string[]) => t.has('enduser.id', ...names)
export const warn = t.level('WARN')

export const SECTIONS = ['chemistry', 'haematology', 'coagulation', 'serology']
export const ANALYSERS = ['CX-1', 'CX-2', 'HM-1', 'CG-1', 'SR-1']
export const DOCTORS = ['dr.klein', 'dr.osei', 'dr.lindqvist', 'dr.moreau']
export const CHANNELS = ['portal', 'mail', 'fax']
export const DESK_ROUTES = ['/worklists/{section}', '/patients/{id}/history', '/validations', '/manual-results']

export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const ordering = t.all<SpanRow>(intake, t.named('POST /orders'))
export const atGate = t.all<SpanRow>(gateway, t.named('POST /api/orders'))
export const arriving = t.all<SpanRow>(intake, t.named('POST /samples/{barcode}/arrival'))
const saving = t.all<SpanRow>(store, t.named('POST /results'))
export const validating = t.all<SpanRow>(desk, t.named('POST /validations'))
export const typing = t.all<SpanRow>(desk, t.named('POST /manual-results'))
export const sending = t.all<SpanRow>(reports, t.named('results.released process'))

export const insertFailed = t.says(/^insert failed/)
export const parked = t.says(/message parked/)
export const stored = t.says(/^result stored/)
const written = t.says(/^result row written/)
export const accepted = t.says(/^order accepted/)
const rejected = t.says(/^order rejected/)
export const arrived = t.says(/^sample arrived/)
export const critical = t.says(/^critical value/)
export const validated = t.says(/^result validated/)
export const sent = t.says(/^report sent/)
export const notReady = t.says(/^report not ready/)
export const billed = t.says(/^item billed/)
export const held = t.says(/item held$/)
export const expired = t.says(/token of the practice/)
export const reagent = t.says(/ low, \d+ % left/)

export const STORED = [
  t.logs(stored),
  t.requests(t.all<SpanRow>(engine, t.not(t.failed))),
  t.logs(written),
  t.requests(t.all(saving, status(201))),
]
/** Results that were lost: those of analysers, or those that were typed in as well. */
export const LOST = [t.logs(parked), t.failures(engine), t.logs(insertFailed), t.failures(saving)]
export const ACCEPTED = [t.logs(accepted), t.requests(t.all(ordering, status(201)))]
export const REJECTED = [
  t.logs(rejected),
  t.requests(t.all(ordering, status(422))),
  t.requests(t.all<SpanRow>(intake, status(422))),
]
export const VALIDATED = [t.logs(validated), t.requests(t.all(validating, status(201)))]

/** A code as the spans of the gateway have it, or as its lines say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all<SpanRow>(gateway, status(...codes))),
  t.logs(t.all<LogRow>(gateway, line('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const maxOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let max = 0
    for (const log of t.logsIn(where)(world, window)) max = Math.max(max, Number(log.attributes[key] ?? 0))
    return max
  }

/** How bad it is: failed requests, their share since the onset or in the last minutes, who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, engine, store, desk, saving, typing]
  const who = [
    t.differentOf(t.all<SpanRow>(engine, t.failed), 'practice.id'),
    t.differentOf(t.all<SpanRow>(desk, t.failed), 'enduser.id'),
    t.differentIn(parked, 'accession'),
    t.differentIn(insertFailed, 'accession'),
  ]
  const lines = [t.logs(parked), t.logs(insertFailed), t.logs(t.level('ERROR'))]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, ...lines]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
