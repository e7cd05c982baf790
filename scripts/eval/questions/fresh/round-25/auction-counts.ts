/** How many, of what and since when: codes, errors, bids, charges, lots, notices. Twenty-fifth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?|5xx|warnings?)', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const AUCTION_COUNTS_25 = [
  ask('count', '503s on storefront today?', t.count(t.anytime, m.codeAtFront(503))),
  ask(
    'count',
    'how many 402 did payments answer since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.payments, m.status(402))), t.logs(m.declined)),
  ),
  ask('count', '# 422 bid_engine last 45 min', t.count(t.last(45), ...m.LOW)),
  ask(
    'count',
    'How many requests reached bid_engine between {@onset-20} and {@onset}?',
    t.count(t.during(['onset', -20], ['onset', 0]), t.requests(m.engine)),
  ),
  ask(
    'count',
    'number of storefront requests since {@onset+5}',
    t.count(t.since('onset', 5), t.requests(m.storefront)),
  ),
  ask(
    'count',
    'LotsController#show: number of calls in the last 30 minutes',
    t.count(t.last(30), t.requests(m.action('LotsController#show'))),
  ),
  ask('count', '404 from lot-catalog?', t.count(t.anytime, t.requests(t.all(m.catalog, m.status(404))))),
  ask('class-of-codes', 'any 5xx in payments?', NONE),
  ask(
    'class-of-codes',
    'number of 5xx responses of bid_engine in the last 20 minutes',
    t.count(t.last(20), t.failures(m.engine)),
  ),
  ask(
    'class-of-codes',
    '4xx of bid_engine since {@release}?',
    t.count(t.since('release'), t.requests(t.all(m.engine, m.status(409, 422)))),
  ),

  ask('errors', 'errors bid_engin', t.count(t.anytime, ...t.errors(m.engine))),
  ask(
    'errors',
    'how many errors since {@onset+10} on storefront?',
    t.count(t.since('onset', 10), ...t.errors(m.storefront)),
  ),
  ask(
    'errors',
    'bid engine errors from {@onset} to {@onset+12}',
    t.count(t.during(['onset', 0], ['onset', 12]), ...t.errors(m.engine)),
  ),
  ask('errors', 'does lot-catalog have errors', NONE),
  ask('errors', 'fatal lines anywhere today?', NONE),
  ask('errors', 'are there any errors in outbid_notifier today', NONE),
  ask('level', 'warnings payments', t.count(t.anytime, t.logs(t.all(m.payments, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did lot-catalog log in the last 50 minutes',
    t.count(t.last(50), t.logs(t.all(m.catalog, t.level('WARN')))),
  ),
  ask('level', 'count of ERROR records overall', t.count(t.anytime, t.logs(t.level('ERROR')))),

  ask('outcome', 'how many bids were accepted in the last half hour?', t.count(t.last(30), ...m.ACCEPTED)),
  ask('outcome', 'bids not placed, how many', t.count(t.anytime, ...m.LOST)),
  ask('outcome', 'how many bids were below the minimum today', t.count(t.anytime, ...m.LOW)),
  ask('outcome', 'bids on lots that had ended', t.count(t.anytime, ...m.ENDED)),
  ask('outcome', 'how many charges were captured in the last 40 minutes?', t.count(t.last(40), ...m.CAPTURED)),
  ask('outcome', 'declined charges today?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'How many lots were sold in the last hour?', t.count(t.last(60), t.logs(m.sold))),
  ask('outcome', 'how many outbid notices were sent since {@onset}', t.count(t.since('onset'), ...m.NOTIFIED)),
  ask('outcome', 'notices that bounced because of a full mailbox?', t.count(t.anytime, t.logs(m.mailboxFull))),
  ask('outcome', 'how many viewers joined in the last 10 minutes', t.count(t.last(10), t.logs(m.joined))),

  ask('text', 'insufficient funds: how many times', t.count(t.anytime, t.logs(m.noFunds))),
  ask('text', '"search without hits" since {@release}, count', t.count(t.since('release'), t.logs(m.noHits))),
  ask('text', 'how many lines mention "suspected fraud"?', t.count(t.anytime, t.logs(m.fraud))),
  ask('text', 'lines with "behind the primary"', t.count(t.anytime, t.logs(m.behindPrimary))),
  ask('text', 'reserve not met - how often in the last hour?', t.count(t.last(60), t.logs(m.unsold))),
  ask(
    'attribute',
    'requests of android users on storefront',
    t.count(t.anytime, t.requests(t.all(m.storefront, m.platform('android')))),
  ),
  ask(
    'attribute',
    'how many proxy bids in the last 25 min?',
    t.count(t.last(25), t.requests(t.all(m.bidding, m.kind('proxy')))),
  ),
  ask(
    'attribute',
    'charges by wallet since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.charging, m.method('wallet'))),
      t.requests(t.all(m.charging, m.method('wallet'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'how many storefront requests came from GB in the last 20 minutes',
    t.count(t.last(20), t.requests(t.all(m.storefront, m.country('GB')))),
  ),
  ask(
    'attribute',
    'bid_engine requests on lots-replica-1',
    t.count(t.anytime, t.requests(t.all(m.engine, m.replica('lots-replica-1')))),
  ),

  ask(
    'conditions',
    'failed bids on watches since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.bidding, m.category('watches')))),
  ),
  ask(
    'conditions',
    'storefront 503 from ios in the last 15 minutes',
    t.count(t.last(15), t.requests(t.all(m.storefront, m.status(503), m.platform('ios')))),
  ),
  ask(
    'conditions',
    '503 for french users on web',
    t.count(t.anytime, t.requests(t.all(m.storefront, m.status(503), m.country('FR'), m.platform('web')))),
  ),
  ask(
    'conditions',
    'storefront requests from US slower than 100 ms',
    t.count(t.anytime, t.requests(t.all(m.storefront, m.country('US'), t.longer(100)))),
  ),
  ask(
    'conditions',
    'failed requests of bid_engine with db.replica lots-replica-2',
    t.count(t.anytime, t.failures(t.all(m.engine, m.replica('lots-replica-2')))),
  ),
  ask(
    'exclusion',
    'storefront requests without watchlist updates',
    t.count(t.anytime, t.requests(t.all(m.storefront, t.not(m.action('WatchlistController#update'))))),
  ),
  ask(
    'exclusion',
    'declined charges except insufficient funds',
    t.count(t.anytime, t.logs(t.all(m.declined, t.not(m.noFunds)))),
  ),
  ask(
    'exclusion',
    'warnings of every service but payments',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(m.payments)))),
  ),
  ask('slow', 'charges that took longer than 600 ms', t.count(t.anytime, t.requests(t.all(m.charging, t.longer(600))))),
  ask(
    'slow',
    'how many storefront requests needed more than half a second in the last hour?',
    t.count(t.last(60), t.requests(t.all(m.storefront, t.longer(500)))),
  ),

  ask(
    'distinct',
    'how many different users bid today?',
    t.count(t.anytime, t.differentOf(m.biddingOutside, 'user.id')),
  ),
  ask('distinct', 'unique users in the last 15 minutes', t.count(t.last(15), t.differentOf(m.storefront, 'user.id'))),
  ask('distinct', 'how many lots got an accepted bid', t.count(t.anytime, t.differentTexts(/ on (LOT-\d+) accepted$/))),
]

export const AUCTION_GROUPS_25 = [
  ask(
    'group',
    'storefront requests by platform',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.storefront, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'failed bids per category',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CATEGORIES, (one) => t.failures(t.all(m.bidding, m.category(one)))),
    ),
  ),
  ask(
    'group',
    'bid_engine status codes since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      Object.fromEntries([201, 422, 503].map((code) => [code, t.requests(t.all(m.engine, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'error logs by service',
    t.groups(
      'count',
      t.anytime,
      m.each(['bid_engine', 'storefront'], (one) => t.logs(t.all(t.of(one), t.level('ERROR')))),
    ),
  ),
  ask(
    'group',
    'break down the requests of storefront by action',
    t.groups(
      'count',
      t.anytime,
      m.each(['LotsController#show', 'LotsController#index', 'BidsController#create'], (one) =>
        t.requests(m.action(one)),
      ),
    ),
  ),
  ask(
    'group',
    'bid failures by replica since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(['lots-replica-2'], (one) => t.failures(t.all(m.bidding, m.replica(one)))),
    ),
  ),
  ask('top', 'category with the most bids', t.topOf(m.spansOf(m.bidding), t.attribute('lot.category'))),
  ask(
    'top',
    'which platform has the most failed requests?',
    t.topOf(m.spansOf(t.all(m.storefront, t.failed)), t.attribute('app.platform')),
  ),
  ask(
    'top',
    'busiest action of storefront',
    t.topOf(m.spansOf(m.storefront), (row) => ('name' in row ? row.name : '')),
  ),
  ask(
    'top',
    'who writes most of the warnings',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask(
    'window',
    'accepted bids between {@release} and {@onset}',
    t.count(t.during(['release', 0], ['onset', 0]), ...m.ACCEPTED),
  ),
  ask(
    'window',
    'lots sold from {@restart+1} to {@restart+31}',
    t.count(t.during(['restart', 1], ['restart', 31]), t.logs(m.sold)),
  ),
  ask(
    'window',
    'how many charges were declined in the ten minutes before {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), ...m.DECLINED),
  ),

  ...talk(
    'codes',
    ask('follow-up', 'storefront 503 in the last 20 minutes?', t.count(t.last(20), m.codeAtFront(503))),
    ask('follow-up', 'and 422', t.count(t.last(20), m.codeAtFront(422))),
    ask('follow-up', 'same for the last 40 minutes', t.count(t.last(40), m.codeAtFront(422))),
  ),
  ...talk(
    'bids',
    ask('follow-up', 'how many bids failed since {@onset}?', t.count(t.since('onset'), ...m.LOST)),
    ask('follow-up', 'only art', t.count(t.since('onset'), t.failures(t.all(m.bidding, m.category('art'))))),
    ask('follow-up', 'and cars?', t.count(t.since('onset'), t.failures(t.all(m.bidding, m.category('cars'))))),
  ),
  ...talk(
    'charges',
    ask('follow-up', 'declined charges in the last hour', t.count(t.last(60), ...m.DECLINED)),
    ask(
      'follow-up',
      'by card only',
      t.count(t.last(60), t.requests(t.all(m.charging, m.status(402), m.method('card')))),
    ),
  ),
  ...talk(
    'traffic',
    ask('follow-up', 'requests to lot-catalog in the last 10 min', t.count(t.last(10), t.requests(m.catalog))),
    ask(
      'follow-up',
      'split by operation',
      t.groups('count', t.last(10), {
        'GET /search': t.requests(m.searching),
        'GET /lots/{id}': t.requests(m.viewing),
      }),
    ),
  ),
  ...talk(
    'levels',
    ask(
      'follow-up',
      'warnings of payments since {@restart}',
      t.count(t.since('restart'), t.logs(t.all(m.payments, t.level('WARN')))),
    ),
    ask('follow-up', 'and of lot-catalog?', t.count(t.since('restart'), t.logs(t.all(m.catalog, t.level('WARN'))))),
    ask('follow-up', 'what about errors there', NONE),
  ),
]
