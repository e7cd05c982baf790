/** How many, which, and who has most: readings, alarms, work orders, payments and bills. Forty-ninth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failures?)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const WATERWORKS_COUNTS_49 = [
  ask('count', 'how many 502s did aqua-edge hand out between {@onset+2} and {@onset+20}', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.during(['onset', 2], ['onset', 20]), m.atEdge(502))],
  })),
  ask('count', 'nr of 429 at aqua-edge over everything you have', t.count(t.anytime, ...m.atEdge(429))),
  ask('count', 'pipe-registry: how many requests came in, last 25 min?', t.count(t.last(25), t.requests(m.registry))),
  ask('count', 'calls of GET /locate in total', t.count(t.anytime, t.requests(m.locating))),
  ask(
    'count',
    'how many 500 out of pipe-registry since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.registry, m.status(500))), t.logs(m.srid)),
  ),
  ask('count', 'how many lines did notice-post write', t.count(t.anytime, t.logs(m.post))),
  ask(
    'count',
    'meter.readings messages that reading-intake processed in the last 12 minutes',
    t.count(t.last(12), t.requests(m.intake)),
  ),
  ask('class-of-codes', 'any 5xx from mywater-web after {@recovery+1}?', NONE),
  ask(
    'class-of-codes',
    '4xx on mywater-web, whole period',
    t.count(t.anytime, t.requests(t.all(m.web, m.status(401, 402, 409, 422)))),
  ),
  ask('errors', 'errrors of field-orders', t.count(t.anytime, ...t.errors(m.field))),
  ask('errors', 'leak sentry errors since {@onset+5}', t.count(t.since('onset', 5), ...t.errors(m.sentry))),
  ask('errors', 'did bill-press log an error at any point?', NONE),
  ask('errors', 'tariff-engine: failures in the last hour?', NONE),
  ask(
    'errors',
    'count the failed requests at mywater-web from {@onset} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.failures(m.web), t.logs(t.all(m.web, t.level('ERROR')))),
  ),
  ask('level', 'how many warnings on reading-intake?', t.count(t.anytime, t.logs(t.all(m.intake, t.level('WARN'))))),
  ask('level', 'pump-scada warnings, past 35 min', t.count(t.last(35), t.logs(t.all(m.scada, t.level('WARN'))))),
  ask('level', 'error lines overall since {@onset-2}', t.count(t.since('onset', -2), t.logs(t.level('ERROR')))),

  ask('outcome', 'how many work orders got created today', t.count(t.anytime, ...m.CREATED)),
  ask(
    'outcome',
    'work orders that could not be created?',
    t.count(t.anytime, ...m.NOT_CREATED, t.logs(t.all(m.field, t.level('ERROR')))),
  ),
  ask('outcome', 'how many leak reports of customers did we lose', t.count(t.anytime, ...m.LOST_REPORTS)),
  ask('outcome', 'leak alarms raised, last half hour', t.count(t.last(30), t.logs(m.raised))),
  ask(
    'outcome',
    'How many leak alarms were not placed?',
    t.count(t.anytime, ...m.UNPLACED, t.metric('leak-sentry', 'leak.alarms.unplaced', 'sum')),
  ),
  ask('outcome', 'bills issued since {@release}', t.count(t.since('release'), t.logs(m.issued), t.requests(m.press))),
  ask('outcome', 'payments booked in the last 40 minutes?', t.count(t.last(40), t.logs(m.booked))),
  ask('outcome', 'jobs closed by crews so far', t.count(t.anytime, t.logs(m.closed))),
  ask(
    'outcome',
    'how many cards were refused by the bank',
    t.count(t.anytime, t.logs(m.declined), t.requests(t.all(m.web, m.status(402)))),
  ),
  ask('outcome', 'sms notices that went out', t.count(t.anytime, t.logs(m.texted))),

  ask('text', 'how often do we see "SRID 28992 missing"?', t.count(t.anytime, t.logs(m.srid))),
  ask('text', 'implausible readings', t.count(t.anytime, t.logs(m.parked))),
  ask('text', 'duplicate readings dropped in the last 50 min?', t.count(t.last(50), t.logs(m.duplicate))),
  ask('text', 'hydrant flushing - how many drops were that', t.count(t.anytime, t.logs(m.flushed))),
  ask('text', 'number of estimated bills', t.count(t.anytime, t.logs(m.estimated))),
  ask('text', 'letters held back because of the address?', t.count(t.anytime, t.logs(m.heldBack))),
  ask(
    'text',
    'lines with "vibration above limit" on P2-north',
    t.count(t.anytime, t.logs(t.says(/^vibration above limit on P2-north/))),
  ),
  ask('text', 'outage map unavailable: count pls', t.count(t.anytime, t.logs(m.noMap))),

  ask(
    'attribute',
    'requests by phone on mywater-web',
    t.count(t.anytime, t.requests(t.all(m.web, m.channel('phone')))),
  ),
  ask(
    'attribute',
    'readings for hillside, last 20 min',
    t.count(
      t.last(20),
      t.requests(t.all(m.intake, m.district('hillside'))),
      t.logs(t.all(m.intake, m.line('district', 'hillside'))),
      t.logs(t.all(m.stored, m.line('district', 'hillside'))),
    ),
  ),
  ask(
    'attribute',
    'bills on the farm tariff?',
    t.count(
      t.anytime,
      t.requests(t.all(m.press, m.kindOfTariff('farm'))),
      t.logs(t.all(m.issued, m.line('tariff', 'farm'))),
    ),
  ),
  ask(
    'attribute',
    'how many bills belong to run BR-2208',
    t.count(
      t.anytime,
      t.requests(t.all(m.press, t.has('bill.run', 'BR-2208'))),
      t.logs(t.all(m.issued, m.line('run', 'BR-2208'))),
    ),
  ),
  ask(
    'conditions',
    'failed GET /outages on mywater-web in harbour since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.on(m.web, '/outages'), m.district('harbour')))),
  ),
  ask(
    'conditions',
    'app users in north with a 502: how many requests?',
    t.count(t.anytime, t.requests(t.all(m.web, m.status(502), m.channel('app'), m.district('north')))),
  ),
  ask(
    'conditions',
    'card payments above 10000 cents',
    t.count(
      t.anytime,
      t.logs(t.all(m.line('method', 'card'), m.above('cents', 10_000))),
      t.logs(t.all(m.booked, m.line('method', 'card'), m.above('cents', 10_000))),
    ),
  ),
  ask(
    'exclusion',
    'error logs apart from pipe-registry ones',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.registry)))),
  ),
  ask(
    'exclusion',
    'requests on mywater-web that are neither /my/usage nor /my/bills',
    t.count(t.anytime, t.requests(t.all(m.web, t.not(t.has('http.route', '/my/usage', '/my/bills'))))),
  ),
  ask('slow', 'quotes that took more than 80ms', t.count(t.anytime, t.requests(t.all(m.quoting, t.longer(80))))),
  ask('slow', 'mywater-web requests over 300 ms?', t.count(t.anytime, t.requests(t.all(m.web, t.longer(300))))),
  ask(
    'distinct',
    'how many different customers used the portal in the last 20 minutes',
    t.count(t.last(20), t.differentOf(m.web, 'customer.id')),
  ),
  ask(
    'distinct',
    'how many distinct sensors raised a leak alarm?',
    t.count(t.anytime, t.differentIn(m.raised, 'sensor')),
  ),
  ask('distinct', 'how many pumps report to pump-scada', t.count(t.anytime, t.differentOf(m.scada, 'pump.id'))),

  ask(
    'group',
    'pipe-registry failures split by district',
    t.groups(
      'count',
      t.anytime,
      m.each(['north', 'harbour'], (one) => t.failures(t.all(m.registry, m.district(one)))),
    ),
  ),
  ask(
    'group',
    'work orders created per district',
    t.groups(
      'count',
      t.anytime,
      m.each(m.DISTRICTS, (one) => t.logs(t.all(m.created, m.line('district', one)))),
    ),
  ),
  ask(
    'group',
    'mywater-web traffic per channel, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(m.CHANNELS, (one) => t.requests(t.all(m.web, m.channel(one)))),
    ),
  ),
  ask(
    'group',
    'bills by tariff',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TARIFFS, (one) => t.requests(t.all(m.press, m.kindOfTariff(one)))),
    ),
  ),
  ask(
    'group',
    'status codes at aqua-edge',
    t.groups(
      'count',
      t.anytime,
      m.each(['200', '201', '202', '502'], (one) => t.requests(t.all(m.edge, m.status(Number(one))))),
    ),
  ),
  ask(
    'group',
    'vibration warnings per pump?',
    t.groups(
      'count',
      t.anytime,
      m.each(['P1-north', 'P2-north', 'P3-harbour', 'P4-hill', 'P5-hill'], (one) =>
        t.logs((row) => row.message === `vibration above limit on ${one}`),
      ),
    ),
  ),
  ask('top', 'which tariff gets billed most', t.topOf(m.spansOf(m.press), t.attribute('bill.tariff'))),
  ask('top', 'route of mywater-web with the most traffic?', t.topOf(m.spansOf(m.web), t.attribute('http.route'))),
  ask(
    'top',
    'whose log is the fattest, by lines',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'what route failed most at the portal', t.topOf(t.failedRequests(m.web), t.attribute('http.route'))),
  ask(
    'window',
    'work orders created {@recovery+1} to {@recovery+9}',
    t.count(t.during(['recovery', 1], ['recovery', 9]), ...m.CREATED),
  ),
  ask(
    'window',
    'Readings stored in the quarter hour before {@onset}?',
    t.count(t.during(['onset', -15], ['onset', 0]), t.logs(m.stored)),
  ),

  ...talk(
    'portal',
    ask('follow-up', 'how many requests on mywater-web in the last 40 minutes', t.count(t.last(40), t.requests(m.web))),
    ask('follow-up', 'just /outages', t.count(t.last(40), t.requests(m.on(m.web, '/outages')))),
    ask('follow-up', 'which of them failed? number only', t.count(t.last(40), t.failures(m.on(m.web, '/outages')))),
    ask(
      'follow-up',
      'now /leak-reports instead',
      t.count(t.last(40), t.failures(m.on(m.web, '/leak-reports')), t.requests(m.on(m.web, '/leak-reports'))),
    ),
  ),
  ...talk(
    'meters',
    ask('follow-up', 'parked readings since {@release}?', t.count(t.since('release'), t.logs(m.parked))),
    ask(
      'follow-up',
      'harbour only',
      t.count(t.since('release'), t.logs(t.all(m.parked, m.line('district', 'harbour')))),
    ),
    ask(
      'follow-up',
      'and old-town',
      t.count(t.since('release'), t.logs(t.all(m.parked, m.line('district', 'old-town')))),
    ),
  ),
  ...talk(
    'bills',
    ask('follow-up', 'bills issued in the last 10 min', t.count(t.last(10), t.logs(m.issued), t.requests(m.press))),
    ask('follow-up', 'and in the last 30?', t.count(t.last(30), t.logs(m.issued), t.requests(m.press))),
    ask(
      'follow-up',
      'per tariff please',
      t.groups(
        'count',
        t.last(30),
        m.each(m.TARIFFS, (one) => t.requests(t.all(m.press, m.kindOfTariff(one)))),
      ),
    ),
  ),
]
