/** Counts of requests and lines of the dental laboratory, and single records. */
import { minuteOf } from '../../catalog/define.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const { count, last, anytime, requests, logs } = t

export const DENTALLAB_COUNTS = [
  ask(
    'paste',
    '{vaultLine}\nhow often did we get that one?',
    count(anytime, logs(r.lines(r.vault, /^object quarantined/))),
  ),
  ask(
    'paste',
    'seeing "{courierLine}" - is that part of the outage?',
    t.words({
      says: [
        [
          '^\\W*no\\b',
          'not (?:a )?part',
          'unrelated',
          'not related',
          'throughout',
          'before (?:the|it|that)',
          'all hour',
        ],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('paste', '{furnaceLine}\nwhich service writes this and since when is it quiet', ({ world }) => ({
    says: [['furnace-watch'], [minuteOf(world.marks['dark'] ?? 0)]],
  })),
  ask(
    'paste',
    '{designLine} <- how many lines like this',
    count(anytime, logs(r.lines(r.worker, /put back/)), logs(r.lines(r.worker, /put back, attempt 2/))),
  ),
  ask(
    'lookup',
    'what happened to scan {lostScan}',
    t.words({ says: [['not stored', '\\b502\\b', '\\b500\\b', 'quarantin']] }),
  ),
  ask('lookup', 'design {deadDesign} - where did it end up', t.words({ says: [['dead letter']] })),
  ask('lookup', 'trace {failedTrace} which service failed first in it', ({ world }) => ({
    first: { name: 'scan-vault', among: [...world.services] },
  })),
  ask('lookup', 'did case {openedCase} go through?', t.verdict('yes', 'good')),
  ask('lookup', 'find CA-0000001', t.declined('no_data')),
  ask('count', 'how many requests did lab-gateway get', count(anytime, requests(r.gateway))),
  ask('count', 'requests to case-desk in the last 20 minutes?', count(last(20), requests(r.cases))),
  ask(
    'count',
    'number of 401 responses at lab-gateway since {@release}',
    count(t.since('release'), requests(r.edge(r.code(401)))),
  ),
  ask(
    'count',
    '502s from scan-intake between {@onset} and {@onset+10}',
    count(t.during(['onset', 0], ['onset', 10]), requests(t.all(r.intake, r.code(502)))),
  ),
  ask(
    'count',
    'how many messages did design-worker consume since it recovered at {@recovery}',
    count(t.sinceMark('recovery'), requests(r.worker)),
  ),
  ask('errors', 'errors of scan-intake in the last 40 min', count(last(40), ...t.errors(r.intake))),
  ask('errors', 'how many errors has scan-vault had before {@onset}?', count(t.before('onset'), ...t.errors(r.vault))),
  ask('level', 'how many WARN lines from design-worker', count(anytime, logs(t.all(r.worker, t.level('WARN'))))),
  ask('level', 'warnings of mill-link in the past 25 min', count(last(25), logs(t.all(r.mills, t.level('WARN'))))),
  ask(
    'level',
    'log lines of level warn or worse on lab-gateway since {@recovery+1}',
    count(t.since('recovery', 1), logs(t.all(r.gateway, t.level('WARN', 'ERROR', 'FATAL')))),
  ),
  ask('text', 'lines saying "spindle load is high"', count(anytime, logs(t.says(/spindle load is high/)))),
  ask(
    'text',
    'how often do we see "margin line is not readable"?',
    count(anytime, logs(t.says(/margin line is not readable/))),
  ),
  ask('text', 'logs that contain overshoots, before {@dark}', count(t.before('dark'), logs(t.says(/overshoots/)))),
  ask(
    'attribute',
    'how many gateway requests came in over client.channel=scanner',
    count(anytime, requests(r.edge(r.channel('scanner')))),
  ),
  ask(
    'attribute',
    'messages that design-worker processed for lab.site basel in the last 30 mins',
    count(last(30), requests(t.all(r.worker, r.site('basel')))),
  ),
  ask(
    'conditions',
    'smilehaus uploads that ended with 502',
    count(anytime, requests(r.edge(r.uploads, r.tenant('smilehaus'), r.code(502)))),
  ),
  ask(
    'conditions',
    '409s on POST /v1/cases from the portal channel, case-desk',
    count(anytime, requests(t.all(r.cases, t.named('POST /v1/cases'), r.code(409), r.channel('portal')))),
  ),
  ask(
    'conditions',
    '{getObject} with 500 on scan-vault for site ulm',
    count(anytime, requests(t.all(r.vault, t.named('GET /objects/{key}'), r.code(500), r.site('ulm')))),
  ),
  ask(
    'conditions',
    'design-worker jobs slower than 2s since {@recovery}',
    count(t.since('recovery'), requests(t.all(r.worker, t.longer(2000)))),
  ),
  ask(
    'conditions',
    'titanium blanks on M1 or M2?',
    count(anytime, requests(t.all(r.mills, t.has('mill', 'M1', 'M2'), t.has('blank.material', 'titanium')))),
  ),
  ask(
    'exclusion',
    'gateway requests without the GETs',
    count(anytime, requests(r.edge(t.not(t.has('http.request.method', 'GET'))))),
  ),
  ask(
    'exclusion',
    'errors in the last hour, leaving out scan-vault and lab-gateway',
    count(last(60), ...t.errors(t.not(t.of('scan-vault', 'lab-gateway')))),
  ),
  ask(
    'exclusion',
    'case-desk warnings that are not about refused cases, how many',
    count(
      anytime,
      logs(t.all(r.cases, t.level('WARN'), t.not(t.says(/^Case of .* refused/)))),
      logs(t.all(r.cases, t.level('WARN'), t.not(t.says(/refused/)))),
    ),
  ),
  ask(
    'exclusion',
    'how many requests to scan-intake were not from tenant solo?',
    count(anytime, requests(t.all(r.intake, t.not(r.tenant('solo'))))),
  ),
  ask('outcome', 'how many designs need a technician', count(anytime, logs(r.lines(r.worker, /needs a technician/)))),
  ask(
    'outcome',
    'withdrawals that were refused vs accepted',
    t.both(
      anytime,
      ['count', logs(r.lines(r.cases, /^Withdrawal .* refused/))],
      ['count', logs(r.lines(r.cases, /^Case withdrawn/))],
    ),
  ),
  ask('outcome', 'how many labels were rejected by dhl', count(anytime, logs(r.lines(r.courier, /rejected by dhl/)))),
  ask(
    'distinct',
    'how many different practices got a box from us',
    count(anytime, t.differentTexts(/^box \S+ to (\S+) handed/, r.courier)),
  ),
  ask(
    'distinct',
    'number of distinct designs that were put back',
    count(anytime, t.differentTexts(/^design (\S+) put back/, r.worker)),
  ),
  ask(
    'group',
    'gateway requests split by channel',
    t.groupsBy(anytime, spansOf(r.gateway), t.attribute('client.channel')),
  ),
  ask(
    'group',
    'boxes handed over, by carrier',
    t.groupsBy(anytime, t.logsIn(r.lines(r.courier, /handed to/)), r.textOf(/handed to (\w+):/)),
  ),
  ask(
    'group',
    'quarantined objects broken down by use',
    t.groupsBy(anytime, t.logsIn(r.lines(r.vault, /quarantined/)), t.attribute('use')),
  ),
  ask(
    'top',
    'which site had the most failed requests on scan-vault',
    t.topOf(t.failedRequests(r.vault), t.attribute('lab.site')),
  ),
  ask(
    'top',
    'busiest endpoint on lab-gateway, method and path?',
    t.topOf(
      (world) => spansOf(r.gateway)(world, { fromMs: world.startMs, toMs: world.endMs }),
      (row) => ('name' in row ? row.name : ''),
    ),
  ),
  ask(
    'top',
    'who is our loudest service by log volume',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'top',
    'which scanner model sent us the most refused scans',
    t.topOf(t.logRows(r.lines(r.intake, /^scan \S+ refused/)), r.field('scanner')),
  ),
  ask(
    'top',
    'tenant with the most opened cases',
    t.topOf(t.logRows(r.lines(r.cases, /^Case \S+ opened/)), r.textOf(/opened for (\S+) at/)),
  ),
  ask('list', 'which carriers do we use', t.words({ names: ['dhl', 'gls', 'post', 'bike'] })),
  ask('list', 'list all services please', ({ world }) => ({ names: [...world.services] })),
  ask(
    'list',
    'what kinds of refusals does case-desk give',
    t.words({
      says: [['delivery date is full'], ['credit line'], ['no price'], ['out of stock']],
    }),
  ),
  ask('list', 'show me the last 5 dead letters', ({ world }) => ({
    says: t
      .logRows(r.lines(r.worker, /dead letters/))(world)
      .slice(-5)
      .map(({ message }) => [/DJ-\d+/.exec(message)?.[0] ?? '']),
  })),
  ask(
    'single-record',
    'heaviest box that went out?',
    t.value(
      anytime,
      t.stated(/: (\d+) g$/, 'max', r.courier),
      t.scaled(t.stated(/: (\d+) g$/, 'max', r.courier), 0.001),
    ),
  ),
  ask('single-record', 'slowest design job, how long did it take', t.millis(anytime, t.took(r.worker, 'max'))),
]
