/** How many, and who has most: scans, shut gates, orders, gear, cars, guns of the ski resort. Fiftieth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})
const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const SKIRESORT_COUNTS_50 = [
  ask('outcome', 'how often did a gate stay shut on somebody?', t.count(t.anytime, ...m.SHUT)),
  ask('outcome', 'gates opened fine, past 15 min', t.count(t.last(15), t.logs(m.opened))),
  ask('outcome', 'ticket orders that went through today?', t.count(t.anytime, ...m.SOLD)),
  ask('outcome', 'How many ticket orders broke after {@onset}?', t.count(t.since('onset'), ...m.ORDERS_FAILED)),
  ask('outcome', 'how many rental handouts were stopped', t.count(t.anytime, ...m.HANDOUTS_FAILED)),
  ask('outcome', 'skiers turned away at the gates since {@release}', t.count(t.since('release'), t.logs(m.turnedAway))),
  ask(
    'outcome',
    'how many cars were let in during the last 20 min?',
    t.count(t.last(20), t.requests(t.all(m.entries, m.status(200))), t.logs(t.says(/^barrier raised for entry/))),
  ),
  ask('outcome', 'cards refused at the till, total', t.count(t.anytime, ...m.REFUSED)),

  ask('count', 'how many scans did turnstile-hub see in the last ten minutes?', t.count(t.last(10), t.requests(m.hub))),
  ask(
    'count',
    '503 at the turnstiles since {@onset}',
    t.count(t.since('onset'), t.requests(t.all(m.hub, m.status(503)))),
  ),
  ask('count', 'hits on GET /shop/products, last 25 mins', t.count(t.last(25), t.requests(m.products))),
  ask(
    'count',
    '404s when looking up an order in the shop',
    t.count(t.anytime, t.requests(t.all(m.shop, m.status(404)))),
  ),
  ask('count', 'how much traffic hit avalanche-desk in the last 30 min', t.count(t.last(30), t.requests(m.avalanche))),
  ask(
    'count',
    'slope.readings processed between {@restart} and {@onset}',
    t.count(t.during(['restart', 0], ['onset', 0]), t.requests(m.sense)),
  ),
  ask('count', 'log lines from piste-board altogether', t.count(t.anytime, t.logs(m.board))),

  ask('errors', 'pass-leger errors in the last quarter of an hour', t.count(t.last(15), ...t.errors(m.ledger))),
  ask('errors', 'did carpark-gate log a single error?', NONE),
  ask('errors', 'any 5xx at all before {@onset}??', NONE),
  ask(
    'errors',
    'all failed requests across the resort since {@onset+5}',
    t.count(t.since('onset', 5), t.failures(t.any), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'warnings slope-sense wrote', t.count(t.anytime, t.logs(t.all(m.sense, t.level('WARN'))))),

  ask('event', 'how many gate.stuck events', t.count(t.anytime, t.logs(m.event('gate.stuck')))),
  ask(
    'event',
    'pass.issued events between {@onset-15} and {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), t.logs(m.event('pass.issued'))),
  ),
  ask(
    'group',
    'turnstile-hub lines by event.name',
    per(t.anytime, ['gate.opened', 'gate.stuck', 'gate.refused', 'gate.double'], (one) => t.logs(m.event(one))),
  ),

  ask('text', 'lines that say "wet bulb too warm"', t.count(t.anytime, t.logs(m.warm))),
  ask('text', 'how often "prepared statement" in the past 10 min', t.count(t.last(10), t.logs(m.lost))),
  ask('text', 'plate unreadable: how many times since {@release}?', t.count(t.since('release'), t.logs(m.unreadable))),
  ask('text', 'how often was the danger level raised in east-face?', t.count(t.anytime, t.logs(m.raised))),

  ask(
    'attribute',
    'scans at the gratlift, last 30 minutes',
    t.count(t.last(30), t.requests(t.all(m.hub, m.lift('gratlift')))),
  ),
  ask('attribute', 'season pass scans today', t.count(t.anytime, t.requests(t.all(m.hub, m.passType('season'))))),
  ask(
    'conditions',
    'talexpress scans with a day pass that ended in 503',
    t.count(t.anytime, t.requests(t.all(m.hub, m.lift('talexpress'), m.passType('day'), m.status(503)))),
  ),
  ask(
    'conditions',
    'cars sent on from P1 because full',
    t.count(t.anytime, t.logs(m.full), t.requests(t.all(m.entries, m.lot('P1'), m.status(409)))),
  ),
  ask('slow', 'snow gun commands slower than half a sec', t.count(t.anytime, t.requests(t.all(m.guns, t.longer(500))))),
  ask(
    'exclusion',
    'scans not counting the zwergerl',
    t.count(t.anytime, t.requests(t.all(m.hub, t.not(m.lift('zwergerl'))))),
  ),
  ask(
    'exclusion',
    'error lines since {@onset} apart from turnstile-hub',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.hub)))),
  ),

  ask(
    'distinct',
    'how many different passes got stuck at a gate?',
    t.count(t.anytime, t.differentOf(t.all(m.hub, t.failed), 'pass.id')),
  ),
  ask(
    'distinct',
    'unique guests in the shop over the last 20 min',
    t.count(t.last(20), t.differentOf(m.shop, 'guest.id')),
  ),

  ask(
    'group',
    'shut gates per lift pls',
    per(t.anytime, m.LIFTS, (one) => t.failures(t.all(m.hub, m.lift(one)))),
  ),
  ask(
    'group',
    'cars entering per lot in the last 30 min',
    per(t.last(30), m.LOTS, (one) => t.requests(t.all(m.entries, m.lot(one)))),
  ),
  ask(
    'group',
    'breakdown of http codes at turnstile-hub',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 403, 409, 503].map((code) => [code, t.requests(t.all(m.hub, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'failed requests per service from {@onset} on',
    per(t.since('onset'), ['turnstile-hub', 'pass-ledger', 'ticket-shop', 'rental-bench'], (one) =>
      t.failures(t.of(one)),
    ),
  ),
  ask('top', 'busiest lift?', t.topOf(m.spansOf(m.hub), t.attribute('lift.name'))),
  ask(
    'top',
    'who writes the most errors of all services',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'most common pass type at the gates', t.topOf(m.spansOf(m.hub), t.attribute('pass.type'))),

  ...talk(
    'gates',
    ask('follow-up', 'gates that stayed shut, last 20 min', t.count(t.last(20), ...m.SHUT)),
    ask('follow-up', 'just the sonnbahn', t.count(t.last(20), t.failures(t.all(m.hub, m.lift('sonnbahn'))))),
    ask('follow-up', 'and at the gratlift?', t.count(t.last(20), t.failures(t.all(m.hub, m.lift('gratlift'))))),
    ask('follow-up', 'all lifts again but 10 min', t.count(t.last(10), ...m.SHUT)),
  ),
  ...talk(
    'lots',
    ask('follow-up', 'how many cars tried to enter in the last 45 min?', t.count(t.last(45), t.requests(m.entries))),
    ask(
      'follow-up',
      'by lot please',
      per(t.last(45), m.LOTS, (one) => t.requests(t.all(m.entries, m.lot(one)))),
    ),
    ask('follow-up', 'P3 only, last quarter hour', t.count(t.last(15), t.requests(t.all(m.entries, m.lot('P3'))))),
  ),
  ...talk(
    'tickets',
    ask(
      'follow-up',
      'POST /shop/orders on ticket-shop since {@onset}',
      t.count(t.since('onset'), t.requests(m.ordering)),
    ),
    ask('follow-up', 'of those how many failed', t.count(t.since('onset'), ...m.ORDERS_FAILED)),
    ask(
      'follow-up',
      'and via the app only?',
      t.count(
        t.since('onset'),
        t.failures(t.all(m.ordering, m.channel('app'))),
        t.requests(t.all(m.ordering, m.channel('app'), m.status(402, 502))),
      ),
    ),
  ),
  ...talk(
    'snow',
    ask(
      'follow-up',
      'warnings by snowgun-ctl in the last hour',
      t.count(t.last(60), t.logs(t.all(m.guns, t.level('WARN')))),
    ),
    ask('follow-up', 'what about slope-sense', t.count(t.last(60), t.logs(t.all(m.sense, t.level('WARN'))))),
  ),
]
