/** What the questions to the translation agency's platform count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('portal-gateway')
export const projects = t.of('project-api')
export const intake = t.of('file-intake')
export const pre = t.of('pretranslate')
export const engines = t.of('mt-bridge')
export const terms = t.of('termbase')
export const desk = t.of('linguist-desk')
export const packer = t.of('delivery-packer')
export const ledger = t.of('billing-ledger')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const field = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const pair = (...names: string[]) => t.has('lang.pair', ...names)
export const customer = (...names: string[]) => t.has('customer.name', ...names)
export const provider = (...names: string[]) => t.has('mt.provider', ...names)
export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const PAIRS = ['en-de', 'en-fr', 'de-en', 'en-es', 'en-ja']
export const CUSTOMERS = ['nordwerk', 'belmare', 'medilux', 'tavira', 'oakfield']

export const reviewing = t.all<SpanRow>(desk, t.named('POST /reviews'))
export const lookingUp = t.all<SpanRow>(terms, t.named('GET /terms'))
export const accepting = t.all<SpanRow>(desk, t.named('POST /jobs/{id}/accept'))
export const creating = t.all<SpanRow>(projects, t.named('POST /projects'))
export const invoicing = t.all<SpanRow>(ledger, t.named('POST /invoices'))

export const full = t.says(/OOM command not allowed/)
export const parked = t.says(/^pre-translation failed/)
export const finished = t.says(/^pre-translation finished/)
export const batch = t.says(/^batch translated/)
export const noText = t.says(/^file refused: no text layer/)
export const created = t.says(/^project \S+ created/)
export const accepted = t.says(/^job \S+ accepted/)
export const taken = t.says(/already taken/)
export const approved = t.says(/^review \S+ approved/)
export const sentBack = t.says(/sent back to the translator/)
export const notSaved = t.says(/^review \S+ not saved/)
export const delivered = t.says(/^delivery sent/)
export const paid = t.says(/^payout sent/)
export const held = t.says(/^payout held/)

export const PARKED = [t.logs(parked), t.failures(pre)]
export const FAILED_LOOKUPS = [t.logs(full), t.failures(terms), t.failures(lookingUp)]
export const FAILED_REVIEWS = [t.logs(notSaved), t.failures(reviewing)]

/** A code as its spans have it, or as the lines of the gateway say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, field('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** How bad it was: failed requests, their share while it lasted, users and customers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, terms, pre, desk, reviewing, lookingUp, on(gateway, '/api/terms')]
  const who = t.differentOf(t.all(gateway, t.failed), 'user.id')
  const customers = t.differentOf(t.all(gateway, t.failed), 'customer.name')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, customers, t.logs(full)]
  const whens = [t.anytime, t.since('onset'), t.sinceMark('onset'), t.during(['onset', 0], ['recovery', 0])]
  return howBad(asked, [...whens, t.during(['onset', 0], ['recovery', 1])], measures)
}
