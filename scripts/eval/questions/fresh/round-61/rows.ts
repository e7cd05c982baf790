/** What the questions to the tax office count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('citizen-portal')
export const advisers = t.of('adviser-upload')
export const intake = t.of('submission-service')
export const signatures = t.of('signature-check')
const store = t.of('document-store')
export const engine = t.of('assessment-engine')
const notices = t.of('notice-service')
export const payer = t.of('refund-payer')
export const reminders = t.of('reminder-batch')

export const status = (...codes: number[]) => t.has('http.status_code', ...codes)
export const form = (...names: string[]) => t.has('return.form', ...names)
export const office = (...names: string[]) => t.has('tax.office', ...names)
export const firm = (...names: string[]) => t.has('adviser.firm', ...names)
export const software = (...names: string[]) => t.has('adviser.software', ...names)
export const bank = (...names: string[]) => t.has('bank', ...names)
export const device = (...names: string[]) => t.has('device', ...names)
export const by = (who: 'citizen' | 'adviser') => t.has('submitter', who)
export const FORMS = ['income', 'vat', 'trade', 'property']
export const OFFICES = ['north', 'east', 'south', 'harbour']
export const FIRMS = ['hartmann', 'lindqvist', 'okafor', 'moreau', 'novak']
export const SOFTWARE = ['taxpro', 'ledgerline', 'filebee']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const filing = route(portal, 'POST /returns')
export const estimating = route(portal, 'POST /estimates')
export const mailbox = route(portal, 'GET /notices')
export const uploading = route(advisers, 'POST /uploads')
export const submitting = route(intake, 'POST /submissions')
export const verifying = route(signatures, 'POST /signatures/verify')
export const storing = route(store, 'PUT /documents/{id}')
export const assessing = route(engine, 'POST /assessments')
export const writing = route(notices, 'POST /notices')
export const paying = route(payer, 'POST /payouts')
export const again: t.Where<SpanRow> = (span) => Number(span.attributes['upload.attempt'] ?? 0) > 1

export const accepted = t.says(/^return RET-\d+ accepted/)
export const lost = t.says(/not taken: no answer of assessment-engine/)
export const twice = t.says(/already submitted/)
export const expired = t.says(/certificate expired/)
export const tooLarge = t.says(/larger than 20 MB/)
export const pool = t.says(/Connection is not available/)
const resent = t.says(/sent again, attempt/)
export const uploadLost = t.says(/^upload \S+ timed out/)
export const estimateLost = t.says(/^estimate timed out/)
const noticed = t.says(/^notice of \S+ written/)
export const paid = t.says(/^refund paid/)
export const iban = t.says(/refused the IBAN/)
export const written = t.says(/^REMINDER WRITTEN/)
export const extended = t.says(/^DEADLINE EXTENDED/)
export const address = t.says(/^ADDRESS INCOMPLETE/)

export const ACCEPTED = [t.logs(accepted), t.requests(t.all(submitting, status(201)))]
export const LOST = [t.logs(lost), t.failures(submitting)]
export const PAID = [t.logs(paid), t.requests(t.all(paying, status(200)))]
export const NOTICED = [t.logs(noticed), t.requests(writing)]
export const RESENT = [t.logs(resent), t.requests(t.all(uploading, again))]

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key: added up, or the least, the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'min' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'min') return Math.min(...all)
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** How bad it is: failed requests, their share since the onset or overall, returns, firms that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, portal, advisers, intake, engine, filing, uploading, submitting, assessing]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[t.differentIn(lost, 'return'), t.differentOf(t.all(uploading, t.failed), 'adviser.firm')],
    ...[t.logs(lost), t.logs(pool), t.logs(t.level('ERROR'))],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(30)], measures)
}
