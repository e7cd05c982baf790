/** How many, and who has most: projects, documents, jobs, reviews, deliveries, payouts. Forty-first round. */
import type { SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|warnings?)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const OUTAGE = t.during(['onset', 0], ['recovery', 1])

export const TRANSLATION_COUNTS_41 = [
  ask('count', '502s on portal-gateway since {@onset}?', t.count(t.since('onset'), ...m.atGateway(502))),
  ask('count', 'requests mt-bridge got, last 25 min', t.count(t.last(25), t.requests(m.engines))),
  ask('count', 'how often was GET /api/terms called', t.count(t.anytime, t.requests(m.on(m.gateway, '/api/terms')))),
  ask('class-of-codes', 'how many 5xx did termbase answer', t.count(t.anytime, t.failures(m.terms))),
  ask(
    'class-of-codes',
    '4xx on file-intake in the last 40 minutes pls',
    t.count(t.last(40), t.requests(t.all(m.intake, m.status(413, 415)))),
  ),
  ask('class-of-codes', 'any 5xx at the portal in the half hour before {@onset}?', NONE),

  ask('errors', 'errors of termbse since {@onset}', t.count(t.since('onset'), ...t.errors(m.terms))),
  ask('errors', 'how many errors in pretranslate today', t.count(t.anytime, ...t.errors(m.pre))),
  ask('errors', 'did delivery-packer log any errors at all?', NONE),
  ask('errors', 'errors on the portal-gateway during the last 5 min', NONE),
  ask(
    'errors',
    'failed requests overall since {@onset}, all services together',
    t.count(t.since('onset'), t.failures(t.any)),
  ),
  ask('level', 'warnings of file-intake', t.count(t.anytime, t.logs(t.all(m.intake, t.level('WARN'))))),
  ask('outcome', 'how many documents got parked?', t.count(t.anytime, ...m.PARKED)),
  ask(
    'outcome',
    'documents pre-translated successfully in the last hour',
    t.count(t.last(60), t.logs(m.finished), t.requests(t.all(m.pre, t.not<SpanRow>(t.failed))), t.logs(m.batch)),
  ),
  ask(
    'outcome',
    'projects created today?',
    t.count(t.anytime, t.logs(m.created), t.requests(t.all(m.creating, m.status(201)))),
  ),
  ask('outcome', 'how many reviews could not be saved', t.count(t.anytime, ...m.FAILED_REVIEWS)),
  ask('outcome', 'reviews approved since {@recovery+1}', t.count(t.since('recovery', 1), t.logs(m.approved))),
  ask(
    'outcome',
    'jobs accepted by translators, last 30 min',
    t.count(t.last(30), t.logs(m.accepted), t.requests(t.all(m.accepting, m.status(200)))),
  ),
  ask(
    'outcome',
    'how many deliveries went out before {@onset}?',
    t.count(t.before('onset'), t.logs(m.delivered), t.requests(m.packer)),
  ),
  ask('outcome', 'payouts sent?', t.count(t.anytime, t.logs(m.paid))),
  ask('outcome', 'how many payouts are held because of the bank account', t.count(t.anytime, t.logs(m.held))),
  ask('outcome', 'reviews sent back for wrong terms?', t.count(t.anytime, t.logs(m.sentBack))),

  ask('text', 'how many lines say "OOM command not allowed"', t.count(t.anytime, t.logs(m.full))),
  ask('text', '"no text layer" how often?', t.count(t.anytime, t.logs(m.noText))),
  ask(
    'text',
    'job already taken: how often since {@release}',
    t.count(t.since('release'), t.logs(m.taken), t.requests(t.all(m.accepting, m.status(409)))),
  ),
  ask(
    'attribute',
    'how many en-ja translations did mt-bridge do?',
    t.count(t.anytime, t.requests(t.all(m.engines, m.pair('en-ja')))),
  ),
  ask(
    'conditions',
    'failed POST /api/reviews of nordwerk since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.on(m.gateway, '/api/reviews'), m.customer('nordwerk')))),
  ),
  ask(
    'conditions',
    'parked documents of medilux in en-fr',
    t.count(
      t.anytime,
      t.failures(t.all(m.pre, m.customer('medilux'), m.pair('en-fr'))),
      t.logs(t.all(m.parked, m.field('customer', 'medilux'), m.field('pair', 'en-fr'))),
    ),
  ),
  ask(
    'conditions',
    'how many 502 on GET /api/terms between {@onset+2} and {@onset+12}?',
    t.count(t.during(['onset', 2], ['onset', 12]), t.failures(m.on(m.gateway, '/api/terms'))),
  ),
  ask(
    'conditions',
    'deepwave batches for en-de that took longer than a second',
    t.count(t.anytime, t.requests(t.all(m.engines, m.provider('deepwave'), m.pair('en-de'), t.longer(1000)))),
  ),
  ask(
    'exclusion',
    'error lines without termbase since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.terms))), t.failures(t.not(m.terms))),
  ),
  ask(
    'slow',
    'uploads at file-intake slower than 400 ms',
    t.count(t.anytime, t.requests(t.all(m.intake, t.longer(400)))),
  ),
  ask(
    'distinct',
    'how many different users hit the portal in the last 20 min?',
    t.count(t.last(20), t.differentOf(m.gateway, 'user.id')),
  ),
  ask(
    'group',
    'parked documents per language pair',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PAIRS, (one) => t.failures(t.all(m.pre, m.pair(one)))),
    ),
  ),
  ask(
    'group',
    'portal-gateway requests per customer, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.CUSTOMERS, (one) => t.requests(t.all(m.gateway, m.customer(one)))),
    ),
  ),
  ask(
    'group',
    'failed requests at the gateway by route',
    t.groups(
      'count',
      t.anytime,
      m.each(['/api/terms', '/api/reviews'], (one) => t.failures(m.on(m.gateway, one))),
    ),
  ),
  ask(
    'group',
    'status codes portal-gateway',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 401, 502].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask('group', 'errors by service between {@onset} and {@recovery+1}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['termbase', m.terms],
          ['portal-gateway', m.gateway],
          ['pretranslate', m.pre],
          ['linguist-desk', m.desk],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', OUTAGE, t.errors(where))]),
    ),
  })),
  ask(
    'top',
    'which customer has the most parked documents?',
    t.topOf(t.failedRequests(m.pre), t.attribute('customer.name')),
  ),
  ask('top', 'what language pair is translated most', t.topOf(m.spansOf(m.engines), t.attribute('lang.pair'))),
  ask(
    'window',
    'failed lookups in the 5 minutes after {@onset}?',
    t.count(t.during(['onset', 0], ['onset', 5]), ...m.FAILED_LOOKUPS),
  ),

  ...talk(
    'parked',
    ask(
      'follow-up',
      'how many documents failed pre-translation since {@onset}',
      t.count(t.since('onset'), ...m.PARKED),
    ),
    ask('follow-up', 'just nordwerk', t.count(t.since('onset'), t.failures(t.all(m.pre, m.customer('nordwerk'))))),
    ask(
      'follow-up',
      'only en-de of those',
      t.count(t.since('onset'), t.failures(t.all(m.pre, m.customer('nordwerk'), m.pair('en-de')))),
    ),
  ),
  ...talk(
    'jobs',
    ask('follow-up', 'requests of linguist-desk, last 15 minutes', t.count(t.last(15), t.requests(m.desk))),
    ask('follow-up', 'and project-api?', t.count(t.last(15), t.requests(m.projects))),
    ask('follow-up', 'make it 30 minutes', t.count(t.last(30), t.requests(m.projects))),
  ),
  ...talk(
    'warn',
    ask('follow-up', 'warnings in linguist-desk today', t.count(t.anytime, t.logs(t.all(m.desk, t.level('WARN'))))),
    ask('follow-up', 'now the error lines instead', t.count(t.anytime, ...t.errors(m.desk))),
  ),
]
