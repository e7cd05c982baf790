/** How many, which, who has most: orders, picks, parcels, labels, returns, trucks, robots, errors. Sixty-seventh round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|lines?|requests?|failures?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const FULFIL_COUNTS_67 = [
  ask('outcome', 'picks that ran into the timeout, past 25 min, number pls', t.count(t.last(25), ...m.TIMED_OUT)),
  ask(
    'outcome',
    'boss wants a figure: orders the shops could not hand over to us since {@onset}',
    t.count(t.since('onset'), ...m.LOST_ORDERS),
  ),
  ask('outcome', 'give me the accepted orders of the last hour', t.count(t.last(60), ...m.ACCEPTED)),
  ask(
    'outcome',
    'parcels packed between {@release-30} and {@release}?',
    t.count(t.during(['release', -30], ['release', 0]), ...m.PACKED),
  ),
  ask('outcome', 'How many returns have we taken back so far?', t.count(t.anytime, ...m.RETURNED)),
  ask(
    'outcome',
    'returns nobody could book since {@onset}, how many lie around',
    t.count(t.since('onset'), ...m.NOT_BOOKED),
  ),
  ask(
    'outcome',
    'trucks that got a door in the last hour: how many',
    t.count(t.last(60), t.logs(m.atDoor), t.requests(t.all(m.trucks, m.status(201)))),
  ),
  ask(
    'outcome',
    'lorries sent away without a slot today?',
    t.count(t.anytime, t.logs(m.noSlot), t.requests(t.all(m.trucks, m.status(409)))),
  ),
  ask(
    'outcome',
    'how many missions did the bots finish in the last half an hour',
    t.count(t.last(30), t.logs(m.mission), t.metric('robot-ctl', 'missions.done', 'sum')),
  ),
  ask(
    'outcome',
    'what did replenish get planned until it went quiet - number of articles',
    t.count(t.anytime, t.logs(m.planned)),
  ),

  ask('count', '504s from pick-planner last 15 min', t.count(t.last(15), t.requests(t.all(m.planner, m.status(504))))),
  ask(
    'count',
    'tell me the number of 503 responses order-intake gave since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.intake, m.status(503)))),
  ),
  ask('count', '5xx on stock-service, last 20 minutes, total?', t.count(t.last(20), t.failures(m.stock))),
  ask('count', 'how busy was POST /orders, requests in the last hour', t.count(t.last(60), t.requests(m.orders))),

  ask('errors', 'error count stock-service last 10min', t.count(t.last(10), ...t.errors(m.stock))),
  ask('errors', 'errrors in pick-planer since {@onset}', t.count(t.since('onset'), ...t.errors(m.planner))),
  ask('errors', 'did label-hub throw any errors lately?', NONE),
  ask('errors', 'anything red in dock-board today', NONE),
  ask('errors', 'had stock-service been logging errors before {@release}', NONE),
  ask('level', 'WARN lines of packing-bench so far?', t.count(t.anytime, t.logs(t.all(m.packing, t.level('WARN'))))),

  ask(
    'text',
    'how frequently does "Connection is not available" show up since {@onset}?',
    t.count(t.since('onset'), t.logs(m.pool)),
  ),
  ask('text', 'count the Seq Scan lines', t.count(t.anytime, t.logs(m.scan))),
  ask('text', 'slow queries in stock-service in the last 20 minutes, count', t.count(t.last(20), ...m.SLOW)),
  ask('text', 'replenish: skipped for want of a supplier, how many articles', t.count(t.anytime, t.logs(m.skipped))),
  ask('text', 'bots waiting for a task, messages per last 10 minutes', t.count(t.last(10), t.logs(m.waits))),

  ask(
    'attribute',
    'timeouts in zone C since {@onset}, just the number',
    t.count(t.since('onset'), t.failures(t.all(m.picks, m.zone('C'))), t.logs(t.all(m.timedOut, t.says(/in zone C/)))),
  ),
  ask(
    'attribute',
    'kidsroom is on the phone. how many of their orders did we fail to accept?',
    t.count(
      t.anytime,
      t.failures(t.all(m.orders, m.shop('kidsroom'))),
      t.logs(t.all(m.notAccepted, m.shop('kidsroom'))),
    ),
  ),
  ask(
    'attribute',
    'labels printed for greenvan in the last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.printed, m.carrier('greenvan'))),
      t.requests(t.all(m.printing, m.carrier('greenvan'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'robot picks that failed, last 30 min',
    t.count(
      t.last(30),
      t.failures(t.all(m.picks, m.mode('robot'))),
      t.failures(t.all(m.planner, m.mode('robot'))),
      t.logs(t.all(m.timedOut, t.says(/for robot/))),
    ),
  ),
  ask(
    'conditions',
    'how many express orders of velomarkt got a 503',
    t.count(t.anytime, t.requests(t.all(m.orders, m.express, m.shop('velomarkt'), m.status(503)))),
  ),
  ask(
    'conditions',
    'POST /picks in zone A by people that came back 504 since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.picks, m.zone('A'), m.mode('person'), m.status(504)))),
  ),
  ask(
    'conditions',
    'swiftpost parcels packed at PS-03 so far',
    t.count(
      t.anytime,
      t.logs(t.all(m.packed, t.says(/at PS-03 for swiftpost/))),
      t.requests(t.all(m.parcels, m.station('PS-03'), m.carrier('swiftpost'), m.status(201))),
    ),
  ),
  ask(
    'conditions',
    'held parcels at PS-05 because of the weight?',
    t.count(t.anytime, t.logs(t.all(m.weight, t.says(/at PS-05/)))),
  ),
  ask(
    'slow',
    'picks that needed over 2 seconds since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.picks, t.longer(2000)))),
  ),
  ask(
    'slow',
    'were there orders slower than 3 s in the last 20 min, how many requests?',
    t.count(t.last(20), t.requests(t.all(m.orders, t.longer(3000))), t.requests(t.all(m.intake, t.longer(3000)))),
  ),
  ask(
    'exclusion',
    'pick timeouts leaving out zone B, since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(m.picks, t.not(m.zone('B')))),
      t.logs(t.all(m.timedOut, t.not(t.says(/in zone B/)))),
    ),
  ),
  ask(
    'exclusion',
    'labels printed except those for swiftpost, last hour',
    t.count(
      t.last(60),
      t.logs(t.all(m.printed, t.not(m.carrier('swiftpost')))),
      t.requests(t.all(m.printing, m.status(201), t.not(m.carrier('swiftpost')))),
    ),
  ),
  ask(
    'exclusion',
    'warnings from robot-ctl that are not about waiting for a task',
    t.count(t.anytime, t.logs(t.all(m.robots, t.level('WARN'), t.not(m.waits)))),
  ),

  ask(
    'distinct',
    'how many different robots stood around waiting for a task since {@onset}',
    t.count(t.since('onset'), t.differentTexts(/^(R\d+) waits for a task/)),
  ),
  ask(
    'distinct',
    'number of different articles that were out of stock?',
    t.count(t.anytime, t.differentTexts(/: (A-\d+) is out of stock/)),
  ),
  ask('distinct', 'to how many countries did we print labels', t.count(t.anytime, t.differentIn(m.printed, 'country'))),

  ask(
    'group',
    'pick timeouts zone by zone since {@onset}',
    per(t.since('onset'), m.ZONES, (one) => t.failures(t.all(m.picks, m.zone(one)))),
  ),
  ask(
    'group',
    'split the lost orders up by shop, since {@onset}',
    per(t.since('onset'), m.SHOPS, (one) => t.failures(t.all(m.orders, m.shop(one)))),
  ),
  ask(
    'group',
    'labels per carrier in the last hour pls (only printed ones)',
    per(t.last(60), m.CARRIERS, (one) => t.logs(t.all(m.printed, m.carrier(one)))),
  ),
  ask(
    'group',
    'what answers does POST /orders give since {@onset}, by status code',
    per(t.since('onset'), ['201', '400', '409', '503'], (code) => t.requests(t.all(m.orders, m.status(Number(code))))),
  ),
  ask(
    'group',
    'error lines per service, last 20 min',
    per(t.last(20), ['stock-service', 'pick-planner', 'order-intake', 'returns-desk'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'packed parcels, one figure per packing station',
    per(t.anytime, m.STATIONS, (one) => t.requests(t.all(m.parcels, m.station(one), m.status(201)))),
  ),
  ask(
    'top',
    'who logs the most errors',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask(
    'top',
    'in which zone do most picks time out?',
    t.topOf(m.spansOf(t.all(m.picks, t.failed)), t.attribute('zone')),
  ),
  ask('top', 'the carrier we print most labels for?', t.topOf(t.logRows(m.printed), t.attribute('carrier'))),
]
