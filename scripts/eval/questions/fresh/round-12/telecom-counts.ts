/** How many: codes, errors, top-ups, lines of the mobile operator, and who has most. Twelfth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)

export const TELECOM_COUNTS_12 = [
  ask(
    'count',
    'how many 502 did public-gateway return?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(502)))),
  ),
  ask(
    'count',
    'how many 503 did public-gateway return since {@onset+4}?',
    t.count(t.since('onset', 4), t.requests(t.all(m.gateway, m.status(503)))),
  ),
  ask(
    'count',
    'number of 429s',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(429))), t.logs(t.says(/^rate limit/))),
  ),
  ask('count', 'requests to plan-catalog in the last 15 minutes', t.count(t.last(15), t.requests(m.plans))),
  ask(
    'count',
    'how many requests did balance-api get between {@onset-20} and {@onset-10}?',
    t.count(t.during(['onset', -20], ['onset', -10]), t.requests(m.balance)),
  ),
  ask('count', 'how many requests to GET /v1/balance failed?', t.count(t.anytime, t.failures(m.balances))),
  ask(
    'count',
    'total traffic on public-gateway in the last half hour, number of requests',
    t.count(t.last(30), t.requests(m.gateway)),
  ),
  ask(
    'class-of-codes',
    '5xx on the gateway between {@onset} and {@recovery}',
    t.count(t.during(['onset', 0], ['recovery', 0]), t.requests(t.all(m.gateway, m.status(502, 503)))),
  ),
  ask(
    'class-of-codes',
    'how many 4xx does sim-activation return?',
    t.count(t.anytime, t.requests(t.all(m.sims, m.status(409)))),
  ),
  ask('errors', 'errors in topup-servce', t.count(t.anytime, ...t.errors(m.topup))),
  ask('errors', 'how many errors in usage-rater?', t.count(t.anytime, ...t.errors(m.rater))),
  ask('errors', 'errors of balance api in the last 10 min', t.count(t.last(10), ...t.errors(m.balance))),
  ask('errors', 'how many errors did we have before {@onset}?', t.count(t.before('onset'), ...t.errors(t.any))),
  ask(
    'errors',
    'any errors in plan-catalog?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('level', 'warnings in sms-dispatcher', t.count(t.anytime, t.logs(t.all(m.texts, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did payment-adapter log in the last 20 minutes?',
    t.count(t.last(20), t.logs(t.all(m.payment, t.level('WARN')))),
  ),
  ask(
    'level',
    'count of error logs across all services since {@onset}',
    t.count(t.since('onset'), t.logs(t.level('ERROR', 'FATAL'))),
  ),
  ask('outcome', 'how many top-ups failed?', t.count(t.anytime, ...m.FAILED_TOPUPS)),
  ask('outcome', 'how many topups were credited successfully in the last hour?', t.count(t.last(60), ...m.CREDITED)),
  ask('outcome', 'how many cards were declined?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'SIMs activated since {@release}?', t.count(t.since('release'), ...m.ACTIVATED)),
  ask('outcome', 'how many SMS could not be delivered?', t.count(t.anytime, t.logs(m.undelivered))),
  ask(
    'outcome',
    'how many customers paid and did not get their credit?',
    t.count(
      t.anytime,
      t.logs(m.uncredited),
      t.failures(m.topup),
      t.differentOf(t.all(m.topups, t.failed), 'subscriber.id'),
    ),
  ),
  ask('text', '"too many open files" how often', t.count(t.anytime, t.logs(m.noFile))),
  ask(
    'text',
    'how many times was the rate limit exceeded?',
    t.count(t.anytime, t.logs(t.says(/^rate limit exceeded/))),
  ),
  ask('text', 'handset is switched off - how many in the last 45 minutes', t.count(t.last(45), t.logs(m.undelivered))),
  ask('text', 'unknown subscriber count', t.count(t.anytime, t.logs(t.says(/^unknown subscriber/)))),
  ask(
    'text',
    'how many lines contain insufficient_funds?',
    t.count(
      t.anytime,
      t.logs((log) => log.body.includes('insufficient_funds')),
    ),
  ),
  ask(
    'attribute',
    'how many requests came in via ussd?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.channel('ussd')))),
  ),
  ask(
    'attribute',
    'requests of prepaid customers on public-gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.tariff('prepaid')))),
  ),
  ask(
    'attribute',
    'payments over paywise, how many?',
    t.count(
      t.anytime,
      t.requests(t.all(m.payment, m.provider('paywise'))),
      t.requests(t.all(m.payment, m.provider('paywise'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'how many eSIMs were activated',
    t.count(t.anytime, t.logs(t.all(m.activated, line('sim.type', 'esim')))),
  ),
  ask(
    'attribute',
    'data records processed by usage-rater (usage.type=data)',
    t.count(t.anytime, t.requests(t.all(m.rater, m.usage('data')))),
  ),
  ask(
    'conditions',
    'failed topups from the app by prepaid customers since {@onset}, on the gateway',
    t.count(t.since('onset'), t.failures(t.all(m.topups, m.channel('app'), m.tariff('prepaid')))),
  ),
  ask(
    'conditions',
    'GET /v1/balance with 502 from web or retail',
    t.count(t.anytime, t.requests(t.all(m.balances, m.status(502), m.channel('web', 'retail')))),
  ),
  ask(
    'conditions',
    'how many flex-l requests took more than 500 ms on public-gateway?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.tariff('flex-l'), t.longer(500)))),
  ),
  ask(
    'exclusion',
    'failed requests on public-gateway without balance lookups',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(m.balances)))),
  ),
  ask(
    'exclusion',
    'how many gateway requests were not from the app?',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.not(m.channel('app'))))),
  ),
  ask(
    'exclusion',
    'errors in the logs, ignoring public-gateway and balance-api',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.gateway), t.not(m.balance)))),
  ),
  ask(
    'slow',
    'how many sim activations took longer than a second?',
    t.count(t.anytime, t.requests(t.all(m.sims, t.longer(1000))), t.requests(t.all(m.activations, t.longer(1000)))),
  ),
  ask('slow', 'payment-adapter requests over 500ms', t.count(t.anytime, t.requests(t.all(m.payment, t.longer(500))))),
  ask(
    'distinct',
    'how many different subscribers used the gateway in the last 10 minutes?',
    t.count(t.last(10), t.differentOf(m.gateway, 'subscriber.id')),
  ),
  ask('distinct', 'how many tariffs are there?', t.count(t.anytime, t.differentOf(m.gateway, 'subscriber.tariff'))),
  ask('group', 'errors per service pls', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['public-gateway', m.gateway],
          ['balance-api', m.balance],
          ['topup-api', m.topup],
          ['usage-rater', m.rater],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'gateway requests by channel',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.gateway, m.channel(one)))),
    ),
  ),
  ask(
    'group',
    'status codes of public-gateway with counts, last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      Object.fromEntries([200, 201, 402, 502, 503].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'failed gateway requests by tariff',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TARIFFS, (one) => t.failures(t.all(m.gateway, m.tariff(one)))),
    ),
  ),
  ask(
    'top',
    'which endpoint gets the most traffic on public-gateway?',
    t.topOf(m.spansOf(m.gateway), t.attribute('http.route')),
  ),
  ask(
    'top',
    'who logs the most errors?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'top decline reason?',
    t.topOf(t.logRows(m.declinedCard), (row) => /"reason":"(\w+)"/.exec('body' in row ? row.body : '')?.[1] ?? ''),
  ),
  ask('top', 'channel with the most requests?', t.topOf(m.spansOf(m.gateway), t.attribute('app.channel'))),
  ask(
    'window',
    'how many topups in the 10 minutes before {@onset}?',
    t.count(t.during(['onset', -10], ['onset', 0]), ...m.TOPUPS),
  ),
  ask(
    'window',
    '502s between {@onset+5} and {@onset+10}',
    t.count(t.during(['onset', 5], ['onset', 10]), t.requests(t.all(m.gateway, m.status(502)))),
  ),
  ask('window', 'how many errors since {@recovery+1}?', t.count(t.since('recovery', 1), ...t.errors(t.any))),
]
