/** Questions to the tyre workshops that count: requests, lines, levels, values, outcomes, groups. */

import * as t from '../truths.ts'
import { ask, type Fresh } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime

export const TYRES_COUNTS: readonly Fresh[] = [
  ask('count', 'number of requests front-door got in the last 15 min', t.count(t.last(15), t.requests(r.door))),
  ask(
    'count',
    'how many 502s has booking-api returned in the past 10 minutes',
    t.count(t.last(10), t.requests(r.spans(r.booking, r.code(502)))),
  ),
  ask(
    'count',
    '4xx on front-door since the release of booking-api?',
    t.count(t.sinceMark('release'), t.requests(r.spans(r.door, r.codes(4)))),
  ),
  ask('errors', 'errors in wheel-hotel, last 10 min', t.count(t.last(10), ...t.errors(r.hotel))),
  ask('errors', 'any errors in pricing?', t.verdict('no', 'bad')),
  ask('errors', 'reminder-mailer error count for the hour', t.count(whole, ...t.errors(r.mailer).slice(0, 1))),
  ask('errors', 'did booking-api have errors before {@onset+0}', t.verdict('no', 'bad')),
  ask(
    'level',
    'debug lines of tyre-catalog in the last 20 minutes',
    t.count(t.last(20), t.logs(r.lines(r.catalog, t.level('DEBUG')))),
  ),
  ask('text', 'lines containing "out of stock"', t.count(whole, t.logs(t.says(/out of stock/)))),
  ask('text', 'grep -c "attempt 2 of 3" job-worker', t.count(whole, t.logs(r.tell(r.worker, /attempt 2 of 3/)))),
  ask(
    'text',
    'how many roadside lines mention the A7 between {@start+5} and {@start+35}',
    t.count(t.during(['start', 5], ['start', 35]), t.logs(r.tell(r.roadside, /\bA7\b/))),
  ),
  ask(
    'attribute',
    'how many front-door requests came through the app',
    t.count(whole, t.requests(r.spans(r.door, t.has('client.channel', 'app')))),
  ),
  ask(
    'attribute',
    'requests for workshop kiel-hafen on booking-api?',
    t.count(whole, t.requests(r.spans(r.booking, t.has('workshop.id', 'kiel-hafen')))),
  ),
  ask(
    'attribute',
    'how many requests did tenant postvan send to front-door in the last 25 min',
    t.count(t.last(25), t.requests(r.spans(r.door, r.tenant('postvan')))),
  ),
  ask(
    'conditions',
    'failed POST /movements for nordlease from warehouse wh-bremen',
    t.count(whole, t.failures(r.spans(r.ledger, r.tenant('nordlease'), t.has('warehouse.id', 'wh-bremen')))),
  ),
  ask(
    'conditions',
    'how many requests on tyre-catalog took longer than 100ms',
    t.count(whole, t.requests(r.spans(r.catalog, t.longer(100)))),
  ),
  ask(
    'conditions',
    'POST /v1/quotes at pricing answered with 410 or 422, how many in the hour?',
    t.count(whole, t.requests(r.spans(r.at(r.pricing, 'POST /v1/quotes'), r.code(410, 422)))),
  ),
  ask(
    'conditions',
    'stock-ledger lines: "not enough stock" in warehouse wh-kiel, count',
    t.count(whole, t.logs(r.lines(r.tell(r.ledger, /not enough stock/), t.has('warehouse', 'wh-kiel')))),
  ),
  ask(
    'exclusion',
    'requests on front-door that were not for private customers',
    t.count(whole, t.requests(r.spans(r.door, t.not(r.tenant('private'))))),
  ),
  ask(
    'exclusion',
    'error lines of all services except front-door and stock-ledger, last 5 min',
    t.count(t.last(5), t.logs(r.lines(t.not(t.of('front-door', 'stock-ledger')), t.level('ERROR', 'FATAL')))),
  ),
  ask(
    'outcome',
    'how many appointments were actually booked?',
    t.count(whole, t.logs(r.booked), t.requests(r.spans(r.at(r.booking, r.APPOINTMENTS), r.code(201)))),
  ),
  ask('outcome', 'how many wheels were scrapped on the benches', t.count(whole, t.logs(r.tell(r.bench, /scrapped/)))),
  ask(
    'outcome',
    'how many jobs were opened before {@onset-10}?',
    t.count(t.before('onset', -10), t.logs(r.opened), t.logs(r.tell(r.worker, / of \S+ opened /))),
  ),
  ask(
    'outcome',
    'how many bookings got refused for citycab',
    t.count(whole, t.logs(r.tell(r.booking, /^Booking for citycab refused/))),
  ),
  ask(
    'distinct',
    'how many different vans show up in roadside',
    t.count(whole, t.differentTexts(/^(van-\d+)/, r.roadside)),
  ),
  ask(
    'distinct',
    'how many distinct drivers checked in their car',
    t.count(whole, t.differentTexts(/^Car of (\S+) checked in/, r.booking)),
  ),
  ask('sum', 'how many pieces were moved in total (stock-ledger)', t.count(whole, r.field(r.written, 'pieces', 'sum'))),
  ask(
    'sum',
    'grams of weights used on bench B2 altogether',
    t.value(whole, t.stated(/on B2 with (\d+) g$/, 'sum', r.bench)),
  ),
  ask(
    'sum',
    'total cents quoted by pricing between {@start+20} and {@start+30}',
    t.value(t.during(['start', 20], ['start', 30]), r.field(r.tell(r.pricing, /^quote given/), 'cents', 'sum')),
  ),
  ask(
    'group',
    'failed requests on front-door by route',
    t.groupsBy(whole, r.rowsOf(r.spans(r.door, t.failed)), r.nameOf),
  ),
  ask('group', 'status codes of wheel-hotel with counts', t.groupsBy(whole, r.rowsOf(r.hotel), r.codeOf)),
  ask(
    'group',
    'booking-api log lines by severity',
    t.groups(
      'count',
      whole,
      r.each(['INFO', 'WARN', 'ERROR'], (one) => t.logs(r.lines(r.booking, (log) => log.severity === one))),
    ),
  ),
  ask(
    'group',
    'how many lost appointments per workshop? (502 on booking-api)',
    t.groupsBy(whole, r.rowsOf(r.spans(r.booking, r.code(502))), t.attribute('workshop.id')),
  ),
  ask(
    'group',
    'avg duration per bench at bench-link',
    t.groups(
      'ms',
      whole,
      r.each(['B1', 'B2', 'B3', 'B4'], (one) => t.took(r.spans(r.bench, t.has('bench', one)), 'mean')),
    ),
  ),
  ask(
    'top',
    'which tenant has the most failed requests on front-door?',
    t.topOf(t.failedRequests(r.door), t.attribute('tenant.id')),
  ),
  ask('top', 'busiest route on front-door', t.topOf(r.rowsOf(r.door), r.nameOf)),
  ask('top', 'most common warning in pricing?', r.says(['no price'])),
  ask(
    'window',
    'how many lost appointments from {@onset+0} to {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), t.logs(r.lost), t.requests(r.spans(r.booking, r.code(502)))),
  ),
  ask(
    'window',
    'appointments booked in the first 20 minutes of data',
    t.count(t.during(['start', 0], ['start', 20]), t.logs(r.booked)),
  ),
  ask(
    'window',
    'front-door requests in the 5 minutes before the booking-api release',
    t.count(t.ahead('release', 5), t.requests(r.door)),
  ),
]
