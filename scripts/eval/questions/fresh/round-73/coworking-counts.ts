/** Questions to the co-working spaces that count: requests, lines, levels, texts, conditions, outcomes, groups. */
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const doorLines = (text: RegExp) => t.logs(r.told(r.doors, text))
const failedDoors = t.all(r.doors, t.failed)

export const COWORKING_73_COUNTS = [
  ask(
    'count',
    'how many requests did front-proxy get in the last 30 minutes',
    t.count(t.last(30), t.requests(r.proxy), t.logs(r.proxy)),
  ),
  ask('count', 'unlock requests on door-api, whole hour', t.count(t.anytime, t.requests(r.doors))),
  ask(
    'count',
    'grants issued between {at15} and {at25}?',
    t.count(
      r.mins(15, 25),
      t.logs(r.told(r.grants, /^grant issued/)),
      t.requests(t.all(r.grants, r.code(201))),
      t.metric('grant-service', 'grants.issued', 'sum'),
    ),
  ),
  ask(
    'count',
    'have any grants been issued after {@onset+1}, and how many',
    t.count(t.since('onset', 1), t.logs(r.told(r.grants, /^grant issued/))),
  ),
  ask(
    'count',
    `${r.VISIT} on visitor-desk last 20 min`,
    t.count(t.last(20), t.requests(t.all(r.guests, t.named(r.VISIT)))),
  ),
  ask(
    'count',
    '4xx on door-api since {at20}',
    t.count(t.since('start', 20), t.requests(t.all(r.doors, r.codes(400, 500)))),
  ),
  ask(
    'count',
    `409s on ${r.CHECK_IN}`,
    t.count(
      t.anytime,
      t.requests(t.all(r.members, t.named(r.CHECK_IN), r.code(409))),
      t.requests(t.all(t.named(r.CHECK_IN), r.code(409))),
    ),
  ),
  ask(
    'errors',
    'error logs of grant-service in the last 15 min',
    t.count(t.last(15), t.logs(r.levelled(r.grants, 'ERROR', 'FATAL'))),
  ),
  ask('errors', 'did usage-ledger log any errors', t.verdict('no', 'bad')),
  ask(
    'errors',
    'who writes the most error lines',
    t.topOf(t.logRows(r.isError), (row) => row.service),
  ),
  ask('level', 'debug lines of grant-service, how many', t.count(t.anytime, t.logs(r.levelled(r.grants, 'DEBUG')))),
  ask(
    'level',
    'how many WARN lines did member-api write between {at10} and {at40}',
    t.count(r.mins(10, 40), t.logs(r.levelled(r.members, 'WARN'))),
  ),
  ask('level', 'fatals?', t.count(t.anytime, t.logs(t.level('FATAL')))),
  ask(
    'level',
    'log lines by level for visitor-desk',
    t.groupsBy(t.anytime, t.logsIn(r.guests), (row) => ('severity' in row ? row.severity : '')),
  ),
  ask('text', 'how many lines say "nearly used up"', t.count(t.anytime, t.logs(t.says(/nearly used up/)))),
  ask(
    'text',
    "count of 'outside the hours of the plan'",
    t.count(t.anytime, doorLines(/outside the hours of the plan/)),
  ),
  ask('text', "grep -c 'no credit left'", t.count(t.anytime, t.logs(t.says(/no credit left/)))),
  ask(
    'text',
    'how often do we get "unlock failed: no grant, grant-service answered 500" in the last 10 min',
    t.count(t.last(10), doorLines(/unlock failed/)),
  ),
  ask('text', 'how many paper jams did we have', t.count(t.anytime, t.logs(t.says(/paper jam/)))),
  ask(
    'attribute',
    'door-api requests with plan.name=daypass',
    t.count(t.anytime, t.requests(t.all(r.doors, r.plan('daypass')))),
  ),
  ask(
    'attribute',
    'how many front-proxy requests came from a kiosk',
    t.count(t.anytime, t.requests(t.all(r.proxy, r.client('kiosk')))),
  ),
  ask(
    'attribute',
    'unlock requests at ham-hafen (door-api), last 45 min',
    t.count(t.last(45), t.requests(t.all(r.doors, r.site('ham-hafen')))),
  ),
  ask(
    'attribute',
    'usage events of kind print in usage-ledger?',
    t.count(
      t.anytime,
      t.requests(t.all(r.ledger, t.has('usage.kind', 'print'))),
      t.logs(t.all(r.ledger, t.has('kind', 'print'))),
    ),
  ),
  ask(
    'conditions',
    '503s on door-api for flex members at ber-mitte',
    t.count(t.anytime, t.requests(t.all(r.doors, r.code(503), r.plan('flex'), r.site('ber-mitte')))),
  ),
  ask(
    'conditions',
    'halma-media 403 on door-api, how many',
    t.count(t.anytime, t.requests(t.all(r.doors, r.code(403), r.company('halma-media')))),
  ),
  ask(
    'conditions',
    'door-api requests slower than 400 ms since {at35}',
    t.count(t.since('start', 35), t.requests(t.all(r.doors, t.longer(400)))),
  ),
  ask(
    'conditions',
    'muc-ost requests with a card that got a 2xx from front-proxy',
    t.count(t.anytime, t.requests(t.all(r.proxy, r.site('muc-ost'), r.client('card'), r.codes(200, 300)))),
  ),
  ask(
    'conditions',
    'failed POST /grants for zone room since {@onset}',
    t.count(
      t.since('onset'),
      t.failures(t.all(r.grants, r.zone('room'))),
      t.logs(t.all(r.told(r.grants, /^grant not/), t.has('zone', 'room'))),
    ),
  ),
  ask(
    'exclusion',
    'front-proxy requests without the unlock route',
    t.count(t.anytime, t.requests(t.all(r.proxy, t.not(t.named(r.UNLOCK))))),
  ),
  ask(
    'exclusion',
    'errors in the last 20 min not counting grant-service and front-proxy',
    t.count(t.last(20), ...t.errors(t.not(t.of('grant-service', 'front-proxy')))),
  ),
  ask(
    'exclusion',
    "door-api warnings other than 'grant asked for again'",
    t.count(
      t.anytime,
      t.logs((log) => log.service === 'door-api' && log.severity === 'WARN' && !/asked for again/.test(log.message)),
    ),
  ),
  ask(
    'exclusion',
    '4xx on front-proxy except 429, whole hour',
    t.count(t.anytime, t.requests(t.all(r.proxy, r.codes(400, 500), t.not(r.code(429))))),
  ),
  ask(
    'exclusion',
    'how many unlocks failed on door-api if you leave out walk-in',
    t.count(t.anytime, t.failures(t.all(r.doors, t.not(r.company('walk-in'))))),
  ),
  ask('outcome', 'how many doors actually opened', t.count(t.anytime, doorLines(/^door opened/))),
  ask(
    'outcome',
    'bookings: how many were saved, how many not saved',
    t.both(
      t.anytime,
      ['count', t.logs(r.told(r.bookings, /^Booking .* saved for/))],
      ['count', t.logs(r.told(r.bookings, /not saved/))],
    ),
  ),
  ask('outcome', 'chekc-ins that went through', t.count(t.anytime, t.logs(r.told(r.members, /checked in at .* for/)))),
  ask(
    'outcome',
    'visits refused because the guest list was full?',
    t.count(t.anytime, t.logs(r.told(r.guests, /guest list/))),
  ),
  ask(
    'distinct',
    'number of distinct doors that failed to unlock',
    t.count(t.anytime, t.differentIn(r.told(r.doors, /unlock failed/), 'door')),
  ),
  ask(
    'distinct',
    'how many diferent printers printed something',
    t.count(t.anytime, t.differentOf(r.prints, 'printer')),
  ),
  ask('group', 'failed unlocks by company', t.groupsBy(t.anytime, spansOf(failedDoors), t.attribute('company.id'))),
  ask(
    'group',
    'front-proxy status codes, how many of each',
    t.groupsBy(t.anytime, spansOf(r.proxy), t.attribute('http.response.status_code'), 8),
  ),
  ask(
    'group',
    'refused unlocks by reason',
    t.groups('count', t.anytime, {
      'badge unknown': doorLines(/badge unknown/),
      'outside the hours of the plan': doorLines(/outside the hours/),
    }),
  ),
  ask(
    'group',
    'break down failed grants by door.zone',
    t.groupsBy(t.anytime, spansOf(t.all(r.grants, t.failed)), t.attribute('door.zone')),
  ),
  ask(
    'group',
    'booking-api requests per route in the last half hour',
    t.groupsBy(t.last(30), spansOf(r.bookings), (row) => ('name' in row ? row.name : '')),
  ),
  ask('top', 'plan with the most failed unlocks?', t.topOf(t.failedRequests(r.doors), t.attribute('plan.name'))),
  ask(
    'top',
    'busiest route on front-proxy',
    t.topOf(
      (world) => spansOf(r.proxy)(world),
      (row) => ('name' in row ? row.name : ''),
    ),
  ),
  ask(
    'top',
    'which printer gets the most jobs',
    t.topOf((world) => spansOf(r.prints)(world), t.attribute('printer')),
  ),
]
