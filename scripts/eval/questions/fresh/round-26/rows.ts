/** What the questions to the payroll office count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('PayPortal')
export const api = t.of('Payroll.Api')
export const tax = t.of('TaxFiling')
export const cics = t.of('cics-gateway')
export const calc = t.of('PAYCALC')
export const sepa = t.of('SepaExport')
export const printing = t.of('PayslipPrint')
export const hr = t.of('HrImport')

export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const code = (...codes: number[]) => t.has('http.status_code', ...codes)
export const office = (...names: string[]) => t.has('payroll.office', ...names)
export const role = (...names: string[]) => t.has('user.role', ...names)
export const runKind = (...names: string[]) => t.has('run.kind', ...names)
export const filingKind = (...names: string[]) => t.has('filing.kind', ...names)
export const OFFICES = ['kiel', 'erfurt', 'passau']
export const ROLES = ['clerk', 'employee', 'hr']
export const RUN_KINDS = ['monthly', 'bonus', 'correction']
export const FILING_KINDS = ['wage_tax', 'social_security', 'certificate']
export const PRINTERS = ['PRN-01', 'PRN-02', 'PRN-03']

export const on = (...names: string[]) => t.all<SpanRow>(portal, t.named(...names))
export const running = t.all<SpanRow>(api, t.named('POST /api/runs'))
export const filing = t.all<SpanRow>(api, t.named('POST /api/filings'))
export const transmitting = t.all<SpanRow>(tax, t.named('IFiling/Transmit'))

export const rejected = t.says(/no longer accepted/)
export const notSent = t.says(/was not transmitted$/)
export const sent = t.says(/ was transmitted$/)
export const accepted = t.says(/accepted by the authority/)
export const invalid = t.says(/has an invalid tax number/)
export const queued = t.says(/^Run R-\d+ of K-\d+ queued/)
export const refused = t.says(/period is already closed/)
export const transaction = t.says(/^TRANSACTION PAYT STARTED/)
export const waited = t.says(/WAITED FOR A TASK/)
export const calculated = t.says(/ CALCULATED, /)
export const noClass = t.says(/HAS NO TAX CLASS/)
export const written = t.says(/^PAIN-\d+ for R-\d+ written/)
export const held = t.says(/payment held$/)
export const printed = t.says(/^payslips of R-\d+ printed/)
export const noPaper = t.says(/^out of paper/)
export const imported = t.says(/employees imported from/)
export const emptyLine = t.says(/has an empty line/)

/** Filings as the API, the filing service and the portal know them. */
const FILED = [filing, transmitting, on('POST /filings')]
export const FAILED_FILINGS = [t.logs(rejected), t.logs(notSent), ...FILED.map((where) => t.failures(where))]
export const SENT = [t.logs(sent), t.logs(accepted), t.requests(t.all(filing, status(201)))]
export const INVALID = [t.logs(invalid), t.requests(t.all(filing, status(422)))]
export const QUEUED = [t.logs(queued), t.requests(t.all(running, status(202)))]
export const REFUSED = [t.logs(refused), t.requests(t.all(running, status(409)))]
export const ALL_FILINGS = FILED.map((where) => t.requests(where))

/** A code as the portal's spans have it, or as its lines say it. */
export const atPortal = (wanted: number) => [
  t.requests(t.all(portal, status(wanted))),
  t.logs(t.all(portal, t.says(new RegExp(` ${wanted} 0 0 `)))),
]

export const employees = (what: t.Statistic) => t.stated(/CALCULATED, (\d+) EMPLOYEES/, what)
export const net = (what: t.Statistic) => t.stated(/NET ([\d.]+) EUR/, what)
export const elapsed = (what: t.Statistic) => t.stated(/ELAPSED ([\d.]+) S/, what)
export const sheets = (what: t.Statistic) => t.stated(/printed, (\d+) sheets/, what)
export const payments = (what: t.Statistic) => t.stated(/written, (\d+) payments/, what)

/** How bad it was: failed requests, their share during the outage or in all, people who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [
    t.any,
    portal,
    api,
    ...FILED,
    t.all(tax, filingKind('wage_tax')),
    t.all(filing, filingKind('wage_tax')),
  ]
  const who = t.differentOf(t.all(portal, t.failed), 'user.name')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(rejected)]
  const outage = t.during(['onset', 0], ['recovery', 0])
  const minutes = t.during(['onset', 0], ['recovery', 1])
  const exact: t.When = ({ world: { marks } }) => [[{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }]]
  return howBad(asked, [t.anytime, outage, minutes, exact, t.since('onset')], measures)
}
