/** Shares, durations, rates, sums, metrics and comparisons of the payroll office. Twenty-sixth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'windows_process_working_set_bytes', what)
const paper = (printer: string, what: t.Statistic) =>
  t.metric('PayslipPrint', 'printer_paper_sheets', what, (point) => point.attributes['printer'] === printer)
const outage = t.during(['onset', 1], ['recovery', 0])
const wageTax = t.all(m.filing, m.filingKind('wage_tax'))

export const PAYROLL_NUMBERS_26 = [
  ask('ratio', 'error rate of TaxFiling from {@onset+1} to {@recovery}', t.percent(outage, t.share(m.tax))),
  ask(
    'ratio',
    'how many percent of the filings failed between {@onset+1} and {@recovery}?',
    t.percent(outage, t.share(m.filing), t.share(m.tax), t.share(m.on('POST /filings'))),
  ),
  ask('ratio', 'failure rate of PayPortal today', t.percent(t.anytime, t.share(m.portal))),
  ask(
    'ratio',
    'what share of wage_tax filings failed today',
    t.percent(t.anytime, t.share(wageTax), t.share(t.all(m.tax, m.filingKind('wage_tax')))),
  ),
  ask(
    'ratio',
    'what part of the portal traffic comes from kiel?',
    t.percent(t.anytime, t.share(m.portal, m.office('kiel'))),
  ),
  ask(
    'ratio',
    'share of runs that are refused',
    t.percent(t.anytime, t.share(m.running, m.status(409)), t.share(m.on('POST /runs'), m.status(409))),
  ),
  ask(
    'ratio',
    'error rate Payroll.Api last 10 minutes',
    t.words({
      saysFirst: [
        [
          '(?<![\\d.,])0(?:\\.0+)? ?%',
          '(?<![\\d.,])0 of',
          '\\bnone\\b',
          '\\bno (?:\\w+ )?(?:requests?|errors?|failures?)',
        ],
      ],
    }),
  ),
  ask('percentile', 'p95 of PayPortal?', t.millis(t.anytime, t.took(m.portal, 0.95))),
  ask('percentile', 'median of Payroll.Api in the last 20 min', t.millis(t.last(20), t.took(m.api, 0.5))),
  ask('percentile', 'p99 TaxFiling', t.millis(t.anytime, t.took(m.tax, 0.99))),
  ask(
    'percentile',
    'p90 for GET /api/certificates',
    t.millis(t.anytime, t.took(t.all(m.api, t.named('GET /api/certificates')), 0.9)),
  ),
  ask(
    'percentile',
    'what is the p95 of POST /filings since {@recovery+1}',
    t.millis(t.since('recovery', 1), t.took(m.on('POST /filings'), 0.95), t.took(m.filing, 0.95)),
  ),
  ask('mean-max', 'average duration of a TaxFiling call', t.millis(t.anytime, t.took(m.tax, 'mean'))),
  ask('mean-max', 'longest request on PayPortal in the last 30 minutes', t.millis(t.last(30), t.took(m.portal, 'max'))),
  ask('mean-max', 'mean latency POST /api/runs', t.millis(t.anytime, t.took(m.running, 'mean'))),
  ask(
    'slowest',
    'slowest service by p95?',
    t.words({
      saysFirst: [['TaxFiling']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'slowest',
    'which route on PayPortal is slowest',
    t.words({
      saysFirst: [['POST /filings', '/filings']],
      neverFirst: ['log records'],
    }),
  ),
  ask('slowest', 'slowest traces today', t.words({ says: [['POST /filings', 'IFiling/Transmit', '/filings']] })),
  ask(
    'rate',
    'PayPortal requests per second?',
    t.perS(t.anytime, t.perSecond(t.requests(m.portal)), t.perSecond(t.logs(m.portal))),
  ),
  ask(
    'rate',
    'filings per minute in the last 30 min',
    t.perS(t.last(30), ...m.ALL_FILINGS.map(t.perSecond), ...m.SENT.map(t.perSecond)),
  ),
  ask('rate', 'how many runs per hour are calculated', t.perS(t.anytime, t.perSecond(t.logs(m.calculated)))),
  ask(
    'rate',
    'TaxFiling errors per minute between {@onset+1} and {@recovery}?',
    t.perS(outage, ...t.errors(m.tax).map(t.perSecond)),
  ),
  ask(
    'rate',
    'requests per minute of Payroll.Api before {@release}',
    t.perS(t.before('release'), t.perSecond(t.requests(m.api))),
  ),
  ask('sum', 'how many employees were calculated in total?', t.count(t.anytime, m.employees('sum'))),
  ask('sum', 'total NET of all calculated runs', t.within(0.01, t.value(t.anytime, m.net('sum')))),
  ask(
    'sum',
    'sheets printed in the last hour',
    t.within(0.02, t.count(t.last(60), m.sheets('sum'), gauge('PayslipPrint', 'print_sheets_total', 'rise'))),
  ),
  ask('sum', 'sum of payments in all bank files today', t.count(t.anytime, m.payments('sum'))),
  ask('stated', 'average number of employees per run', t.within(0.01, t.value(t.anytime, m.employees('mean')))),
  ask(
    'stated',
    'longest ELAPSED of a run in seconds',
    t.value(t.anytime, m.elapsed('max'), t.scaled(m.elapsed('max'), 1000)),
  ),
  ask(
    'stated',
    'how many employees did HrImport import?',
    t.count(t.anytime, t.stated(/^(\d+) employees imported/, 'sum')),
  ),
  ask('stated', 'biggest run today by employees', t.value(t.anytime, m.employees('max'))),
  ask('metric', 'filings_waiting maximum', t.value(t.anytime, gauge('TaxFiling', 'filings_waiting', 'max'))),
  ask(
    'metric',
    'how many filings are waiting now?',
    t.within(0.01, t.value(t.anytime, gauge('TaxFiling', 'filings_waiting', 'last'))),
  ),
  ask('metric', 'PayPortal max memory (working set)', t.within(0.01, t.bytes(t.anytime, memory('PayPortal', 'max')))),
  ask('metric', 'memory of TaxFiling right now', t.within(0.06, t.bytes(t.anytime, memory('TaxFiling', 'last')))),
  ask(
    'metric',
    'average mssql_connections',
    t.within(0.02, t.value(t.anytime, gauge('Payroll.Api', 'mssql_connections', 'mean'))),
  ),
  ask('metric', 'peak of cics_tasks_active', t.value(t.anytime, gauge('cics-gateway', 'cics_tasks_active', 'max'))),
  ask('metric', 'lowest paper on PRN-03?', t.value(t.anytime, paper('PRN-03', 'min'))),
  ask(
    'metric',
    'current connections on IIS, latest value',
    t.within(0.01, t.value(t.anytime, gauge('PayPortal', 'windows_iis_current_connections', 'last'))),
  ),
  ask(
    'metric',
    'cpu of Payroll.Api max',
    t.value(t.anytime, gauge('Payroll.Api', 'windows_process_cpu_percent', 'max')),
  ),
  ask(
    'metric',
    'min and max of dotnet_threadpool_threads',
    t.both(
      t.anytime,
      ['any', gauge('Payroll.Api', 'dotnet_threadpool_threads', 'min')],
      ['any', gauge('Payroll.Api', 'dotnet_threadpool_threads', 'max')],
    ),
  ),
  ask(
    'compare',
    'Payroll.Api median before and after the 22.4.0 release',
    t.compared('ms', t.took(m.api, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'TaxFiling errors {@onset-10}-{@onset} compared with {@onset+1}-{@onset+11}',
    t.compared(
      'count',
      t.failures(m.tax),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 1], ['onset', 11]),
    ),
  ),
  ask(
    'compare',
    'PayPortal requests in the last 10 min vs the same time an hour ago',
    t.compared('count', t.requests(m.portal), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'do we have more requests from erfurt or from passau?',
    t.words({
      saysFirst: [['erfurt']],
      neverFirst: ['passau (?:is|has|leads|was)', 'more from passau'],
    }),
  ),
  ask(
    'compare',
    'is TaxFiling or Payroll.Api slower at p95',
    t.words({
      saysFirst: [['TaxFiling']],
      neverFirst: ['Payroll\\.Api (?:is|was) slower'],
    }),
  ),
  ask(
    'trend',
    'did Payroll.Api get faster with 22.4.0?',
    t.words({
      saysFirst: [
        ['^\\W*yes\\b', 'faster', 'fell', 'went down', 'dropp', 'decreas', 'down from', 'went from', 'lower'],
      ],
      neverFirst: ['^\\W*no\\b', '\\bslower\\b'],
    }),
  ),
  ask(
    'trend',
    'did filings_waiting go up during the incident?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'rose', 'grew', 'went up', 'increas', 'climb', 'up from']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'are TaxFiling errors decreasing since {@recovery+1}',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'fell', 'dropp', 'went down', 'decreas', 'down from', 'to 0', 'none', 'no errors']],
      neverFirst: ['^\\W*no[,.:](?! error)', 'rose'],
    }),
  ),
  ask(
    'anomaly',
    'anything strange about filings_waiting?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'rose', 'grew', 'jump', 'went up', 'increas', 'climb', 'from', 'peak']],
      neverFirst: ['^\\W*no\\b', 'nothing unusual'],
    }),
  ),
  ask(
    'anomaly',
    'anything unusual on PAYCALC?',
    t.words({
      saysFirst: [['PAYCALC'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?PAYCALC', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95, p99 of TaxFiling please',
    t.both(t.anytime, ['ms', t.took(m.tax, 0.5)], ['ms', t.took(m.tax, 0.95)], ['ms', t.took(m.tax, 0.99)]),
  ),
  ask('several', 'how many runs were queued and how many refused today?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.QUEUED), t.numberOf(asked, 'count', t.anytime, m.REFUSED)],
  })),
  ask('several', 'requests and failed requests of Payroll.Api since {@onset}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), [t.requests(m.api)]),
      t.numberOf(asked, 'count', t.since('onset'), [t.failures(m.api)]),
    ],
  })),
  ask(
    'group',
    'p95 per route on PayPortal',
    t.groups('ms', t.anytime, {
      '/payslips/{month}': t.took(m.on('GET /payslips/{month}'), 0.95),
      '/certificates/{year}': t.took(m.on('GET /certificates/{year}'), 0.95),
    }),
  ),
  ask(
    'group',
    'failure rate by filing.kind on TaxFiling from {@onset+1} to {@recovery}',
    t.groups('percent', outage, {
      wage_tax: t.share(t.all(m.tax, m.filingKind('wage_tax'))),
    }),
  ),
  ask(
    'group',
    'lowest printer_paper_sheets per printer',
    t.groups(
      'any',
      t.anytime,
      m.each(m.PRINTERS, (one) => paper(one, 'min')),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'median latency of TaxFiling?', t.millis(t.anytime, t.took(m.tax, 0.5))),
    ask('follow-up', 'since {@recovery+1}', t.millis(t.since('recovery', 1), t.took(m.tax, 0.5))),
    ask('follow-up', 'and p99', t.millis(t.since('recovery', 1), t.took(m.tax, 0.99))),
  ),
  ...talk(
    'rate',
    ask(
      'follow-up',
      'requests per minute on Payroll.Api in the last 25 minutes',
      t.perS(t.last(25), t.perSecond(t.requests(m.api))),
    ),
    ask(
      'follow-up',
      'and PayPortal?',
      t.perS(t.last(25), t.perSecond(t.requests(m.portal)), t.perSecond(t.logs(m.portal))),
    ),
  ),
]
