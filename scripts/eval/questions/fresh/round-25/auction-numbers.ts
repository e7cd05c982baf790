/** Shares, durations, rates, sums, metrics and comparisons of the auction house. Twenty-fifth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const lag = (replica: string, what: t.Statistic) =>
  t.metric('bid_engine', 'postgresql.replication.lag', what, (point) => point.attributes['db.replica'] === replica)

export const AUCTION_NUMBERS_25 = [
  ask('ratio', 'error rate bid_engine since {@onset+1}', t.percent(t.since('onset', 1), t.share(m.engine))),
  ask(
    'ratio',
    'what percentage of bids fail at the moment (last 15 min)?',
    t.percent(t.last(15), t.share(m.bidding), t.share(m.biddingOutside)),
  ),
  ask('ratio', 'storefront error rate today', t.percent(t.anytime, t.share(m.storefront))),
  ask('ratio', 'share of declined charges', t.percent(t.anytime, t.share(m.charging, m.status(402)))),
  ask(
    'ratio',
    'How much of our traffic is ios, in percent?',
    t.percent(t.anytime, t.share(m.storefront, m.platform('ios'))),
  ),
  ask(
    'ratio',
    'error rate of payments in the last half hour',
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
  ask(
    'ratio',
    'failure rate for lots-replica-2 since {@onset+1}',
    t.percent(t.since('onset', 1), t.share(t.all(m.engine, m.replica('lots-replica-2')))),
  ),
  ask('ratio', 'what fraction of lots stays unsold', t.percent(t.anytime, t.logShare(m.closed, m.unsold))),

  ask('percentile', 'p95 storefront', t.millis(t.anytime, t.took(m.storefront, 0.95))),
  ask('percentile', 'p99 of payments in the last hour?', t.millis(t.last(60), t.took(m.payments, 0.99))),
  ask(
    'percentile',
    'median duration of bid_engine before {@onset}',
    t.millis(t.before('onset'), t.took(m.engine, 0.5)),
  ),
  ask('percentile', 'p90 GET /search since {@release+1}', t.millis(t.since('release', 1), t.took(m.searching, 0.9))),
  ask('percentile', 'outbid_notifier p95 last 40 min', t.millis(t.last(40), t.took(m.notifier, 0.95))),
  ask('mean-max', 'how long does a charge take on average?', t.millis(t.anytime, t.took(m.charging, 'mean'))),
  ask('mean-max', 'slowest storefront request today, how long', t.millis(t.anytime, t.took(m.storefront, 'max'))),
  ask(
    'mean-max',
    'average latency of lot-catalog in the last 20 minutes',
    t.millis(t.last(20), t.took(m.catalog, 'mean')),
  ),
  ask('mean-max', 'highest took_ms in lot-catalog logs', t.value(t.anytime, m.carried(m.catalog, 'took_ms', 'max'))),
  ask(
    'mean-max',
    'average number of hits per search?',
    t.within(0.03, t.value(t.anytime, m.carried(m.catalog, 'hits', 'mean'))),
  ),
  ask(
    'slowest',
    'which service has the highest p95?',
    t.words({
      first: { name: 'payments', among: ['storefront', 'lot-catalog', 'bid_engine', 'payments', 'outbid_notifier'] },
    }),
  ),
  ask(
    'slowest',
    'slowest action on storefront?',
    t.words({
      first: {
        name: 'PaymentsController#create',
        among: [
          'PaymentsController#create',
          'LotsController#index',
          'LotsController#show',
          'BidsController#create',
          'WatchlistController#update',
        ],
      },
    }),
  ),
  ask(
    'slowest',
    'show me the slowest traces of payments',
    t.words({ says: [['charges', 'payments']], neverFirst: ['root cause'] }),
  ),

  ask('rate', 'requests per second on storefront?', t.perS(t.anytime, t.perSecond(t.requests(m.storefront)))),
  ask('rate', 'bids per minute before {@onset}', t.perS(t.before('onset'), ...m.TRIED.map(t.perSecond))),
  ask('rate', 'failed bids per minute in the last 20 min', t.perS(t.last(20), ...m.LOST.map(t.perSecond))),
  ask('rate', 'charges per hour', t.perS(t.anytime, ...[...m.CAPTURED, t.requests(m.charging)].map(t.perSecond))),
  ask('rate', 'lots sold per minute', t.perS(t.anytime, t.perSecond(t.logs(m.sold)))),

  ask(
    'sum',
    'how much money was captured today (EUR)',
    t.within(
      0.005,
      t.value(
        t.anytime,
        gauge('payments', 'payments.captured', 'sum'),
        t.stated(/^charge \S+ of ([\d.]+) EUR captured/, 'sum'),
      ),
    ),
  ),
  ask(
    'sum',
    'sum of bids.accepted in the last 30 minutes',
    t.within(0.03, t.count(t.last(30), gauge('bid_engine', 'bids.accepted', 'sum'))),
  ),
  ask('sum', 'total hammer price of the lots sold?', t.value(t.anytime, t.stated(/sold for (\d+) EUR/, 'sum'))),
  ask(
    'stated',
    'average accepted bid in EUR',
    t.within(0.01, t.value(t.anytime, t.stated(/^BID-\d+ of (\d+) EUR .* accepted/, 'mean'))),
  ),
  ask('stated', 'highest bid accepted', t.value(t.anytime, t.stated(/^BID-\d+ of (\d+) EUR .* accepted/, 'max'))),
  ask('stated', 'what was the most expensive lot sold for?', t.value(t.anytime, t.stated(/sold for (\d+) EUR/, 'max'))),

  ask(
    'metric',
    'replication lag of lots-replica-2 now',
    t.within(0.04, t.value(t.anytime, lag('lots-replica-2', 'last'), t.scaled(lag('lots-replica-2', 'last'), 1000))),
  ),
  ask(
    'metric',
    'max postgresql.replication.lag',
    t.within(
      0.01,
      t.value(
        t.anytime,
        gauge('bid_engine', 'postgresql.replication.lag', 'max'),
        t.scaled(gauge('bid_engine', 'postgresql.replication.lag', 'max'), 1000),
      ),
    ),
  ),
  ask(
    'metric',
    'lag of lots-replica-1 max?',
    t.within(0.01, t.value(t.anytime, lag('lots-replica-1', 'max'), t.scaled(lag('lots-replica-1', 'max'), 1000))),
  ),
  ask(
    'metric',
    'how many people are watching right now (auction.viewers)',
    t.within(0.005, t.value(t.anytime, gauge('live_socket', 'auction.viewers', 'last'))),
  ),
  ask(
    'metric',
    'memory of storefront at its peak',
    t.within(0.01, t.bytes(t.anytime, gauge('storefront', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'avg busy puma threads',
    t.within(0.02, t.value(t.anytime, gauge('storefront', 'puma.threads.busy', 'mean'))),
  ),
  ask('metric', 'sidekiq queue size max', t.value(t.anytime, gauge('closing-worker', 'sidekiq.queue.size', 'max'))),
  ask(
    'metric',
    'rabbitmq.queue.messages mean in the last hour',
    t.within(0.03, t.value(t.last(60), gauge('outbid_notifier', 'rabbitmq.queue.messages', 'mean'))),
  ),

  ask(
    'compare',
    'p50 of lot-catalog search before and after 3.9.0',
    t.compared('ms', t.took(m.searching, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'accepted bids {@onset-20} to {@onset} against {@onset+1} to {@onset+21}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.ACCEPTED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 21]), m.ACCEPTED),
    ],
  })),
  ask(
    'compare',
    'storefront requests: last 15 min vs the 15 min before that',
    t.compared('count', t.requests(m.storefront), t.last(15), t.earlier(15, 15)),
  ),
  ask(
    'compare',
    'are there more requests from android or from ios?',
    t.words({ saysFirst: [['\\bios\\b']], neverFirst: ['more (?:from )?android', 'android (?:\\w+ )?more'] }),
  ),
  ask('trend', 'is auction.viewers growing?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'is the replication lag still rising',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'ris', 'grow', 'rose', 'up from', 'increas', 'steady', 'flat', 'level', 'higher']],
      neverFirst: ['fell', 'falling'],
    }),
  ),
  ask(
    'trend',
    'did lot-catalog get slower with the release',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'went from', 'grew']],
      neverFirst: ['^\\W*no\\b', '\\bfaster\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything odd about payments?',
    t.words({
      saysFirst: [['payments'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?payments', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'does postgresql.replication.lag look normal?',
    t.words({
      saysFirst: [
        ['^\\W*no\\b', 'jump', 'rose', 'went up', 'higher', 'unusual', 'not normal', 'peak', 'anomal', 'from 0'],
      ],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'p50 and p99 of storefront, last hour',
    t.both(t.last(60), ['ms', t.took(m.storefront, 0.5)], ['ms', t.took(m.storefront, 0.99)]),
  ),
  ask('several', 'how many charges were captured and how many declined?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.CAPTURED), t.numberOf(asked, 'count', t.anytime, m.DECLINED)],
  })),
  ask('several', 'bids accepted and bids failed since {@onset}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.ACCEPTED),
      t.numberOf(asked, 'count', t.since('onset'), m.LOST),
    ],
  })),
  ask(
    'group',
    'p95 per operation of lot-catalog',
    t.groups('ms', t.anytime, { 'GET /search': t.took(m.searching, 0.95), 'GET /lots/{id}': t.took(m.viewing, 0.95) }),
  ),
  ask(
    'group',
    'error rate of storefront per platform since {@onset+1}',
    t.groups(
      'percent',
      t.since('onset', 1),
      m.each(m.PLATFORMS, (one) => t.share(t.all(m.storefront, m.platform(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of lot-catalog?', t.millis(t.anytime, t.took(m.catalog, 0.95))),
    ask('follow-up', 'median?', t.millis(t.anytime, t.took(m.catalog, 0.5))),
    ask('follow-up', 'and for payments', t.millis(t.anytime, t.took(m.payments, 0.5))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate of storefront in the last 10 min', t.percent(t.last(10), t.share(m.storefront))),
    ask('follow-up', 'bid_engine?', t.percent(t.last(10), t.share(m.engine))),
    ask('follow-up', 'last 20 min', t.percent(t.last(20), t.share(m.engine))),
  ),
  ...talk(
    'memory',
    ask(
      'follow-up',
      'max beam memory of bid_engine',
      t.within(0.01, t.bytes(t.anytime, gauge('bid_engine', 'beam.memory.total', 'max'))),
    ),
    ask(
      'follow-up',
      'and outbid_notifier?',
      t.within(0.01, t.bytes(t.anytime, gauge('outbid_notifier', 'beam.memory.total', 'max'))),
    ),
  ),
]
