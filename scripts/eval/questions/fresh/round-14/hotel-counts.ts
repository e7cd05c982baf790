/** How many: codes, errors, bookings, lines of the hotel bookings, and who has most. Fourteenth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const HOTEL_COUNTS_14 = [
  ask(
    'count',
    'how many 502 did api-gateway return since {@onset+3}?',
    t.count(t.since('onset', 3), t.requests(t.all(m.gateway, m.status(502)))),
  ),
  ask('count', '503s today', t.count(m.today, t.requests(t.all(m.gateway, m.status(503))), t.requests(m.status(503)))),
  ask(
    'count',
    'number of 429 on the gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(429))), t.logs(t.says(/^too many requests/))),
  ),
  ask('count', 'requests to booking-service last 20 min', t.count(t.last(20), t.requests(m.booking))),
  ask(
    'count',
    'How many requests reached search-service between {@release} and {@onset}?',
    t.count(t.during(['release', 0], ['onset', 0]), t.requests(m.search)),
  ),
  ask(
    'count',
    'how many searches in the last 10 minutes',
    t.count(t.last(10), t.requests(m.searches), t.requests(m.inside.searches)),
  ),
  ask('count', 'failed requests on rate-service?', t.count(t.anytime, t.failures(m.rates))),
  ask('count', 'api-gateway 404s', t.count(t.anytime, t.requests(t.all(m.gateway, m.status(404))))),
  ask(
    'class-of-codes',
    '5xx on api-gateway since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.gateway, m.status(502, 503)))),
  ),
  ask(
    'class-of-codes',
    'how many 4xx came out of booking-service today?',
    t.count(m.today, t.requests(t.all(m.booking, m.status(402, 409)))),
  ),
  ask(
    'class-of-codes',
    'were there 5xx on the gateway before {@onset}?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:5xx|requests|errors)', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('errors', 'errors in bookng-service', t.count(t.anytime, ...t.errors(m.booking))),
  ask('errors', 'errors on the search service pls', t.count(t.anytime, ...t.errors(m.search))),
  ask('errors', 'how many errors in the last 15 min', t.count(t.last(15), ...t.errors(t.any))),
  ask('errors', 'rate-service errors since {@onset+10}', t.count(t.since('onset', 10), ...t.errors(m.rates))),
  ask(
    'errors',
    'any errors in guest-service?',
    t.words({
      saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('level', 'warnings channel-sync', t.count(t.anytime, t.logs(t.all(m.channel, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did mail-worker log in the last 30 minutes?',
    t.count(t.last(30), t.logs(t.all(m.mail, t.level('WARN')))),
  ),
  ask(
    'level',
    'error log lines between {@onset+5} and {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), t.logs(t.level('ERROR'))),
  ),
  ask('outcome', 'how many bookings failed today', t.count(m.today, ...m.FAILED_BOOKINGS)),
  ask('outcome', 'How many bookings were confirmed in the last hour?', t.count(t.last(60), ...m.CONFIRMED)),
  ask(
    'outcome',
    'cancelled bookings?',
    t.count(t.anytime, t.logs(m.cancelled), t.requests(m.inside.cancellations), t.requests(m.cancellations)),
  ),
  ask('outcome', 'how many cards were declined since {@release}?', t.count(t.since('release'), ...m.DECLINED)),
  ask(
    'outcome',
    'how many guests wanted a room that was sold out?',
    t.count(
      t.anytime,
      ...m.SOLD_OUT,
      t.requests(t.all(m.bookings, m.status(409))),
      t.differentOf(t.all(m.bookings, m.status(409)), 'guest.id'),
    ),
  ),
  ask('outcome', 'how many confirmation mails did we send', t.count(t.anytime, t.logs(m.mailed), t.requests(m.mail))),
  ask('outcome', 'bounced mails since {@restart}', t.count(t.since('restart'), t.logs(m.bounced))),
  ask('text', '"no such host" how many times?', t.count(t.anytime, t.logs(m.noHost))),
  ask('text', 'unknown hotel - how often', t.count(t.anytime, t.logs(t.says(/^unknown hotel/)))),
  ask(
    'text',
    'session expired count since {@release}',
    t.count(t.since('release'), t.logs(t.says(/^session expired/))),
  ),
  ask('text', 'how many lines mention stayhub?', t.count(t.anytime, t.logs(t.says(/stayhub/)))),
  ask('text', 'dns failures in the last 10 min?', t.count(t.last(10), ...m.UNRESOLVED)),
  ask('attribute', 'how many requests from ios?', t.count(t.anytime, t.requests(m.platform('ios')))),
  ask(
    'attribute',
    'requests of gold members on api-gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.tier('gold')))),
  ),
  ask('attribute', 'searches for Rome', t.count(t.anytime, t.requests(t.all(m.search, m.city('Rome'))))),
  ask(
    'attribute',
    'how many payments were made with paypal?',
    t.count(
      t.anytime,
      t.requests(t.all(m.payment, m.method('paypal'))),
      t.requests(t.all(m.payment, m.method('paypal'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'how many suites were booked',
    t.count(
      t.anytime,
      t.logs(t.all(m.confirmed, m.line('room', 'suite'))),
      t.requests(t.all(m.inside.bookings, t.has('room.type', 'suite'))),
    ),
  ),
  ask(
    'conditions',
    'failed searches on android since {@onset}, seen at the gateway',
    t.count(t.since('onset'), t.failures(t.all(m.searches, m.platform('android')))),
  ),
  ask(
    'conditions',
    'POST /api/bookings, status 503, gold or silver, desktop only: how many?',
    t.count(t.anytime, t.requests(t.all(m.bookings, m.status(503), m.tier('gold', 'silver'), m.platform('desktop')))),
  ),
  ask(
    'conditions',
    'how many searches for Berlin failed?',
    t.count(t.anytime, t.failures(t.all(m.search, m.city('Berlin')))),
  ),
  ask(
    'exclusion',
    'errors in the logs without api-gateway',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.gateway)))),
  ),
  ask(
    'exclusion',
    'failed requests on api-gateway except searches',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(m.searches)))),
  ),
  ask(
    'exclusion',
    'search-service requests for every city but Rome, last 30 min',
    t.count(
      t.last(30),
      t.requests(t.all(m.inside.searches, t.not(m.city('Rome')))),
      t.requests(t.all(m.search, t.not(m.city('Rome')))),
    ),
  ),
  ask('slow', 'payments slower than half a second', t.count(t.anytime, t.requests(t.all(m.payment, t.longer(500))))),
  ask(
    'slow',
    'how many requests on api-gateway took > 400ms',
    t.count(t.anytime, t.requests(t.all(m.gateway, t.longer(400)))),
  ),
  ask(
    'distinct',
    'how many different guests used us in the last 15 minutes?',
    t.count(t.last(15), t.differentOf(m.gateway, 'guest.id')),
  ),
  ask('distinct', 'in how many cities do people search?', t.count(t.anytime, t.differentOf(m.search, 'hotel.city'))),
  ask('group', 'error count per service please', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['api-gateway', m.gateway],
          ['rate-service', m.rates],
          ['search-service', m.search],
          ['booking-service', m.booking],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'requests per platform on api-gateway',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PLATFORMS, (one) => t.requests(t.all(m.gateway, m.platform(one)))),
    ),
  ),
  ask(
    'group',
    'booking-service status codes, how many of each?',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 204, 402, 409, 503].map((code) => [code, t.requests(t.all(m.booking, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'payments by method in the last 45 minutes',
    t.groups(
      'count',
      t.last(45),
      m.each(m.METHODS, (one) => t.requests(t.all(m.payment, m.method(one)))),
    ),
  ),
  ask('top', 'highest error rate, which service?', ({ world }) => ({
    first: { name: 'rate-service', among: [...world.services] },
  })),
  ask('top', 'busiest endpoint on api-gateway?', t.topOf(m.spansOf(m.gateway), t.attribute('http.route'))),
  ask('top', 'most searched city?', t.topOf(m.spansOf(m.inside.searches), t.attribute('hotel.city'))),
  ask(
    'top',
    'who writes the most warnings?',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask(
    'top',
    'which route fails the most at the gateway?',
    t.topOf(t.failedRequests(m.gateway), t.attribute('http.route')),
  ),
  ask(
    'window',
    'how many bookings in the 10 minutes before {@onset}?',
    t.count(t.during(['onset', -10], ['onset', 0]), ...m.BOOKINGS),
  ),
  ask(
    'window',
    '502 between {@onset+2} and {@onset+7}',
    t.count(t.during(['onset', 2], ['onset', 7]), t.requests(t.all(m.gateway, m.status(502)))),
  ),
  ask(
    'window',
    'api-gateway, number of requests from {@start+10} till {@start+20}',
    t.count(t.during(['start', 10], ['start', 20]), t.requests(m.gateway)),
  ),
]
