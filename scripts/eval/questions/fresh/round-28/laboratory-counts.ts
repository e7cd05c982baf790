/** How many, and who has most: results, orders, samples, reports, items, codes of the laboratory. Twenty-eighth round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const LABORATORY_COUNTS_28 = [
  ask(
    'count',
    '500s on result-store since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.store, m.status(500)))),
  ),

  ask('count', '422 on practise-gateway last hour', t.count(t.last(60), ...m.atGateway(422))),

  ask('class-of-codes', 'any 5xx on practice-gateway?', NONE),
  ask(
    'class-of-codes',
    'how many 4xx on practice-gateway in the last half hour',
    t.count(t.last(30), ...m.atGateway(401, 404, 422)),
  ),
  ask('errors', 'errors in result-stor?', t.count(t.anytime, ...t.errors(m.store))),
  ask(
    'errors',
    'How many errors did validaton-desk have in the last 20 minutes?',
    t.count(t.last(20), ...t.errors(m.desk)),
  ),

  ask('errors', 'order-intake errors', NONE),

  ask(
    'level',
    'number of error lines overall since {@onset+2}',
    t.count(t.since('onset', 2), t.logs(t.level('ERROR'))),
  ),

  ask('outcome', 'how many results could not be stored since {@onset}', t.count(t.since('onset'), ...m.LOST)),

  ask('outcome', 'how many results did doctors validate in the last hour?', t.count(t.last(60), ...m.VALIDATED)),

  ask('outcome', 'billing items on hold?', t.count(t.anytime, t.logs(m.held))),

  ask('text', 'how many critical values today?', t.count(t.anytime, t.logs(m.critical))),

  ask(
    'text',
    'how many times did a reagent run low?',
    t.count(t.anytime, t.logs(m.reagent), t.logs(t.says(/reagent \w+ low/))),
  ),

  ask(
    'text',
    'how many practices had an expired token',
    t.count(t.anytime, t.differentIn(m.expired, 'practice'), t.logs(m.expired)),
  ),

  ask(
    'attribute',
    'reports by fax, last 30 min, how many',
    t.count(
      t.last(30),
      t.requests(t.all(m.sending, m.channel('fax'))),
      t.logs(t.all(m.sent, m.line('channel', 'fax'))),
    ),
  ),

  ask(
    'attribute',
    'urine samples that arrived in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.arrived, m.line('material', 'urine'))),
      t.requests(t.all(m.arriving, t.has('sample.material', 'urine'))),
      t.requests(t.all(m.arriving, t.has('sample.material', 'urine'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'failed results with priority stat on result-engine since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.engine, t.has('sample.priority', 'stat'))),
      t.logs(t.all(m.parked, m.line('priority', 'stat'))),
    ),
  ),
  ask(
    'conditions',
    'POST /api/orders from praxis-one that got a 422',
    t.count(t.anytime, t.requests(t.all(m.atGate, m.software('praxis-one'), m.status(422)))),
  ),
  ask(
    'conditions',
    'how many results of CX-1 or HM-1 were parked in the last 15 minutes?',
    t.count(
      t.last(15),
      t.failures(t.all(m.engine, m.analyser('CX-1', 'HM-1'))),
      t.logs(t.all(m.parked, m.line('analyser', 'CX-1', 'HM-1'))),
    ),
  ),
  ask('exclusion', 'failed requests everwhere except result-store', t.count(t.anytime, t.failures(t.not(m.store)))),

  ask(
    'exclusion',
    'how many reports did not go out by portal?',
    t.count(
      t.anytime,
      t.requests(t.all(m.sending, t.not(m.channel('portal')))),
      t.logs(t.all(m.sent, t.not(m.line('channel', 'portal')))),
    ),
  ),
  ask(
    'slow',
    'report-builder requests over 1 second',
    t.count(t.anytime, t.requests(t.all(m.reports, t.longer(1000)))),
  ),

  ask(
    'distinct',
    'how many different practices have ordered something in the last half hour?',
    t.count(
      t.last(30),
      t.differentOf(m.atGate, 'practice.id'),
      t.differentOf(m.ordering, 'practice.id'),
      t.differentIn(m.accepted, 'practice'),
    ),
  ),
  ask('distinct', 'number of users on validation-desk', t.count(t.anytime, t.differentOf(m.desk, 'enduser.id'))),

  ask(
    'group',
    'failed results per section',
    t.groups(
      'count',
      t.anytime,
      m.each(m.SECTIONS, (one) => t.failures(t.all(m.engine, m.section(one)))),
    ),
  ),
  ask(
    'group',
    'validation-desk requests by route, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.DESK_ROUTES, (one) => t.requests(m.on(m.desk, one))),
    ),
  ),

  ask(
    'group',
    'break down practice-gateway by status code',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 401, 404, 422].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask('group', 'who validated how many?', (asked) => ({
    groups: Object.fromEntries(
      m.DOCTORS.map((one) => [
        one,
        t.numberOf(asked, 'count', t.anytime, [
          t.logs(t.all(m.validated, m.line('user', one))),
          t.requests(t.all(m.validating, m.user(one))),
        ]),
      ]),
    ),
  })),
  ask('top', 'which section loses the most results', t.topOf(t.failedRequests(m.engine), t.attribute('lab.section'))),

  ask(
    'top',
    'service with the most warnings?',
    t.topOf(t.logRows(m.warn), (row) => row.service),
  ),
  ask('top', 'most common error message right now', t.words({ says: [['no partition of relation']] })),

  ask('window', 'was there any error in validation-desk before {@onset-1}?', NONE),

  ...talk(
    'intake',
    ask('follow-up', 'how many orders were rejected in the last 40 minutes', t.count(t.last(40), ...m.REJECTED)),
    ask('follow-up', 'and accepted?', t.count(t.last(40), ...m.ACCEPTED)),
    ask('follow-up', 'and in the last 10', t.count(t.last(10), ...m.ACCEPTED)),
  ),
  ...talk(
    'narrow',
    ask(
      'follow-up',
      'how many messages failed in result-engine since {@onset}?',
      t.count(t.since('onset'), t.failures(m.engine), t.logs(m.parked)),
    ),
    ask(
      'follow-up',
      'only haematology',
      t.count(
        t.since('onset'),
        t.failures(t.all(m.engine, m.section('haematology'))),
        t.logs(t.all(m.parked, m.line('section', 'haematology'))),
      ),
    ),
    ask(
      'follow-up',
      'just the urgent ones',
      t.count(
        t.since('onset'),
        t.failures(t.all<SpanRow>(m.engine, m.section('haematology'), t.has('sample.priority', 'urgent'))),
        t.logs(t.all(m.parked, m.line('section', 'haematology'), m.line('priority', 'urgent'))),
      ),
    ),
    ask(
      'follow-up',
      'now all sections again, by analyser',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.ANALYSERS, (one) => t.failures(t.all(m.engine, m.analyser(one)))),
      ),
    ),
  ),
  ...talk(
    'warns',
    ask(
      'follow-up',
      'warnings of analyser-link in the last half hour',
      t.count(t.last(30), t.logs(t.all(m.driver, m.warn))),
    ),
    ask('follow-up', 'same for order-intake', t.count(t.last(30), t.logs(t.all(m.intake, m.warn)))),
    ask(
      'follow-up',
      'what do they say?',
      t.words({ says: [['insurance number', 'already registered', 'unknown test code']] }),
    ),
  ),
]
