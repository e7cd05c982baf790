/** How many, and who has most: gifts, screenings, payments, receipts, mails of the fundraising platform. Round 43. */
import type { LogRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const pods = ['fraud-screen-58b7d9c66f-q7rt2', 'fraud-screen-58b7d9c66f-m4xzc']

export const FUNDRAISING_COUNTS_43 = [
  ask('count', 'how many donations came in during the last hour', t.count(t.last(60), ...m.RECEIVED)),
  ask('count', 'failed donations since {@onset}', t.count(t.since('onset'), ...m.FAILED)),
  ask('count', 'how many times did giving-gateway answer 502', t.count(t.anytime, ...m.atGateway(502))),
  ask(
    'count',
    '502 count giving-gateway {@onset+5} to {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), ...m.atGateway(502)),
  ),
  ask(
    'count',
    'How many screenings passed in the last 20 minutes?',
    t.count(t.last(20), t.logs(m.passed), t.requests(t.all(m.fraud, m.status(200)))),
  ),
  ask('class-of-codes', '5xx of donation-service last 10 min', t.count(t.last(10), t.failures(m.donation))),
  ask(
    'class-of-codes',
    'how many 4xx did donation-service give out today',
    t.count(t.anytime, t.requests(t.all(m.donation, m.status(402, 403, 422)))),
  ),
  ask('class-of-codes', 'were there 5xx on the gateway before {@onset-1}?', NONE),

  ask('errors', 'errors in fruad-screen last half hour', t.count(t.last(30), ...t.errors(m.fraud))),
  ask('errors', 'how many errors has recurring-runner', t.count(t.anytime, ...t.errors(m.recurring))),
  ask('errors', 'errors in pay-connector today?', NONE),
  ask(
    'errors',
    'total number of errors since {@onset} over all services',
    t.count(t.since('onset'), t.logs(t.level('ERROR')), t.failures(t.any)),
  ),
  ask(
    'level',
    'how many warnings did match-funds log',
    t.count(t.anytime, t.logs(t.all<LogRow>(m.matching, t.level('WARN')))),
  ),

  ask('outcome', 'cards that were declined, how many?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'monthly gifts not charged', t.count(t.anytime, ...m.NOT_CHARGED)),
  ask('outcome', 'how many gifts got matched by an employer today', t.count(t.anytime, ...m.MATCHED)),
  ask('outcome', 'donations held for review - how many', t.count(t.anytime, ...m.HELD)),
  ask('outcome', 'bounced mails?', t.count(t.anytime, t.logs(m.bounced))),
  ask(
    'outcome',
    'How many receipts did we write between {@release} and {@onset}?',
    t.count(t.during(['release', 0], ['onset', 0]), t.logs(m.written)),
  ),

  ask('text', 'how often do we see "larger than max"', t.count(t.anytime, t.logs(m.tooLarge))),
  ask('text', 'count "no deny list" lines in the last 15 minutes', t.count(t.last(15), t.logs(m.noList))),
  ask('text', 'how many times was a matching pool empty', t.count(t.anytime, ...m.EMPTY)),
  ask(
    'text',
    'rejected sign-in tokens, number since {@release}',
    t.count(t.since('release'), t.logs(m.token), t.requests(t.all(m.gateway, m.status(401)))),
  ),
  ask('text', 'duplicate webhooks: "arrived twice" how many', t.count(t.anytime, t.logs(m.twice))),

  ask(
    'attribute',
    'requests coming from the widget on giving-gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.channel('widget')))),
  ),
  ask(
    'attribute',
    'gifts matched by nordbank',
    t.count(
      t.anytime,
      t.logs(t.all<LogRow>(m.matched, m.employer('nordbank'))),
      t.requests(t.all(m.doubling, m.employer('nordbank'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'failed POST /donations on giving-gateway from app users since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.giving, m.channel('app')))),
  ),
  ask(
    'conditions',
    'failed screenings of donors from nl or at',
    t.count(t.anytime, t.failures(t.all(m.fraud, m.country('nl', 'at')))),
  ),
  ask(
    'conditions',
    'held donations with a score above 80',
    t.count(t.anytime, t.logs(t.all<LogRow>(m.held, m.above('score', 80)))),
  ),
  ask(
    'conditions',
    'payments slower than 600 ms in the last hour',
    t.count(t.last(60), t.requests(t.all(m.pay, t.longer(600)))),
  ),
  ask(
    'exclusion',
    'error logs not from fraud-screen since {@onset}',
    t.count(t.since('onset'), t.logs(t.all<LogRow>(t.level('ERROR'), t.not(m.fraud)))),
  ),
  ask(
    'exclusion',
    'gateway requests: only the POSTs, how many',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.has('http.request.method', 'POST')))),
  ),
  ask(
    'distinct',
    'how many different donors visited in the last 20 min?',
    t.count(t.last(20), t.differentOf(m.gateway, 'donor.id')),
  ),
  ask('distinct', 'how many campaigns got donations', t.count(t.anytime, t.differentOf(m.donation, 'campaign.slug'))),

  ask(
    'group',
    'donation-service requests by payment method',
    t.groups(
      'count',
      t.anytime,
      m.each(m.METHODS, (one) => t.requests(t.all(m.donation, m.method(one)))),
    ),
  ),
  ask(
    'group',
    'failed donations per campaign',
    m.groupsOf(
      'count',
      t.anytime,
      Object.fromEntries(
        m.CAMPAIGNS.map((one) => [
          one,
          [t.failures(t.all(m.donation, m.slug(one))), t.failures(t.all(m.oneTime, m.slug(one)))],
        ]),
      ),
    ),
  ),
  ask(
    'group',
    'why are cards declined, count by reason',
    t.groupsBy(t.anytime, t.logsIn(m.declined), t.attribute('reason')),
  ),
  ask(
    'group',
    'status codes of POST /donations on giving-gateway',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 402, 422, 502].map((code) => [code, t.requests(t.all(m.giving, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'errors per service since {@onset}, please',
    m.groupsOf('count', t.since('onset'), {
      'giving-gateway': t.errors(m.gateway),
      'donation-service': t.errors(m.donation),
      'fraud-screen': t.errors(m.fraud),
      'recurring-runner': t.errors(m.recurring),
    }),
  ),
  ask(
    'group',
    'fraud-screen errors by pod',
    m.groupsOf(
      'count',
      t.anytime,
      Object.fromEntries(
        pods.map((pod) => [pod, t.errors((row) => row.service === 'fraud-screen' && row.instance === pod)]),
      ),
    ),
  ),
  ask('top', 'which campaign gets the most donations?', t.topOf(m.spansOf(m.donation), t.attribute('campaign.slug'))),
  ask('top', 'most frequent decline reason', t.topOf(t.logRows(m.declined), t.attribute('reason'))),
  ask('top', 'which charity lost most donations?', t.topOf(t.failedRequests(m.donation), t.attribute('charity.name'))),

  ...talk(
    'gifts',
    ask('follow-up', 'how many donations failed in the last 20 minutes?', t.count(t.last(20), ...m.FAILED)),
    ask(
      'follow-up',
      'just winter-meals',
      t.count(
        t.last(20),
        t.failures(t.all(m.donation, m.slug('winter-meals'))),
        t.failures(t.all(m.oneTime, m.slug('winter-meals'))),
      ),
    ),
    ask(
      'follow-up',
      'and old-paws',
      t.count(
        t.last(20),
        t.failures(t.all(m.donation, m.slug('old-paws'))),
        t.failures(t.all(m.oneTime, m.slug('old-paws'))),
      ),
    ),
  ),
  ...talk(
    'gateway-codes',
    ask('follow-up', 'giving-gateway requests last 15 min', t.count(t.last(15), t.requests(m.gateway))),
    ask('follow-up', 'how many of them were 502?', t.count(t.last(15), ...m.atGateway(502))),
    ask(
      'follow-up',
      'by channel',
      t.groups(
        'count',
        t.last(15),
        m.each(m.CHANNELS, (one) => t.requests(t.all(m.gateway, m.status(502), m.channel(one)))),
      ),
    ),
  ),
  ...talk(
    'mails',
    ask('follow-up', 'how many thank-you mails bounced in the last 30 minutes', t.count(t.last(30), t.logs(m.bounced))),
    ask('follow-up', 'and in the last hour?', t.count(t.last(60), t.logs(m.bounced))),
    ask('follow-up', 'sent ones too', t.count(t.last(60), t.logs(m.sent))),
  ),
]
