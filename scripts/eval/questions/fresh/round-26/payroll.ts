/** Questions to the payroll office: states, causes, single things, what cannot be answered. Twenty-sixth round. */
import { minuteOf } from '../../catalog/define.ts'
import { requestsOf } from '../../truth.ts'
import { PAYROLL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import { PAYROLL_COUNTS_26 } from './payroll-counts.ts'
import { PAYROLL_NUMBERS_26 } from './payroll-numbers.ts'
import * as m from './rows.ts'

const SCHEMA = [...PAYROLL_INCIDENT.mechanism]
const at = (ms: number | undefined, toleranceS: number) => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})

export const PAYROLL_26 = [
  ask('state', 'can we file wage tax again?', t.verdict('yes', 'good')),
  ask('state', 'is TaxFiling still rejecting', t.verdict('no', 'bad')),
  ask('state', 'Are all systems up at the moment?', t.words({ says: [['HrImport']] })),
  ask('state', 'portal up?', t.verdict('yes', 'good')),
  ask('state', 'any failures in the last five minutes?', t.verdict('no', 'bad')),
  ask('health', 'how is Payroll.Api doing', t.healthy),
  ask('health', 'is PAYCALC ok?', t.healthy),
  ask('health', 'PayslipPrint healthy?', t.healthy),
  ask('health', 'Is SepaExport working as usual?', t.healthy),
  ask('health', 'why did PAYCALC abend?', t.denied('PAYCALC')),
  ask('cause', 'why did filings fail today?', t.because(PAYROLL_INCIDENT, 'mechanism')),
  ask('cause', 'what happened to wage tax', t.because(PAYROLL_INCIDENT, 'mechanism')),
  ask('cause', 'reason of the 502s in PayPortal', t.because(PAYROLL_INCIDENT, 'mechanism')),
  ask(
    'cause',
    'Clerks in Kiel called because they could not send tax filings. What was the reason?',
    t.because(PAYROLL_INCIDENT, 'mechanism'),
  ),
  ask('cause', 'what went wrong between {@onset} and {@recovery}', t.because(PAYROLL_INCIDENT)),
  ask('cause', 'root cuase of the incident pls', t.because(PAYROLL_INCIDENT)),
  ask('cause', 'which component was at fault?', t.because(PAYROLL_INCIDENT)),
  ask('since', 'when did the rejections start?', t.began()),
  ask('since', 'When was filing possible again?', t.began('recovery')),
  ask('since', 'since when is HrImport silent', t.began('silence')),
  ask('since', 'time of the first 502 on PayPortal', ({ world }) =>
    at(requestsOf(world, t.all(m.portal, t.failed))[0]?.startMs, 60),
  ),
  ask('how-long', 'how long could we not file?', t.lasted('onset', 'recovery')),
  ask('how-long', 'duration of the filing outage', t.lasted('onset', 'recovery')),
  ask('impact', 'how big was the damage?', m.damage),
  ask(
    'impact',
    'how many people got a 502 in the portal',
    t.count(t.anytime, t.differentOf(t.all(m.portal, t.failed), 'user.name')),
  ),
  ask('impact', 'which kind of filing was affected?', t.words({ saysFirst: [['wage_tax', 'wage tax']] })),
  ask('impact', 'was social security affected too', t.verdict('no', 'bad')),
  ask('impact', 'were payroll runs affected by the filing problem?', t.verdict('no', 'bad')),
  ask('impact', 'could employees still download payslips during the outage?', t.verdict('yes', 'good')),
  ask('impact', 'which services did the incident touch', t.words({ names: ['TaxFiling', 'Payroll.Api', 'PayPortal'] })),
  ask('deploy', 'list of deployments today', t.words({ says: [['Payroll\\.Api'], ['22\\.4\\.0'], ['5\\.9\\.1']] })),
  ask('deploy', 'did Payroll.Api 22.4.0 break the filings?', t.verdict('no', 'bad')),
  ask('deploy', 'when was TaxFiling 5.9.1 installed', t.began('recovery', 120)),
  ask('deploy', 'when did Payroll.Api 22.4.0 start?', t.began('release', 120)),
  ask('deploy', 'was there a TaxFiling release shortly before {@onset}', t.verdict('no', 'bad')),
  ask('version', 'current version of TaxFiling?', t.words({ saysFirst: [['5\\.9\\.1']] })),
  ask('version', 'which TaxFiling versions were running today', t.words({ says: [['5\\.8\\.4'], ['5\\.9\\.1']] })),
  ask('version', 'PAYCALC version', t.words({ saysFirst: [['41\\.3']] })),
  ask('version', 'what is PayPortal running on, which version?', t.words({ saysFirst: [['2026\\.10\\.2']] })),
  ask('restart', 'when did CICS come back up', t.began('restart', 150)),
  ask('restart', 'was cics-gateway restarted?', t.verdict('yes', 'bad')),
  ask('restart', 'did PayPortal restart today', t.verdict('no', 'bad')),
  ask('next-step', 'how do we prevent a repeat of this?', t.words({ says: [['TaxFiling'], SCHEMA] })),
  ask('dependency', 'what does Payroll.Api call?', t.words({ names: ['TaxFiling'] })),
  ask('dependency', 'who calls TaxFiling', t.words({ names: ['Payroll.Api'] })),
  ask('dependency', 'which service does the portal need?', t.words({ names: ['Payroll.Api'] })),
  ask(
    'timeline',
    'what happened when? short timeline for the management',
    t.words({
      says: [['TaxFiling'], ['Payroll\\.Api', 'PayPortal'], ['\\d\\d:\\d\\d']],
      neverFirst: ['log records'],
    }),
  ),
  ask('silence', 'which job has stopped sending?', t.words({ saysFirst: [['HrImport']] })),
  ask('silence', 'is HrImport still running', t.verdict('no', 'good')),
  ask('silence', 'does PAYCALC still write lines?', t.verdict('yes', 'good')),
  ask('silence', 'when did HrImport import something for the last time', ({ world }) =>
    at(world.logs.findLast(m.imported)?.timeMs, 60),
  ),
  ask(
    'lookup',
    'what is the matter with filing {rejectedFiling}?',
    t.words({ says: [['no longer accepted', 'rejected', 'not transmitted']] }),
  ),
  ask('lookup', '{invalidFiling}?', t.words({ says: [['invalid tax number']] })),
  ask('lookup', 'was run {calculatedRun} calculated', t.words({ says: [['CALCULATED', '^\\W*yes']] })),
  ask('lookup', 'why was run {refusedRun} refused?', t.words({ says: [['already closed']] })),
  ask('lookup', 'what is in {writtenFile}', t.words({ says: [['payments', 'written']] })),
  ask('lookup', 'trace {failedTrace}, who failed there?', t.words({ says: [['TaxFiling', 'Payroll\\.Api']] })),
  ask('lookup', 'did the authority accept {acceptedFiling}?', t.words({ says: [['accepted', '^\\W*yes']] })),
  ask('lookup', 'how many employees are in run {calculatedRun}?', ({ world }) => {
    const run = world.names['calculatedRun'] ?? ''
    const log = world.logs.find((row) => m.calculated(row) && row.message.startsWith(`${run} `))
    return { says: [[`\\b${/(\d+) EMPLOYEES/.exec(log?.message ?? '')?.[1] ?? ''}\\b`]] }
  }),
  ask('meaning', 'what does "schema 2025.11 is no longer accepted" mean', t.words({ says: [['TaxFiling']] })),
  ask('meaning', 'which program writes HAS NO TAX CLASS?', t.words({ saysFirst: [['PAYCALC']] })),
  ask('meaning', 'where does "payment held" come from', t.words({ saysFirst: [['SepaExport']] })),
  ask('paste', '{rejectedLine}\nhow often do we have that?', t.count(t.anytime, t.logs(m.rejected))),
  ask('paste', '{failedLine}\nwhy was that?', t.because(PAYROLL_INCIDENT)),
  ask(
    'paste',
    '{heldLine}\nis this something new today',
    t.words({
      saysFirst: [['no\\b', 'not', 'before', 'throughout', 'usual', 'normal', 'all the time', 'since', 'start']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('paste', 'from the IIS log:\n{portalLine}\nwhat caused it?', t.because(PAYROLL_INCIDENT)),
  ask('list', 'name all the services we run', ({ world }) => ({ names: [...world.services] })),
  ask('list', 'what metrics has TaxFiling', t.words({ names: ['filings_waiting', 'windows_process_cpu_percent'] })),
  ask(
    'list',
    'which routes does PayPortal serve?',
    t.words({ says: [['/payslips'], ['/runs'], ['/filings'], ['/certificates']] }),
  ),
  ask('list', 'which offices do we have', t.words({ names: m.OFFICES })),
  ask('list', 'kinds of filings?', t.words({ names: m.FILING_KINDS })),
  ask('list', 'what errors did TaxFiling write', t.words({ says: [['no longer accepted', 'rejected']] })),
  ask('list', 'on which hosts do we run?', t.words({ names: ['WEB01', 'APP01', 'APP02', 'SYSB', 'PRN01'] })),
  ask('single-record', 'last error of TaxFiling?', t.words({ says: [['no longer accepted', 'rejected']] })),
  ask('single-record', 'when was the last 502', ({ world }) =>
    at(requestsOf(world, t.all(m.portal, t.failed)).at(-1)?.startMs, 30),
  ),
  ask('single-record', 'time of the latest calculated run', ({ world }) =>
    at(world.logs.findLast(m.calculated)?.timeMs, 20),
  ),
  ask('single-record', 'show the last line of cics-gateway', t.words({ says: [['PAYT', 'TRANSACTION']] })),
  ask('single-record', 'when did a printer last run out of paper?', ({ world }) =>
    at(world.logs.findLast(m.noPaper)?.timeMs, 30),
  ),
  ask('bare-name', 'TaxFiling', t.words({ saysFirst: [['TaxFiling']] })),
  ask('bare-name', 'PAYCALC', t.words({ saysFirst: [['PAYCALC']] })),
  ask('bare-name', 'sepaexport', t.words({ saysFirst: [['SepaExport']] })),

  ask('unknown', 'errors of PensionService', t.declined('unknown', 'pension')),
  ask('unknown', 'is oracle slow?', t.declined('unknown', 'oracle')),
  ask('unknown', 'how many 503 on PayPortal today', t.words({ numbers: [{ value: 0, unit: 'count' }] })),
  ask('unknown', 'filing TF-12?', t.declined('no_data')),
  ask('unknown', 'requests of office munich', t.declined('no_data')),
  ask('unknown-attribute', 'failed filings by federal state', t.declined('no_data')),
  ask('order', 'resubmit {rejectedFiling}', t.declined('read_only')),
  ask('order', 'restart HrImport on APP02', t.declined('read_only')),
  ask('order', 'please refill PRN-01', t.declined('read_only')),
  ask('talk', 'good evening', t.declined('small_talk')),
  ask('talk', 'that helped, thanks', t.declined('small_talk')),
  ask('off-topic', 'how do I lower my taxes?', t.declined('off_topic')),
  ask('ask-back', 'how many of those?', t.declined('ask_back')),
  ask('language', 'Warum wurden die Meldungen abgelehnt?', t.because(PAYROLL_INCIDENT)),
  ask('language', 'Geht TaxFiling wieder?', t.verdict('yes', 'good')),
  ask('language', 'wie viele Fehler gab es bei TaxFiling', t.count(t.anytime, ...t.errors(m.tax))),
  ask('language', 'welche Version hat Payroll.Api?', t.words({ says: [['22\\.4\\.0']] })),
  ask('language', 'seit wann schweigt HrImport', t.began('silence')),
  ask('language', '¿por qué fallaron las declaraciones?', t.because(PAYROLL_INCIDENT)),
  ask('language', '¿cuántos 502 hubo en PayPortal?', t.count(t.anytime, ...m.atPortal(502))),
  ask('language', 'combien de requêtes sur Payroll.Api ?', t.count(t.anytime, t.requests(m.api))),
  ask('language-other', 'Waarom werden de aangiften geweigerd?', t.declined('language', 'engels')),
  ask('language-other', 'Dlaczego deklaracje zostały odrzucone?', t.declined('language', 'angielsk')),

  ...talk(
    'incident',
    ask('follow-up', 'what was broken today?', t.because(PAYROLL_INCIDENT)),
    ask('follow-up', 'when did it start and when did it end', ({ world }) => ({
      says: [[minuteOf(world.marks['onset'] ?? 0)], [minuteOf(world.marks['recovery'] ?? 0)]],
    })),
    ask('follow-up', 'is it fixed?', t.verdict('yes', 'good')),
  ),
  ...talk(
    'versions',
    ask('follow-up', 'which version of SepaExport is installed', t.words({ saysFirst: [['4\\.2\\.0']] })),
    ask('follow-up', 'and PayslipPrint?', t.words({ saysFirst: [['1\\.19']] })),
  ),
  ask('several', 'what failed, since when, and is it over?', (asked) => ({
    ...t.because(PAYROLL_INCIDENT, 'time')(asked),
    says: [['over', 'ended', 'recover', 'no longer', 'until', 'back to']],
  })),
  ask('several', 'cause of the incident and number of filings that failed', (asked) => ({
    ...t.because(PAYROLL_INCIDENT)(asked),
    says: [[String(requestsOf(asked.world, t.all(m.filing, t.failed)).length)]],
  })),
  ...PAYROLL_COUNTS_26,
  ...PAYROLL_NUMBERS_26,
]
