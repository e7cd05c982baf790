/** How many, and who has most: codes, rentals, locks, charges, pushes of the shared bicycles. Eighteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const BIKES_COUNTS_18 = [
  ask(
    'count',
    'how many 502 did edge-ingress return since {@onset+3}?',
    t.count(t.since('onset', 3), ...m.atIngress(502)),
  ),
  ask('count', '502s last hour?', t.count(t.last(60), ...m.atIngress(502), t.requests(m.status(502)))),
  ask('count', 'number of 429 on the ingress', t.count(t.anytime, ...m.atIngress(429))),
  ask('count', 'requests to station-service last 10min', t.count(t.last(10), t.requests(m.station))),
  ask('count', 'How many requests did app-bff handle in the last half hour?', t.count(t.last(30), t.requests(m.bff))),
  ask('count', 'how many 503 from lock-gateway', t.count(t.anytime, t.requests(t.all(m.lock, m.status(503))))),
  ask(
    'count',
    'count of POST /v2/rentals since {@release}',
    t.count(
      t.since('release'),
      t.requests(m.on(m.bff, '/v2/rentals')),
      t.requests(m.on(m.ingress, '/v2/rentals')),
      t.logs(t.all(m.ingress, m.line('method', 'POST'), m.line('path', '/v2/rentals'))),
    ),
  ),
  ask('count', 'log lines of push-worker in the last 20 minutes', t.count(t.last(20), t.logs(m.push))),
  ask('class-of-codes', 'how many 5xx on app-bff since {@onset}?', t.count(t.since('onset'), t.failures(m.bff))),
  ask('class-of-codes', '4xx of rental-service today', t.count(t.anytime, t.requests(t.all(m.rental, m.status(409))))),
  ask('class-of-codes', 'did we have any 5xx before {@onset-1}', NONE),

  ask('errors', 'errors in lock-gatway', t.count(t.anytime, ...t.errors(m.lock))),
  ask('errors', 'rental service errors last 15 min', t.count(t.last(15), ...t.errors(m.rental))),
  ask('errors', 'How many errors did app-bff log today?', t.count(t.anytime, ...t.errors(m.bff))),
  ask('errors', 'any errors in billing-service?', NONE),
  ask('errors', 'errors of zone-service pls', NONE),
  ask(
    'errors',
    'failed requests on edge-ingress in the last 10 minutes',
    t.count(t.last(10), t.failures(m.ingress), t.logs(t.all(m.ingress, t.level('ERROR')))),
  ),
  ask('level', 'warnings in station-service?', t.count(t.anytime, t.logs(t.all(m.station, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings has push-worker written in the last 40 minutes?',
    t.count(t.last(40), t.logs(t.all(m.push, t.level('WARN')))),
  ),
  ask('level', 'all error logs since {@onset}, every service', t.count(t.since('onset'), t.logs(t.level('ERROR')))),
  ask('level', 'rental-service info logs last 5 min', t.count(t.last(5), t.logs(t.all(m.rental, t.level('INFO'))))),

  ask('outcome', 'how many rentals failed today', t.count(t.anytime, ...m.FAILED_RENTALS)),
  ask('outcome', 'rentals started in the last hour?', t.count(t.last(60), ...m.STARTED)),
  ask('outcome', 'how many rentals could not be ended since {@onset}?', t.count(t.since('onset'), ...m.NOT_ENDED)),
  ask('outcome', 'cards declined?', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'how many locks were opened in the last 30 minutes', t.count(t.last(30), t.logs(m.opened))),
  ask(
    'outcome',
    'How many rides did we charge since {@release}?',
    t.count(t.since('release'), t.logs(m.charged), t.requests(t.all(m.billing, m.status(201)))),
  ),
  ask('outcome', 'push messages sent in last 10 minutes', t.count(t.last(10), t.logs(m.pushed))),
  ask(
    'outcome',
    'how often was a station full?',
    t.count(t.anytime, t.logs(m.full), t.requests(t.all(m.zone, m.status(409)))),
  ),
  ask('outcome', 'rentals ended ok in the last 20 min', t.count(t.last(20), ...m.ENDED)),

  ask('text', 'how many "protocol version not supported"?', t.count(t.anytime, t.logs(m.noTls))),
  ask('text', 'low battery warnings', t.count(t.anytime, t.logs(m.battery))),
  ask('text', 'how often "dock counts differ" in the last 45 min', t.count(t.last(45), t.logs(m.docks))),
  ask('text', 'bike is already rented - count since {@onset-20}', t.count(t.since('onset', -20), t.logs(m.rented))),
  ask('text', 'position jumped, how many times?', t.count(t.anytime, t.logs(m.jumped))),
  ask('text', 'expired push tokens', t.count(t.anytime, t.logs(m.expired))),
  ask('text', 'how many sessions expired in the last hour?', t.count(t.last(60), t.logs(m.sessions))),

  ask('attribute', 'requests from ios on app-bff', t.count(t.anytime, t.requests(t.all(m.bff, m.platform('ios'))))),
  ask(
    'attribute',
    'how many rentals were started in madrid?',
    t.count(
      t.anytime,
      t.logs(t.all(m.started, m.line('city', 'madrid'))),
      t.requests(t.all(m.starting, m.status(201), m.city('madrid'))),
      t.requests(t.all(m.starting, m.city('madrid'))),
    ),
  ),
  ask('attribute', 'paypal charges', t.count(t.anytime, t.requests(t.all(m.billing, m.method('paypal'))))),
  ask('attribute', 'unlock commands for an ebike', t.count(t.anytime, t.requests(t.all(m.unlocking, m.type('ebike'))))),
  ask(
    'attribute',
    'bike positions received from hamburg, last 30 min',
    t.count(t.last(30), t.requests(t.all(m.telemetry, m.city('hamburg')))),
  ),
  ask(
    'conditions',
    'failed POST /v2/rentals on app-bff in berlin since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.on(m.bff, '/v2/rentals'), m.city('berlin')))),
  ),
  ask(
    'conditions',
    'card charges slower than 300 ms in the last hour',
    t.count(t.last(60), t.requests(t.all(m.billing, m.method('card'), t.longer(300)))),
  ),
  ask(
    'conditions',
    'how many 502 did android users get in hamburg?',
    t.count(t.anytime, t.requests(t.all(m.bff, m.status(502), m.platform('android'), m.city('hamburg')))),
  ),
  ask(
    'conditions',
    'madrid or hamburg: rental-service requests with 409',
    t.count(t.anytime, t.requests(t.all(m.rental, m.status(409), m.city('madrid', 'hamburg')))),
  ),
  ask(
    'exclusion',
    'errors without the ones of lock-gateway, since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.lock))), t.failures(t.not(m.lock))),
  ),
  ask(
    'exclusion',
    'app-bff requests except GET /v2/stations',
    t.count(t.anytime, t.requests(t.all(m.bff, t.not(t.has('http.route', '/v2/stations'))))),
  ),
  ask(
    'exclusion',
    'how many charges were not paid by card?',
    t.count(
      t.anytime,
      t.requests(t.all(m.billing, t.not(m.method('card')))),
      t.logs(t.all(m.charged, t.not(m.line('method', 'card')))),
    ),
  ),
  ask('slow', 'unlocks slower than half a second', t.count(t.anytime, t.requests(t.all(m.unlocking, t.longer(500))))),
  ask('slow', 'billing > 400ms count', t.count(t.anytime, t.requests(t.all(m.billing, t.longer(400))))),

  ask(
    'distinct',
    'how many different riders in the last 15 minutes?',
    t.count(t.last(15), t.differentOf(m.bff, 'rider.id')),
  ),
  ask('distinct', 'number of cities', t.count(t.anytime, t.differentOf(m.bff, 'ride.city'))),
  ask(
    'distinct',
    'how many bikes had a low lock battery?',
    t.count(t.anytime, t.differentIn(m.battery, 'bike'), t.logs(m.battery)),
  ),
  ask(
    'group',
    'requests per route of app-bff',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(m.bff, one))),
    ),
  ),
  ask(
    'group',
    'failed requests on app-bff by city',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CITIES, (one) => t.failures(t.all(m.bff, m.city(one)))),
    ),
  ),
  ask(
    'group',
    'app-bff requests by platform in the last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.bff, m.platform(one)))),
    ),
  ),
  ask('group', 'errors per service since {@onset}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['edge-ingress', m.ingress],
          ['app-bff', m.bff],
          ['rental-service', m.rental],
          ['lock-gateway', m.lock],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset'), t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'status codes of rental-service',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 409, 502].map((code) => [code, t.requests(t.all(m.rental, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'charges by payment.method',
    t.groups(
      'count',
      t.anytime,
      m.each(['card', 'paypal', 'wallet'], (one) => t.requests(t.all(m.billing, m.method(one)))),
    ),
  ),
  ask('top', 'which city has most rentals?', t.topOf(m.spansOf(m.starting), t.attribute('ride.city'))),
  ask('top', 'busiest endpoint of the app-bff?', t.topOf(m.spansOf(m.bff), t.attribute('http.route'))),
  ask(
    'top',
    'which service logs the most?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'most used payment method', t.topOf(m.spansOf(m.billing), t.attribute('payment.method'))),
  ask(
    'window',
    'rentals started between {@onset-10} and {@onset}',
    t.count(t.during(['onset', -10], ['onset', 0]), ...m.STARTED),
  ),
  ask(
    'window',
    'lock-gateway errors {@onset+5}-{@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), ...t.errors(m.lock)),
  ),
  ask(
    'window',
    'How many requests reached the ingress between {@release} and {@release+10}?',
    t.count(t.during(['release', 0], ['release', 10]), t.requests(m.ingress), t.logs(m.ingress)),
  ),

  ...talk(
    'ingress',
    ask('follow-up', 'requests of edge-ingress in the last 20 min', t.count(t.last(20), t.requests(m.ingress))),
    ask('follow-up', 'only the 502s', t.count(t.last(20), ...m.atIngress(502))),
    ask('follow-up', 'and 429?', t.count(t.last(20), ...m.atIngress(429))),
  ),
  ...talk(
    'bff',
    ask(
      'follow-up',
      'how many requests failed on app-bff since {@onset}',
      t.count(t.since('onset'), t.failures(m.bff)),
    ),
    ask('follow-up', 'in madrid?', t.count(t.since('onset'), t.failures(t.all(m.bff, m.city('madrid'))))),
    ask(
      'follow-up',
      'only ios',
      t.count(t.since('onset'), t.failures(t.all(m.bff, m.city('madrid'), m.platform('ios')))),
    ),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'warnings of rental-service', t.count(t.anytime, t.logs(t.all(m.rental, t.level('WARN'))))),
    ask('follow-up', 'and for ride-telemetry?', t.count(t.anytime, t.logs(t.all(m.telemetry, t.level('WARN'))))),
  ),
]
