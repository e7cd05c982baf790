/** How many, and who has most: runs, filings, payslips, files, codes of the payroll office. Twenty-sixth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const outage = t.during(['onset', 0], ['recovery', 1])

export const PAYROLL_COUNTS_26 = [
  ask('count', 'how many 502 did PayPortal return since {@onset}', t.count(t.since('onset'), ...m.atPortal(502))),
  ask('count', '401 on PayPortal last hour?', t.count(t.last(60), ...m.atPortal(401))),
  ask('count', 'requests to Payroll.Api in the last 25 minutes', t.count(t.last(25), t.requests(m.api))),
  ask('count', 'number of POST /filings today', t.count(t.anytime, t.requests(m.on('POST /filings')))),
  ask('count', 'TaxFiling calls with status 422', t.count(t.anytime, t.requests(t.all(m.tax, m.code(422))))),
  ask('count', 'log lines of PAYCALC since {@restart}?', t.count(t.since('restart'), t.logs(m.calc))),
  ask(
    'count',
    'how many payslip requests (GET /payslips) on PayPortal in the last half hour',
    t.count(t.last(30), t.requests(m.on('GET /payslips/{month}'))),
  ),
  ask(
    'class-of-codes',
    '4xx on PayPortal in the last 40 minutes',
    t.count(
      t.last(40),
      t.requests(t.all(m.portal, m.status(401, 404, 409, 422))),
      t.logs(t.all(m.portal, t.says(/ 4\d\d 0 0 /))),
    ),
  ),
  ask('class-of-codes', 'how many 5xx on Payroll.Api today?', t.count(t.anytime, t.failures(m.api))),
  ask('class-of-codes', 'did PayPortal send any 5xx after {@recovery+1}?', NONE),
  ask('errors', 'TaxFiling errors today', t.count(t.anytime, ...t.errors(m.tax))),
  ask(
    'errors',
    'how many errors did TaxFiling have between {@onset+5} and {@onset+15}?',
    t.count(t.during(['onset', 5], ['onset', 15]), ...t.errors(m.tax)),
  ),
  ask('errors', 'any errors in SepaExport?', NONE),
  ask('errors', 'errors over all services in the last 15 minutes', NONE),
  ask('errors', 'failed requests on Payroll.Api since {@onset}?', t.count(t.since('onset'), t.failures(m.api))),
  ask('level', 'SepaExport warnings', t.count(t.anytime, t.logs(t.all(m.sepa, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did PayslipPrint write in the last hour?',
    t.count(t.last(60), t.logs(t.all(m.printing, t.level('WARN')))),
  ),
  ask(
    'level',
    'warnings on Payroll.Api since {@release}',
    t.count(t.since('release'), t.logs(t.all(m.api, t.level('WARN')))),
  ),

  ask('outcome', 'how many filings failed today?', t.count(t.anytime, ...m.FAILED_FILINGS)),
  ask('outcome', 'filings accepted by the authority in the last 20 min', t.count(t.last(20), ...m.SENT)),
  ask('outcome', 'How many payroll runs were queued today?', t.count(t.anytime, ...m.QUEUED)),
  ask('outcome', 'runs refused because the period is closed', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'how many runs have been calculated in the last 30 minutes?',
    t.count(t.last(30), t.logs(m.calculated)),
  ),
  ask('outcome', 'runs calculated since {@restart}', t.count(t.since('restart'), t.logs(m.calculated))),
  ask('outcome', 'bank files written today?', t.count(t.anytime, t.logs(m.written))),
  ask('outcome', 'how many payments are held', t.count(t.anytime, t.logs(m.held))),
  ask('outcome', 'filings with invalid tax number in the last 90 minutes', t.count(t.last(90), ...m.INVALID)),
  ask('outcome', 'How often did a printer run out of paper?', t.count(t.anytime, t.logs(m.noPaper))),
  ask('outcome', 'number of hr files imported', t.count(t.anytime, t.logs(m.imported))),
  ask('text', 'how many lines say "no longer accepted"?', t.count(t.anytime, t.logs(m.rejected))),
  ask('text', '"was not transmitted" since {@onset+10}', t.count(t.since('onset', 10), t.logs(m.notSent))),
  ask('text', 'WAITED FOR A TASK count', t.count(t.anytime, t.logs(m.waited))),
  ask('text', 'how often do we see HAS NO TAX CLASS in the last hour', t.count(t.last(60), t.logs(m.noClass))),
  ask('text', '"empty line" warnings of HrImport?', t.count(t.anytime, t.logs(m.emptyLine))),

  ask(
    'attribute',
    'PayPortal requests from office erfurt',
    t.count(t.anytime, t.requests(t.all(m.portal, m.office('erfurt')))),
  ),
  ask(
    'attribute',
    'how many requests by employees on PayPortal in the last 30 min?',
    t.count(t.last(30), t.requests(t.all(m.portal, m.role('employee')))),
  ),
  ask(
    'attribute',
    'wage_tax filings today',
    t.count(
      t.anytime,
      ...[m.filing, m.tax].map((where) => t.requests(t.all(where, m.filingKind('wage_tax')))),
      t.logs(t.all(m.api, m.line('Kind', 'wage_tax'))),
      t.logs(t.all(m.tax, t.says(/wage_tax/))),
      t.logs(t.says(/wage_tax accepted/)),
    ),
  ),
  ask(
    'attribute',
    'bonus runs queued',
    t.count(
      t.anytime,
      t.logs(t.says(/queued, bonus/)),
      t.requests(t.all(m.running, m.runKind('bonus'), m.status(202))),
    ),
  ),
  ask(
    'attribute',
    'how many print jobs on PRN-02',
    t.count(
      t.anytime,
      t.logs(t.all(m.printed, m.line('printer', 'PRN-02'))),
      t.logs(t.all(m.printing, m.line('printer', 'PRN-02'))),
    ),
  ),
  ask(
    'conditions',
    'failed wage_tax filings from kiel on Payroll.Api',
    t.count(t.anytime, t.failures(t.all(m.filing, m.filingKind('wage_tax'), m.office('kiel')))),
  ),
  ask(
    'conditions',
    'PayPortal 404 for employees in passau',
    t.count(t.anytime, t.requests(t.all(m.portal, m.status(404), m.role('employee'), m.office('passau')))),
  ),
  ask(
    'conditions',
    'monthly runs refused in the last 100 minutes',
    t.count(
      t.last(100),
      t.logs(t.all(m.refused, m.line('Kind', 'monthly'))),
      t.requests(t.all(m.running, m.runKind('monthly'), m.status(409))),
    ),
  ),
  ask(
    'conditions',
    'POST /filings with 502 between {@onset} and {@recovery+1} in erfurt',
    t.count(outage, t.requests(t.all(m.on('POST /filings'), m.status(502), m.office('erfurt')))),
  ),
  ask(
    'exclusion',
    'filings that are not wage_tax',
    t.count(
      t.anytime,
      ...[m.filing, m.tax].map((where) => t.requests(t.all(where, t.not(m.filingKind('wage_tax'))))),
      t.logs(t.all(m.sent, t.not(m.line('Kind', 'wage_tax')))),
    ),
  ),
  ask(
    'exclusion',
    'PayPortal requests except office kiel, last 20 min',
    t.count(t.last(20), t.requests(t.all(m.portal, t.not(m.office('kiel'))))),
  ),
  ask('exclusion', 'error logs not from TaxFiling', t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.tax))))),
  ask(
    'slow',
    'how many Payroll.Api requests were slower than half a second?',
    t.count(t.anytime, t.requests(t.all(m.api, t.longer(500)))),
  ),
  ask(
    'slow',
    'TaxFiling calls > 600 ms in the last 50 minutes',
    t.count(t.last(50), t.requests(t.all(m.tax, t.longer(600)))),
  ),
  ask(
    'distinct',
    'how many different users were on the portal in the last hour?',
    t.count(t.last(60), t.differentOf(m.portal, 'user.name')),
  ),
  ask(
    'distinct',
    'how many clients sent a run?',
    t.count(t.anytime, t.differentIn(m.queued, 'Client'), t.differentIn(t.says(/^Run R-/), 'Client')),
  ),
  ask(
    'distinct',
    'distinct clients with a filing that was not transmitted',
    t.count(t.anytime, t.differentIn(m.notSent, 'Client')),
  ),
  ask(
    'group',
    'filings by kind on Payroll.Api',
    t.groups(
      'count',
      t.anytime,
      m.each(m.FILING_KINDS, (one) => t.requests(t.all(m.filing, m.filingKind(one)))),
    ),
  ),
  ask(
    'group',
    'PayPortal requests per office',
    t.groups(
      'count',
      t.anytime,
      m.each(m.OFFICES, (one) => t.requests(t.all(m.portal, m.office(one)))),
    ),
  ),
  ask(
    'group',
    'status codes on PayPortal in the last 45 minutes',
    t.groups(
      'count',
      t.last(45),
      Object.fromEntries([200, 201, 401, 404].map((one) => [one, t.requests(t.all(m.portal, m.status(one)))])),
    ),
  ),
  ask(
    'group',
    'which roles use the portal? with numbers',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROLES, (one) => t.requests(t.all(m.portal, m.role(one)))),
    ),
  ),
  ask(
    'group',
    'failed filings by office',
    t.groups(
      'count',
      t.anytime,
      m.each(m.OFFICES, (one) => t.failures(t.all(m.filing, m.office(one)))),
    ),
  ),
  ask(
    'group',
    'runs queued by kind',
    t.groups(
      'count',
      t.anytime,
      m.each(m.RUN_KINDS, (one) => t.logs(t.all(m.queued, m.line('Kind', one)))),
    ),
  ),
  ask(
    'group',
    'errors per service since {@onset-5}',
    t.groups(
      'count',
      t.since('onset', -5),
      m.each(['TaxFiling', 'Payroll.Api'], (one) => t.logs(t.all(t.of(one), t.level('ERROR')))),
    ),
  ),
  ask('top', 'which printer prints the most jobs?', t.topOf(t.logRows(m.printed), t.attribute('printer'))),
  ask('top', 'office with the most failed filings', t.topOf(t.failedRequests(m.filing), t.attribute('payroll.office'))),
  ask('top', 'most requested route of PayPortal?', t.topOf(m.spansOf(m.portal), t.attribute('http.route'))),
  ask(
    'top',
    'who writes the most log lines',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'runs queued between {@restart} and {@onset}',
    t.count(t.during(['restart', 0], ['onset', 0]), ...m.QUEUED),
  ),
  ask('window', 'how many filings failed from {@onset} to {@recovery+1}?', t.count(outage, ...m.FAILED_FILINGS)),
  ask(
    'window',
    'PayPortal requests in the 15 minutes before {@onset}',
    t.count(t.ahead('onset', 15), t.requests(m.portal), t.logs(m.portal)),
  ),

  ...talk(
    'office',
    ask(
      'follow-up',
      'requests on PayPortal in the last 30 minutes',
      t.count(t.last(30), t.requests(m.portal), t.logs(m.portal)),
    ),
    ask('follow-up', 'only kiel', t.count(t.last(30), t.requests(t.all(m.portal, m.office('kiel'))))),
    ask('follow-up', 'and passau?', t.count(t.last(30), t.requests(t.all(m.portal, m.office('passau'))))),
    ask(
      'follow-up',
      'by role',
      t.groups(
        'count',
        t.last(30),
        m.each(m.ROLES, (one) => t.requests(t.all(m.portal, m.office('passau'), m.role(one)))),
      ),
    ),
  ),
  ...talk(
    'filings',
    ask('follow-up', 'failed requests of Payroll.Api today', t.count(t.anytime, t.failures(m.api))),
    ask('follow-up', 'from erfurt', t.count(t.anytime, t.failures(t.all(m.api, m.office('erfurt'))))),
    ask(
      'follow-up',
      'and between {@onset} and {@onset+10}?',
      t.count(t.during(['onset', 0], ['onset', 10]), t.failures(t.all(m.api, m.office('erfurt')))),
    ),
  ),
  ...talk(
    'warnings',
    ask(
      'follow-up',
      'warnings of TaxFiling in the last hour',
      t.count(t.last(60), t.logs(t.all(m.tax, t.level('WARN')))),
    ),
    ask('follow-up', 'same for SepaExport', t.count(t.last(60), t.logs(t.all(m.sepa, t.level('WARN'))))),
    ask('follow-up', 'errors?', NONE),
  ),
]
