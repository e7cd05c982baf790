/** How many, and who has most: codes, orders, cancellations, logins, transfers of the stock-trading app. Thirty-first round. */
import type { LogRow, SpanRow } from '../../records.ts'
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const orders = m.on('/v1/orders')

export const BROKERAGE_COUNTS_31 = [
  ask('count', '502 count trade-gate last 20 min', t.count(t.last(20), ...m.atGate(502))),
  ask('count', 'how often did fix-gateway answer 503?', t.count(t.anytime, t.requests(t.all(m.fix, m.status(503))))),
  ask('count', 'requests on trade-gate in the last 5 minutes', t.count(t.last(5), t.requests(m.gate))),
  ask('class-of-codes', '5xx on order-desk', t.count(t.anytime, t.failures(m.desk))),
  ask('class-of-codes', 'were there 5xx anywhere before {@onset}?', NONE),

  ask('errors', 'fix-gateway errors since {@onset}', t.count(t.since('onset'), ...t.errors(m.fix))),
  ask('errors', 'how many errors does oder-desk have in the last 10 min', t.count(t.last(10), ...t.errors(m.desk))),
  ask('errors', 'errors in cash-ledger?', NONE),
  ask(
    'errors',
    'How many requests failed on trade-gate between {@onset} and {@onset+10}?',
    t.count(t.during(['onset', 0], ['onset', 10]), t.failures(m.gate), t.logs(t.all(m.gate, t.level('ERROR')))),
  ),
  ask('level', 'risk-check warnings today', t.count(t.anytime, t.logs(t.all(m.risk, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings in quote-feed in the last 45 min?',
    t.count(t.last(45), t.logs(t.all(m.feed, t.level('WARN')))),
  ),

  ask('outcome', 'how many orders came in during the last 30 minutes?', t.count(t.last(30), ...m.ORDERS)),
  ask('outcome', 'orders placed since {@release}', t.count(t.since('release'), ...m.PLACED)),
  ask('outcome', 'number of failed orders', t.count(t.anytime, ...m.FAILED)),
  ask('outcome', 'how many orders got filled in the last hour', t.count(t.last(60), ...m.FILLED)),
  ask('outcome', 'cancels that failed since {@onset}', t.count(t.since('onset'), ...m.NOT_CANCELLED)),
  ask('outcome', 'how many orders did the risk check refuse?', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'deposits booked last 20 min?',
    t.count(t.last(20), t.logs(m.deposited), t.requests(t.all(m.depositing, m.status(201)))),
  ),
  ask(
    'outcome',
    'How many withdrawals were turned down because of the limit?',
    t.count(t.anytime, t.logs(m.overLimit), t.requests(t.all(m.withdrawing, m.status(403)))),
  ),
  ask(
    'outcome',
    'failed logins in the last hour',
    t.count(t.last(60), t.logs(m.wrongPin), t.requests(t.all(m.logins, m.status(401)))),
  ),
  ask('outcome', 'how many chunks has eod-settle settled', t.count(t.anytime, t.logs(m.settled))),

  ask('text', 'how many times "is not logged on"', t.count(t.anytime, t.logs(m.notSent))),

  ask(
    'attribute',
    'how many sell orders in the last half hour?',
    t.count(
      t.last(30),
      t.requests(t.all(m.placing, m.side('sell'))),
      t.logs(t.all(m.placed, m.line('side', 'sell'))),
      t.requests(t.all(m.risk, m.side('sell'))),
    ),
  ),
  ask(
    'attribute',
    'how many TSLA orders today',
    t.count(
      t.anytime,
      t.requests(t.all(m.placing, m.symbol('TSLA'))),
      t.logs(t.all(m.placed, m.line('symbol', 'TSLA'))),
    ),
  ),
  ask(
    'attribute',
    'orders for NOW, count pls',
    t.count(t.anytime, t.requests(t.all(m.placing, m.symbol('NOW'))), t.logs(t.all(m.placed, m.line('symbol', 'NOW')))),
  ),
  ask(
    'conditions',
    'failed POST /v1/orders from android since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(orders, m.platform('android')))),
  ),
  ask(
    'conditions',
    'market orders on ALPHA in the last 30 min',
    t.count(
      t.last(30),
      t.requests(t.all(m.placing, m.type('market'), m.venue('ALPHA'))),
      t.logs(t.all(m.placed, m.line('type', 'market'), m.line('venue', 'ALPHA'))),
    ),
  ),
  ask(
    'conditions',
    'buy orders for ASML that could not be placed',
    t.count(t.anytime, t.failures(t.all(m.placing, m.side('buy'), m.symbol('ASML')))),
  ),
  ask(
    'exclusion',
    'orders not going to NORDX, how many in the last 20 min',
    t.count(
      t.last(20),
      t.requests(t.all(m.placing, t.not(m.venue('NORDX')))),
      t.logs(t.all(m.placed, t.not(m.line('venue', 'NORDX')))),
    ),
  ),
  ask(
    'slow',
    'orders that took longer than 200 ms',
    t.count(t.anytime, t.requests(t.all(m.placing, t.longer(200))), t.requests(t.all(orders, t.longer(200)))),
  ),

  ask(
    'distinct',
    'how many different clients used the app in the last hour?',
    t.count(t.last(60), t.differentOf(m.gate, 'client.id')),
  ),
  ask(
    'distinct',
    'number of distinct symbols traded',
    t.count(t.anytime, t.differentOf(m.placing, 'instrument.symbol')),
  ),
  ask(
    'group',
    'orders per venue',
    m.groupsOf('count', t.anytime, m.VENUES, (one) => [
      t.requests(t.all(m.placing, m.venue(one))),
      t.logs(t.all(m.placed, m.line('venue', one))),
      t.requests(t.all(m.sending, m.venue(one))),
      t.logs(t.all<LogRow>(m.desk, m.line('type', 'market', 'limit', 'stop'), m.line('venue', one))),
    ]),
  ),
  ask(
    'group',
    'trade-gate requests by route in the last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(m.ROUTES, (one) => t.requests(m.on(one))),
    ),
  ),
  ask(
    'group',
    'failed requests of trade-gate split by platform',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PLATFORMS, (one) => t.failures(t.all(m.gate, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'order-desk errors per host since {@onset}',
    m.groupsOf('count', t.since('onset'), ['fra-vm-11', 'fra-vm-12'], (one) =>
      t.errors(t.all<LogRow | SpanRow>(m.desk, m.host(one))),
    ),
  ),
  ask(
    'group',
    'Errors by service, last 15 minutes',
    m.groupsOf('count', t.last(15), ['trade-gate', 'order-desk', 'fix-gateway'], (one) => t.errors(t.of(one))),
  ),
  ask('top', 'most traded symbol today?', t.topOf(m.spansOf(m.placing), t.attribute('instrument.symbol'))),
  ask('top', 'which venue has the most failed orders', t.words({ first: { name: 'NORDX', among: m.VENUES } })),
  ask('top', 'which service is worst by error rate', ({ world }) => ({
    first: { name: 'fix-gateway', among: [...world.services] },
  })),
  ask(
    'top',
    'chattiest service in the logs?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'orders placed from {@onset-20} to {@onset-10}',
    t.count(t.during(['onset', -20], ['onset', -10]), ...m.PLACED),
  ),

  ...talk(
    'placed',
    ask('follow-up', 'how many orders were placed in the last 30 min?', t.count(t.last(30), ...m.PLACED)),
    ask(
      'follow-up',
      'only the sells',
      t.count(
        t.last(30),
        t.logs(t.all(m.placed, m.line('side', 'sell'))),
        t.requests(t.all(m.placing, m.status(201), m.side('sell'))),
      ),
    ),
    ask(
      'follow-up',
      'and buys?',
      t.count(
        t.last(30),
        t.logs(t.all(m.placed, m.line('side', 'buy'))),
        t.requests(t.all(m.placing, m.status(201), m.side('buy'))),
      ),
    ),
    ask(
      'follow-up',
      'on LSQ',
      t.count(
        t.last(30),
        t.logs(t.all(m.placed, m.line('side', 'buy'), m.line('venue', 'LSQ'))),
        t.requests(t.all(m.placing, m.status(201), m.side('buy'), m.venue('LSQ'))),
      ),
    ),
  ),
  ...talk(
    'shift',
    ask('follow-up', 'errors of fix-gateway last 10 minutes', t.count(t.last(10), ...t.errors(m.fix))),
    ask('follow-up', 'the 10 minutes before that?', t.count(t.earlier(10, 10), ...t.errors(m.fix))),
  ),
  ...talk(
    'limit',
    ask(
      'follow-up',
      'how many 403 did cash-ledger return',
      t.count(t.anytime, t.requests(t.all(m.cash, m.status(403)))),
    ),
    ask('follow-up', 'what do its logs say about those?', t.words({ says: [['over daily limit']] })),
  ),
  ...talk(
    'widen',
    ask('follow-up', 'warnings in risk-check last 15 min', t.count(t.last(15), t.logs(t.all(m.risk, t.level('WARN'))))),
    ask('follow-up', 'make it an hour', t.count(t.last(60), t.logs(t.all(m.risk, t.level('WARN'))))),
  ),
  ...talk(
    'split',
    ask(
      'follow-up',
      'failed requests on trade-gate since {@onset}',
      t.count(t.since('onset'), t.failures(m.gate), t.logs(t.all(m.gate, t.level('ERROR')))),
    ),
    ask(
      'follow-up',
      'by account tier',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.TIERS, (one) => t.failures(t.all(m.gate, m.tier(one)))),
      ),
    ),
  ),
]
