/** How many, of what and since when: codes, errors, bookings, seats, tickets, boards. Twenty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?|5xx|warnings?)', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const outage = t.during(['onset', 0], ['recovery', 1])

export const RAIL_COUNTS_27 = [
  ask('count', '503 booking-web total', t.count(t.anytime, t.requests(t.all(m.web, m.status(503))))),
  ask('count', 'how many 409 did seat-service send in the last hour?', t.count(t.last(60), ...m.SOLD_OUT)),
  ask(
    'count',
    'number of 422 at fare-service since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.fares, m.status(422))), t.logs(m.discountGone)),
  ),
  ask('count', 'requests to booking-web, last 20 min', t.count(t.last(20), t.requests(m.web))),
  ask(
    'count',
    'how many requests did timetable-engine handle between {@onset} and {@onset+20}?',
    t.count(t.during(['onset', 0], ['onset', 20]), t.requests(m.engine)),
  ),
  ask(
    'count',
    'GET /api/journeys: how many calls since {@recovery+1}',
    t.count(t.since('recovery', 1), t.requests(m.journeys)),
  ),
  ask('count', 'how many log lines did platform-board write today', t.count(t.anytime, t.logs(m.board))),
  ask(
    'count',
    'how many departures requests in the last half hour',
    t.count(t.last(30), t.requests(m.departures), t.requests(t.all(m.engine, t.named('departures')))),
  ),
  ask('count', 'access log lines in edge-nginx with status 503', t.count(t.anytime, t.logs(m.served(503)))),
  ask(
    'count',
    '410s of seat-service?',
    t.count(t.anytime, t.requests(t.all(m.seats, m.status(410))), t.logs(m.hasLeft)),
  ),
  ask('class-of-codes', 'how many 5xx did seat-service return?', t.count(t.anytime, t.failures(m.seats))),
  ask(
    'class-of-codes',
    'booking-web 4xx in the last 50 min',
    t.count(t.last(50), t.requests(t.all(m.web, m.status(404, 409, 410, 422)))),
  ),
  ask('class-of-codes', 'any 5xx on fare-service?', NONE),
  ask('class-of-codes', 'server errors on booking-web since {@recovery+2}?', NONE),

  ask('errors', 'errors seat service', t.count(t.anytime, ...t.errors(m.seats))),
  ask(
    'errors',
    'how many errors did booking-web log from {@onset} to {@onset+15}',
    t.count(t.during(['onset', 0], ['onset', 15]), ...t.errors(m.web)),
  ),
  ask('errors', 'bookin-web errors today', t.count(t.anytime, ...t.errors(m.web))),
  ask('errors', 'errors in ticket-worker?', NONE),
  ask('errors', 'are there errors on timetable-engine', NONE),
  ask('errors', 'any errors in the last 15 minutes', NONE),
  ask(
    'errors',
    'number of error logs across all services since {@onset}',
    t.count(t.since('onset'), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'warnings timetable-engine', t.count(t.anytime, t.logs(t.all(m.engine, t.level('WARN'))))),
  ask(
    'level',
    'how many warnings did ticket-worker log in the last 45 minutes?',
    t.count(t.last(45), t.logs(t.all(m.worker, t.level('WARN')))),
  ),
  ask(
    'level',
    'seat-service warnings since {@release}',
    t.count(t.since('release'), t.logs(t.all(m.seats, t.level('WARN')))),
  ),
  ask('level', 'warn lines of edge-nginx', t.count(t.anytime, t.logs(t.all(m.edge, t.level('WARN'))))),

  ask('outcome', 'how many bookings failed', t.count(t.anytime, ...m.LOST)),
  ask('outcome', 'bookings confirmed in the last 30 min?', t.count(t.last(30), ...m.CONFIRMED)),
  ask('outcome', 'How many bookings were cancelled today?', t.count(t.anytime, ...m.CANCELLED)),
  ask(
    'outcome',
    'tickets rendered between {@onset} and {@recovery}',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...m.TICKETS),
  ),
  ask('outcome', 'confirmation mails sent since {@restart+1}', t.count(t.since('restart', 1), ...m.MAILS)),
  ask('outcome', 'how often was a train sold out in the last hour', t.count(t.last(60), ...m.SOLD_OUT)),
  ask(
    'outcome',
    'how many boards did not acknowledge?',
    t.count(t.anytime, t.logs(m.boardDead), t.differentTexts(/^board (\S+) does not acknowledge/)),
  ),
  ask(
    'outcome',
    'expired discounts last 40 minutes',
    t.count(t.last(40), t.logs(m.discountGone), t.requests(t.all(m.fares, m.status(422)))),
  ),
  ask('outcome', 'how many journeys had no connection today', t.count(t.anytime, t.logs(m.noConnection))),
  ask('outcome', 'successful reservations since {@recovery+1}', t.count(t.since('recovery', 1), ...m.RESERVED)),

  ask('text', 'deadlock detected - how many lines', t.count(t.anytime, t.logs(m.deadlock))),
  ask('text', 'how many times SMTPServerDisconnected in the last hour?', t.count(t.last(60), t.logs(m.retried))),
  ask('text', '"train has already left" count', t.count(t.anytime, t.logs(m.hasLeft))),
  ask(
    'text',
    'how often do we see 40P01 between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(m.deadlock)),
  ),
  ask('text', '"buffered to a temporary file", number of lines today', t.count(t.anytime, t.logs(m.buffered))),
  ask(
    'attribute',
    'booking-web requests from agencies',
    t.count(t.anytime, t.requests(t.all(m.web, m.channel('agency')))),
  ),
  ask(
    'attribute',
    'how many group reservations were tried since {@onset}?',
    t.count(t.since('onset'), t.requests(t.all(m.reserving, m.party('group')))),
  ),
  ask(
    'attribute',
    'reservations on night trains (NJ)',
    t.count(
      t.anytime,
      t.requests(t.all(m.reserving, m.train('NJ'))),
      t.requests(t.all(m.reserving, m.train('NJ'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'quotes with card50 in the last 20 min',
    t.count(
      t.last(20),
      t.requests(t.all(m.fares, m.discount('card50'))),
      t.requests(t.all(m.fares, m.discount('card50'), m.status(200))),
    ),
  ),
  ask(
    'attribute',
    'departures asked for station Wien',
    t.count(t.anytime, t.requests(t.all(m.engine, m.station('Wien')))),
  ),
  ask(
    'conditions',
    'failed reservations for groups on ICE',
    t.count(t.anytime, t.failures(t.all(m.reserving, m.party('group'), m.train('ICE')))),
  ),
  ask(
    'conditions',
    '503 on booking-web from the app between {@onset} and {@recovery+1}',
    t.count(outage, t.requests(t.all(m.web, m.status(503), m.channel('app')))),
  ),
  ask(
    'conditions',
    'bookings at the counter that were sold out',
    t.count(t.anytime, t.requests(t.all(m.booking, m.channel('counter'), m.status(409)))),
  ),
  ask(
    'conditions',
    'failed first class reservations (travel.class 1)',
    t.count(t.anytime, t.failures(t.all(m.reserving, m.travelClass(1)))),
  ),
  ask(
    'conditions',
    'seat-service reservations slower than 500 ms with status 201',
    t.count(t.anytime, t.requests(t.all(m.reserving, t.longer(500), m.status(201)))),
  ),
  ask(
    'exclusion',
    'booking-web requests except GET /api/journeys in the last half hour',
    t.count(t.last(30), t.requests(t.all(m.web, t.not(m.journeys)))),
  ),
  ask(
    'exclusion',
    'failed reservations that were not groups',
    t.count(t.anytime, t.failures(t.all(m.reserving, t.not(m.party('group'))))),
  ),
  ask(
    'exclusion',
    'warnings without timetable-engine',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(m.engine)))),
  ),
  ask(
    'exclusion',
    '4xx of booking-web but not 404',
    t.count(t.anytime, t.requests(t.all(m.web, m.status(409, 410, 422)))),
  ),
  ask('slow', 'routes computed slower than 100ms', t.count(t.anytime, t.requests(t.all(m.routing, t.longer(100))))),
  ask(
    'slow',
    'booking-web requests > 1 s since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.web, t.longer(1000)))),
  ),
  ask(
    'slow',
    'how many tickets took longer than a second to render',
    t.count(t.anytime, t.requests(t.all(m.rendering, t.longer(1000)))),
  ),
  ask('distinct', 'how many different customers today?', t.count(t.anytime, t.differentOf(m.web, 'customer.id'))),
  ask(
    'distinct',
    'unique customers who tried to book in the last 30 minutes',
    t.count(t.last(30), t.differentOf(m.booking, 'customer.id')),
  ),
]

export const RAIL_GROUPS_27 = [
  ask(
    'group',
    'booking-web requests per sales channel',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.web, m.channel(one)))),
    ),
  ),
  ask(
    'group',
    'failed reservations by party kind',
    t.groups(
      'count',
      t.anytime,
      m.each(m.PARTIES, (one) => t.failures(t.all(m.reserving, m.party(one)))),
    ),
  ),
  ask(
    'group',
    'status codes of seat-service between {@onset} and {@recovery+1}',
    t.groups(
      'count',
      outage,
      Object.fromEntries([201, 204, 500].map((code) => [code, t.requests(t.all(m.seats, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'reservations by train.category, last 40 min',
    t.groups(
      'count',
      t.last(40),
      m.each(m.TRAINS, (one) => t.requests(t.all(m.reserving, m.train(one)))),
    ),
  ),
  ask(
    'group',
    'warnings by service',
    t.groups(
      'count',
      t.anytime,
      m.each(['timetable-engine', 'ticket-worker', 'fare-service', 'platform-board'], (one) =>
        t.logs(t.all(t.of(one), t.level('WARN'))),
      ),
    ),
  ),
  ask(
    'group',
    'requests of ticket-worker per task',
    t.groups('count', t.anytime, {
      'run/tickets.render_pdf': t.requests(m.rendering),
      'run/mails.send_confirmation': t.requests(m.mailing),
    }),
  ),
  ask(
    'group',
    'fare quotes by discount',
    t.groups(
      'count',
      t.anytime,
      m.each(['none', 'card25', 'card50'], (one) => t.requests(t.all(m.fares, m.discount(one)))),
    ),
  ),
  ask('top', 'which channel books most?', t.topOf(m.spansOf(m.booking), t.attribute('sales.channel'))),
  ask('top', 'route with the most requests on booking-web', t.topOf(m.spansOf(m.web), t.attribute('http.route'))),
  ask(
    'top',
    'party kind with most failed reservations',
    t.topOf(m.spansOf(t.all(m.reserving, t.failed)), t.attribute('party.kind')),
  ),
  ask(
    'top',
    'what service logs the most lines?',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'window',
    'bookings confirmed in the 20 minutes before {@onset}',
    t.count(t.during(['onset', -20], ['onset', 0]), ...m.CONFIRMED),
  ),
  ask(
    'window',
    'from {@recovery+1} to {@recovery+16}, how many bookings?',
    t.count(t.during(['recovery', 1], ['recovery', 16]), ...m.TRIED),
  ),
  ask(
    'window',
    'deadlocks {@onset+10}-{@onset+20}',
    t.count(t.during(['onset', 10], ['onset', 20]), t.logs(m.deadlock)),
  ),

  ...talk(
    'failed',
    ask(
      'follow-up',
      'failed bookings between {@onset} and {@onset+10}?',
      t.count(t.during(['onset', 0], ['onset', 10]), ...m.LOST),
    ),
    ask('follow-up', 'and the ten minutes after that', t.count(t.during(['onset', 10], ['onset', 20]), ...m.LOST)),
  ),
  ...talk(
    'channels',
    ask('follow-up', 'requests on booking-web in the last 30 min', t.count(t.last(30), t.requests(m.web))),
    ask('follow-up', 'app only', t.count(t.last(30), t.requests(t.all(m.web, m.channel('app'))))),
    ask('follow-up', 'counter?', t.count(t.last(30), t.requests(t.all(m.web, m.channel('counter'))))),
    ask('follow-up', 'last 10 min', t.count(t.last(10), t.requests(t.all(m.web, m.channel('counter'))))),
  ),
  ...talk(
    'trains',
    ask('follow-up', 'failed reservations today', t.count(t.anytime, t.failures(m.reserving))),
    ask(
      'follow-up',
      'by train category',
      t.groups(
        'count',
        t.anytime,
        m.each(m.TRAINS, (one) => t.failures(t.all(m.reserving, m.train(one)))),
      ),
    ),
    ask('follow-up', 'only IC', t.count(t.anytime, t.failures(t.all(m.reserving, m.train('IC'))))),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'warnings of fare-service', t.count(t.anytime, t.logs(t.all(m.fares, t.level('WARN'))))),
    ask('follow-up', 'and platform-board?', t.count(t.anytime, t.logs(t.all(m.board, t.level('WARN'))))),
  ),
]
