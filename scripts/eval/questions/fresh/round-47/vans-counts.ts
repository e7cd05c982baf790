/** How many, and who has most: codes, bookings, rentals, deposits, routes, drivers of the moving vans. Forty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const VANS_COUNTS_47 = [
  ask(
    'count',
    '502s out of frontdoor between {@onset} and {@recovery}',
    t.count(t.during(['onset', 0], ['recovery', 0]), ...m.atDoor(502)),
  ),
  ask(
    'count',
    'how often did depot-stock send a 503 tonight',
    t.count(t.anytime, t.requests(t.all(m.depot, m.status(503)))),
  ),
  ask(
    'count',
    'hits on /furniture, last 25 min',
    t.count(t.last(25), t.requests(m.on(m.door, '/furniture')), t.requests(m.on(m.furni, '/furniture'))),
  ),
  ask(
    'count',
    'How many requests has routing-desk had since {@release}?',
    t.count(t.since('release'), t.requests(m.routing)),
  ),
  ask('count', '402s at the frontdoor pls', t.count(t.anytime, ...m.atDoor(402))),
  ask(
    'count',
    '404s when people look up their booking',
    t.count(t.anytime, t.requests(t.all(m.door, m.status(404))), t.requests(t.all(m.booking, m.status(404)))),
  ),
  ask('count', 'total log records of fleet-tracker', t.count(t.anytime, t.logs(m.tracker))),
  ask('count', 'availability checks on depot-stock past 10 minutes?', t.count(t.last(10), t.requests(m.checking))),
  ask('class-of-codes', 'any 5xx at van-booking after {@recovery+2}', NONE),
  ask(
    'class-of-codes',
    '4xx that customers saw at frontdoor, total',
    t.count(t.anytime, ...m.atDoor(401, 402, 404, 409)),
  ),
  ask('class-of-codes', '5xx on furni-rent from {@onset} on', t.count(t.since('onset'), t.failures(m.furni))),

  ask('errors', 'van-bookin errors', t.count(t.anytime, ...t.errors(m.booking))),
  ask('errors', 'errors depot stock since {@onset}', t.count(t.since('onset'), ...t.errors(m.depot))),
  ask('errors', 'Did driver-roster log any errors at all?', NONE),
  ask('errors', 'routing desk errors?', NONE),
  ask('errors', 'deposit-desk - errors in the past half hour?', NONE),
  ask(
    'errors',
    'how many errors in the whole system {@onset}-{@onset+5}',
    t.count(t.during(['onset', 0], ['onset', 5]), ...t.errors(t.any)),
  ),
  ask('level', 'how many warnings did sms-courier produce', t.count(t.anytime, t.logs(t.all(m.sms, t.level('WARN'))))),
  ask('level', 'driver-roster warn lines last 45 min', t.count(t.last(45), t.logs(t.all(m.roster, t.level('WARN'))))),
  ask(
    'level',
    'error lines in furni-rent, before {@recovery}',
    t.count(t.before('recovery'), t.logs(t.all(m.furni, t.level('ERROR')))),
  ),
  ask(
    'level',
    'deposit-desk warnings since {@restart}?',
    t.count(t.since('restart'), t.logs(t.all(m.deposits, t.level('WARN')))),
  ),

  ask('outcome', 'how many vans were booked tonight?', t.count(t.anytime, ...m.BOOKED)),
  ask('outcome', 'van bookings that failed', t.count(t.anytime, ...m.NOT_BOOKED)),
  ask(
    'outcome',
    'furniture rentals that went through since {@recovery+1}',
    t.count(t.since('recovery', 1), ...m.RENTED),
  ),
  ask('outcome', 'how many furniture rentals did we lose because of the 502s', t.count(t.anytime, ...m.NOT_RENTED)),
  ask('outcome', 'deposits held in the last 15 mins', t.count(t.last(15), ...m.HELD)),
  ask(
    'outcome',
    'pickups scheduled?',
    t.count(t.anytime, t.logs(m.pickup), t.requests(t.all(m.furni, t.named('POST /pickups')))),
  ),
  ask('outcome', 'refused cards all in all', t.count(t.anytime, ...m.REFUSED)),
  ask(
    'outcome',
    'reservations stored between {@recovery+1} and {@recovery+6}',
    t.count(
      t.during(['recovery', 1], ['recovery', 6]),
      t.logs(m.stored),
      t.requests(t.all(m.reserving, m.status(201))),
    ),
  ),
  ask('outcome', 'how many jobs got a driver?', t.count(t.anytime, t.logs(m.assigned))),
  ask('outcome', 'for how many bookings did we have to ask the subcontractor', t.count(t.anytime, t.logs(m.noDriver))),
  ask('outcome', 'texts sent by sms-courier in the last 30min', t.count(t.last(30), t.logs(m.texted))),
  ask('outcome', 'routes planned so far', t.count(t.anytime, t.logs(m.planned), t.requests(m.routing))),

  ask('text', 'how many times "etcdserver: no leader"', t.count(t.anytime, t.logs(m.noLeader))),
  ask(
    'text',
    'item out of stock, how often since {@release}',
    t.count(t.since('release'), t.logs(m.outOfStock), t.requests(t.all(m.furni, m.status(409)))),
  ),
  ask(
    'text',
    '"no van left in this slot" last hour',
    t.count(t.last(60), t.logs(m.noVan), t.requests(t.all(m.booking, m.status(409)))),
  ),
  ask('text', 'vague addresses?', t.count(t.anytime, t.logs(m.vague))),
  ask('text', 'phone numbers not in service: count', t.count(t.anytime, t.logs(m.deadNumber))),
  ask('text', 'lines with "bay count differs"', t.count(t.anytime, t.logs(m.bay))),
  ask('text', 'how many elections ended without a leader?', t.count(t.anytime, t.logs(m.election))),
  ask(
    'text',
    'expired login tokens, past 40 min',
    t.count(t.last(40), t.logs(m.token), t.requests(t.all(m.door, m.status(401)))),
  ),
  ask('text', 'how often were vans speeding before {@silent}?', t.count(t.before('silent'), t.logs(m.speeding))),

  ask(
    'attribute',
    'frontdoor requests that came by phone',
    t.count(
      t.anytime,
      t.requests(t.all(m.door, m.channel('phone'))),
      t.logs(t.all(m.door, m.line('channel', 'phone'))),
    ),
  ),
  ask(
    'attribute',
    'vans booked in spandau?',
    t.count(
      t.anytime,
      t.logs(t.all(m.booked, m.line('warehouse', 'spandau'))),
      t.requests(t.all(m.placing, m.status(201), m.at('spandau'))),
    ),
  ),
  ask('attribute', 'deposits by sepa, how many', t.count(t.anytime, t.requests(t.all(m.deposits, m.method('sepa'))))),
  ask(
    'attribute',
    'sofas rented out tonight',
    t.count(
      t.anytime,
      t.logs(t.all(m.rented, m.line('item', 'sofa'))),
      t.requests(t.all(m.renting, m.status(201), m.item('sofa'))),
    ),
  ),
  ask(
    'attribute',
    'trucks booked, last 20 min',
    t.count(
      t.last(20),
      t.logs(t.all(m.booked, m.line('size', 'truck'))),
      t.requests(t.all(m.placing, m.status(201), m.size('truck'))),
    ),
  ),
  ask(
    'attribute',
    'rentals for 24 months',
    t.count(t.anytime, t.logs(t.all(m.rented, m.line('months', 24))), t.logs(t.all(m.furni, m.line('months', 24)))),
  ),
  ask(
    'conditions',
    'failed POST /van-bookings at frontdoor from the app in altona',
    t.count(t.anytime, t.failures(t.all(m.on(m.door, '/van-bookings'), m.channel('app'), m.at('altona')))),
  ),
  ask(
    'conditions',
    'failed reservations of furniture in spandau since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.reserving, m.at('spandau'), t.has('reservation.of', 'furniture'))),
      t.logs(t.all(m.noLeader, m.line('warehouse', 'spandau'), m.line('what', 'furniture'))),
    ),
  ),
  ask(
    'conditions',
    'paypal deposits slower than 500ms',
    t.count(t.anytime, t.requests(t.all(m.deposits, m.method('paypal'), t.longer(500)))),
  ),
  ask('conditions', 'nippes and sendling: how many reservations failed?', NONE),
  ask(
    'exclusion',
    'error lines by everyone but depot-stock',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.depot)))),
  ),
  ask(
    'exclusion',
    'frontdoor traffic without GET /vans in the last 30 min',
    t.count(t.last(30), t.requests(t.all(m.door, t.not(t.has('http.route', '/vans'))))),
  ),
  ask(
    'exclusion',
    'deposits not made by card',
    t.count(
      t.anytime,
      t.requests(t.all(m.deposits, t.not(m.method('card')))),
      t.logs(t.all(m.held, t.not(m.line('method', 'card')))),
    ),
  ),
  ask(
    'slow',
    'reservations that took over half a second',
    t.count(t.anytime, t.requests(t.all(m.reserving, t.longer(500)))),
  ),
  ask(
    'slow',
    'how many routes needed more than 150 ms to plan?',
    t.count(t.anytime, t.requests(t.all(m.routing, t.longer(150)))),
  ),

  ask(
    'distinct',
    'different customers on the frontdoor in the last 10 min',
    t.count(t.last(10), t.differentOf(m.door, 'customer.id')),
  ),
  ask(
    'distinct',
    'how many individual vans sent a position?',
    t.count(t.anytime, t.differentIn(m.position, 'van'), t.differentIn(m.tracker, 'van')),
  ),
  ask(
    'distinct',
    'how many different warehouses are there',
    t.count(t.anytime, t.differentOf(m.door, 'depot.warehouse')),
  ),
  ask(
    'distinct',
    'number of different drivers who got a job',
    t.count(t.anytime, t.differentTexts(/^driver (D-\d+) assigned/)),
  ),

  ask(
    'group',
    'frontdoor requests split by route',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(m.door, one))),
    ),
  ),
  ask(
    'group',
    'failed reservations per warehouse',
    t.groups(
      'count',
      t.anytime,
      m.each(['altona', 'spandau'], (one) => t.failures(t.all(m.reserving, m.at(one)))),
    ),
  ),
  ask(
    'group',
    'deposits per deposit.method last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      m.each(m.METHODS, (one) => t.requests(t.all(m.deposits, m.method(one)))),
    ),
  ),
  ask(
    'group',
    'status codes of van-booking, with counts',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries(
        [200, 201, 402, 404, 409, 502].map((code) => [code, t.requests(t.all(m.booking, m.status(code)))]),
      ),
    ),
  ),
  ask('group', 'which services had errors and how many each', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['frontdoor', m.door],
          ['van-booking', m.booking],
          ['furni-rent', m.furni],
          ['depot-stock', m.depot],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask(
    'group',
    'requests to frontdoor by app.channel since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.door, m.channel(one)))),
    ),
  ),
  ask(
    'top',
    'which warehouse gets the most van bookings?',
    t.topOf(m.spansOf(m.placing), t.attribute('depot.warehouse')),
  ),
  ask('top', 'busiest route on frontdoor', t.topOf(m.spansOf(m.door), t.attribute('http.route'))),
  ask(
    'top',
    'what piece of furniture is rented most',
    t.topOf(m.spansOf(t.all(m.renting, m.status(201))), t.attribute('furniture.item')),
  ),
  ask(
    'top',
    'who writes the most log lines of all our services',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask(
    'top',
    'warehouse hit worst by the no leader thing?',
    t.topOf(m.spansOf(t.all(m.reserving, t.failed)), t.attribute('depot.warehouse')),
  ),
  ask(
    'window',
    'vans booked from {@onset-15} to {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.BOOKED),
  ),
  ask(
    'window',
    'How many van bookings went wrong in the first 5 minutes after {@onset+1}?',
    t.count(t.during(['onset', 1], ['onset', 6]), ...m.NOT_BOOKED),
  ),

  ...talk(
    'door',
    ask('follow-up', 'frontdoor requests last 35 minutes', t.count(t.last(35), t.requests(m.door))),
    ask('follow-up', 'those with 502', t.count(t.last(35), ...m.atDoor(502))),
    ask('follow-up', 'only altona', t.count(t.last(35), t.requests(t.all(m.door, m.status(502), m.at('altona'))))),
    ask('follow-up', 'and spandau?', t.count(t.last(35), t.requests(t.all(m.door, m.status(502), m.at('spandau'))))),
  ),
  ...talk(
    'lost',
    ask(
      'follow-up',
      'how many bookings did van-booking fail since {@onset}?',
      t.count(t.since('onset'), ...m.NOT_BOOKED),
    ),
    ask(
      'follow-up',
      'by van size',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.SIZES, (one) => t.failures(t.all(m.placing, m.size(one)))),
      ),
    ),
  ),
  ...talk(
    'warn',
    ask('follow-up', 'warnings at routing-desk', t.count(t.anytime, t.logs(t.all(m.routing, t.level('WARN'))))),
    ask('follow-up', 'same for furni-rent', t.count(t.anytime, t.logs(t.all(m.furni, t.level('WARN'))))),
    ask('follow-up', 'just the last 15 min', t.count(t.last(15), t.logs(t.all(m.furni, t.level('WARN'))))),
  ),
  ...talk(
    'refused',
    ask('follow-up', 'cards refused in the last 20 min?', t.count(t.last(20), ...m.REFUSED)),
    ask('follow-up', 'and in the 20 min before that?', t.count(t.earlier(20, 20), ...m.REFUSED)),
  ),
]
