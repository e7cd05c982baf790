/** How many, and who has most: pickups, samples, herds, valves, grain, payouts of the co-operative. Round 45. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const DAIRY_COUNTS_45 = [
  ask('count', '502 on the gateway since {@onset}, how many?', t.count(t.since('onset'), ...m.atGateway(502))),
  ask('count', 'how many 429s did coop-gateway hand out', t.count(t.anytime, ...m.atGateway(429))),
  ask('count', 'requests coop-gateway last 15m', t.count(t.last(15), t.requests(m.gateway))),
  ask(
    'count',
    'Can you tell me how many requests herd-book got in the last 20 minutes?',
    t.count(t.last(20), t.requests(m.herds)),
  ),
  ask('count', 'log volume of tour-planner, last 10 min', t.count(t.last(10), t.logs(m.tours))),
  ask(
    'class-of-codes',
    'how many 4xx did pickup-service answer since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.pickups, m.status(409, 422)))),
  ),
  ask('class-of-codes', 'any 5xx on sample-desk before {@onset-1}?', NONE),

  ask('errors', 'errors in pikcup-service?', t.count(t.anytime, ...t.errors(m.pickups))),
  ask(
    'errors',
    'how many errors has sample-desk thrown in the last 10 minutes',
    t.count(t.last(10), ...t.errors(m.samples)),
  ),
  ask('errors', 'herd-book any errors', NONE),
  ask('errors', 'errors from field control', t.count(t.anytime, ...t.errors(m.fields))),
  ask('errors', 'failed requests on coop-gateway, last 20 min', t.count(t.last(20), ...t.errors(m.gateway))),
  ask('level', 'pickup-service warnings last 30min', t.count(t.last(30), t.logs(t.all(m.pickups, t.level('WARN'))))),
  ask('level', 'error lines overall since {@onset}', t.count(t.since('onset'), t.logs(t.level('ERROR')))),

  ask('outcome', 'how many pickups failed since {@onset}?', t.count(t.since('onset'), ...m.FAILED_PICKUPS)),
  ask('outcome', 'pickups booked last 15 min', t.count(t.last(15), ...m.BOOKED)),
  ask('outcome', 'how often was milk refused because it was too warm?', t.count(t.anytime, ...m.WARM)),
  ask('outcome', 'grain tickets refused', t.count(t.anytime, ...m.MOIST)),

  ask('text', 'how many RecordTooLargeException?', t.count(t.anytime, t.logs(m.tooLarge))),
  ask(
    'text',
    'count "tank was already emptied today"',
    t.count(t.anytime, t.logs(m.emptied), t.requests(t.all(m.pickups, m.status(409)))),
  ),
  ask('text', 'frost guard holds today', t.count(t.anytime, ...m.FROST)),

  ask(
    'attribute',
    'pickups of fleet west',
    t.count(
      t.anytime,
      t.requests(t.all(m.collecting, m.fleet('west'))),
      t.logs(t.all(m.booked, m.line('fleet', 'west'))),
    ),
  ),
  ask(
    'attribute',
    'how many requests came from the member-app?',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.client('member-app')))),
  ),
  ask(
    'attribute',
    'calvings recorded today',
    t.count(
      t.anytime,
      t.logs(t.all(m.recorded, m.line('event', 'calving'))),
      t.requests(t.all(m.eventing, t.has('herd.event', 'calving'))),
    ),
  ),
  ask(
    'conditions',
    'failed pickups of fleet north in the last 15 min',
    t.count(t.last(15), t.failures(t.all(m.collecting, m.fleet('north')))),
  ),
  ask(
    'conditions',
    'how many milk payouts were held for an unverified account',
    t.count(t.anytime, t.logs(t.all(m.held, m.line('kind', 'milk')))),
  ),
  ask(
    'conditions',
    'valve requests for maize slower than 1s',
    t.count(t.anytime, t.requests(t.all(m.fields, t.has('field.crop', 'maize'), t.longer(1000)))),
  ),
  ask(
    'conditions',
    'Failed pickups of fleets north and lake between {@onset+5} and {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), t.failures(t.all(m.collecting, m.fleet('north', 'lake')))),
  ),
  ask(
    'exclusion',
    'gateway 4xx without the 401s',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.status(402, 404, 409, 422, 429)))),
  ),
  ask(
    'exclusion',
    'error logs except coop-gateway since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.gateway)))),
  ),
  ask(
    'exclusion',
    'herd events that are not inseminations, last 40 min',
    t.count(
      t.last(40),
      t.requests(t.all(m.eventing, t.not(t.has('herd.event', 'insemination')))),
      t.logs(t.all(m.recorded, t.not(m.line('event', 'insemination')))),
    ),
  ),
  ask(
    'slow',
    'how many herd-book requests took longer than 80ms?',
    t.count(t.anytime, t.requests(t.all(m.herds, t.longer(80)))),
  ),

  ask(
    'distinct',
    'how many different tankers had a failed pickup',
    t.count(t.anytime, t.differentOf(t.all(m.collecting, t.failed), 'tanker.id')),
  ),
  ask(
    'distinct',
    'distinct members on the gateway in the last 10 minutes',
    t.count(t.last(10), t.differentOf(m.gateway, 'member.id')),
  ),
  ask(
    'distinct',
    'how many farms have a sensor with low battery?',
    t.count(t.anytime, t.differentIn(m.battery, 'farm')),
  ),
  ask(
    'group',
    'failed pickups per fleet since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(['north', 'lake'], (one) => t.failures(t.all(m.collecting, m.fleet(one)))),
    ),
  ),
  ask(
    'group',
    'coop-gateway requests by client',
    t.groups(
      'count',
      t.anytime,
      m.each(m.CLIENTS, (one) => t.requests(t.all(m.gateway, m.client(one)))),
    ),
  ),
  ask(
    'group',
    'status codes pickup-service, with counts',
    t.groups(
      'count',
      t.anytime,
      m.each(['201', '409', '422', '502'], (one) => t.requests(t.all(m.pickups, m.status(Number(one))))),
    ),
  ),
  ask('group', 'which services log errors, how many each? since {@onset}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['coop-gateway', m.gateway],
          ['pickup-service', m.pickups],
          ['sample-desk', m.samples],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset'), t.errors(where))]),
    ),
  })),
  ask(
    'top',
    'fleet with the most failed pickups',
    t.topOf(t.failedRequests(m.collecting), t.attribute('tanker.fleet')),
  ),
  ask('top', 'top tanker by failed pickups', t.topOf(t.failedRequests(m.collecting), t.attribute('tanker.id'))),
  ask('top', 'busiest route on coop-gateway?', t.topOf(m.spansOf(m.gateway), t.attribute('http.route'))),
  ask(
    'top',
    'who writes the most warnings',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask(
    'window',
    'pickups booked from {@onset-20} to {@onset-5}',
    t.count(t.during(['onset', -20], ['onset', -5]), ...m.BOOKED),
  ),
  ask(
    'window',
    '{@onset+2}-{@onset+12} errors sample-desk',
    t.count(t.during(['onset', 2], ['onset', 12]), ...t.errors(m.samples)),
  ),

  ...talk(
    'pickups',
    ask('follow-up', 'how many pickups failed in the last 20 minutes?', t.count(t.last(20), ...m.FAILED_PICKUPS)),
    ask(
      'follow-up',
      'just fleet lake',
      t.count(
        t.last(20),
        t.failures(t.all(m.collecting, m.fleet('lake'))),
        t.logs(t.all(m.notBooked, m.line('fleet', 'lake'))),
      ),
    ),
    ask(
      'follow-up',
      'and north',
      t.count(
        t.last(20),
        t.failures(t.all(m.collecting, m.fleet('north'))),
        t.logs(t.all(m.notBooked, m.line('fleet', 'north'))),
      ),
    ),
    ask(
      'follow-up',
      'last 5 min only',
      t.count(
        t.last(5),
        t.failures(t.all(m.collecting, m.fleet('north'))),
        t.logs(t.all(m.notBooked, m.line('fleet', 'north'))),
      ),
    ),
  ),
  ...talk(
    'warns',
    ask('follow-up', 'warnings of field-control?', t.count(t.anytime, t.logs(t.all(m.fields, t.level('WARN'))))),
    ask('follow-up', 'what about silo-keeper', t.count(t.anytime, t.logs(t.all(m.silos, t.level('WARN'))))),
    ask('follow-up', 'in the last 30 minutes', t.count(t.last(30), t.logs(t.all(m.silos, t.level('WARN'))))),
  ),
  ...talk(
    'traffic',
    ask('follow-up', 'gateway requests in the last 10 minutes', t.count(t.last(10), t.requests(m.gateway))),
    ask('follow-up', 'and the 10 minutes before that?', t.count(t.earlier(10, 10), t.requests(m.gateway))),
  ),
  ...talk(
    'clients',
    ask('follow-up', 'requests with 401 on coop-gateway', t.count(t.anytime, ...m.atGateway(401))),
    ask(
      'follow-up',
      'by client',
      t.groups(
        'count',
        t.anytime,
        m.each(['driver-app', 'member-app', 'office-web'], (one) =>
          t.requests(t.all(m.gateway, m.status(401), m.client(one))),
        ),
      ),
    ),
  ),
]
