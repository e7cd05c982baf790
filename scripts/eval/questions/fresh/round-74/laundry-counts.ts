/** Questions to the laundry chain that count: codes, refusals, texts, attributes, conditions, groups, ranks. */
import type { LogRow } from '../../records.ts'
import { requestsOf } from '../../truth.ts'
import { spansOf } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const serviceOf = (row: { readonly service: string }) => row.service
const codeOf = t.attribute('http.response.status_code')

const COUNTS = [
  ask('count', 'how many requests did web-gw get in the last 15 min', t.count(t.last(15), t.requests(r.gw))),
  ask(
    'count',
    'how many 429 did web-gw hand out during the last half hour?',
    t.count(t.last(30), t.requests(t.all(r.gw, r.status(429)))),
  ),
  ask(
    'count',
    '502s of order-api on POST /v2/orders since {@onset}, how many?',
    t.count(t.since('onset'), t.requests(t.all(r.newOrders, r.status(502)))),
  ),
  ask(
    'count',
    'bags collected from lockers in the last 20 minutes?',
    t.count(t.last(20), t.logs(r.lines(r.lockers, /^bag collected/)), t.requests(t.all(r.collects, r.status(200)))),
  ),
  ask(
    'count',
    'tag requests (POST /tags) between {at30} and {at40}?',
    t.count(t.during(['start', 30], ['start', 40]), t.requests(r.newTags)),
  ),
  ask('count', 'total batches that left T2', t.count(t.anytime, t.logs(r.lines(r.plant, /left T2:/)))),
  ask('errors', 'error lines in the last 10 minutes?', t.count(t.last(10), t.logs(t.level('ERROR', 'FATAL')))),
  ask(
    'errors',
    'errors on order-api from {at30} to {at40}',
    t.count(t.during(['start', 30], ['start', 40]), ...t.errors(r.orders)),
  ),
  ask(
    'errors',
    'how many of our error logs came before {@onset}?',
    t.count(t.before('onset'), t.logs(t.level('ERROR'))),
  ),
  ask('level', 'how many warnings has order-api written', t.count(t.anytime, t.logs(r.warnings(r.orders)))),
  ask('level', 'WARN lines from locker-api, last 30 min', t.count(t.last(30), t.logs(r.warnings(r.lockers)))),
  ask('level', 'any FATAL in the logs? count pls', t.count(t.anytime, t.logs(t.level('FATAL')))),
  ask('text', 'how many lines have "not at home" in them?', t.count(t.anytime, t.logs(r.inBody(/not at home/i)))),
  ask('text', 'lines mentioning LDR-214', t.count(t.anytime, t.logs(r.inBody(/LDR-214/i)))),
  ask('text', 'grep -c "too many open files"', t.count(t.anytime, t.logs(r.inBody(/too many open files/i)))),
  ask(
    'text',
    'in how many log lines does order-api say "express"',
    t.count(t.anytime, t.logs(t.all<LogRow>(r.orders, r.inBody(/express/i)))),
  ),
  ask(
    'attribute',
    'failed drop-offs at rtm-west?',
    t.count(t.anytime, t.failures(t.all(r.dropOffs, r.station('rtm-west')))),
  ),
  ask(
    'attribute',
    'POST /tags with tag.kind garment in the last 30 minutes',
    t.count(t.last(30), t.requests(t.all(r.newTags, t.has('tag.kind', 'garment')))),
  ),
  ask(
    'attribute',
    'quotes made for silk',
    t.count(t.anytime, t.logs(t.all(r.lines(r.quotes, /^quote made/), t.has('fabric', 'silk')))),
  ),
]

const CONDITIONS = [
  ask(
    'conditions',
    'order-api: 502s for hotel-arkona?',
    t.count(t.anytime, t.requests(t.all(r.orders, r.status(502), r.account('hotel-arkona')))),
  ),
  ask(
    'conditions',
    'drop-offs on locker-api with 409 at rtm-west or utr-centrum',
    t.count(t.anytime, t.requests(t.all(r.dropOffs, r.status(409), r.station('rtm-west', 'utr-centrum')))),
  ),
  ask(
    'conditions',
    'slot-planner requests from ios that took longer than 60 ms?',
    t.count(t.anytime, t.requests(t.all(r.slots, r.client('ios'), t.longer(60)))),
  ),
  ask(
    'conditions',
    'how many order-api requests were over 100ms in the last 20 min',
    t.count(t.last(20), t.requests(t.all(r.orders, t.longer(100)))),
  ),
  ask(
    'conditions',
    'monthly plan, android, POST /v2/orders on web-gw, 4xx: how many',
    t.count(
      t.anytime,
      t.requests(t.all(r.route(r.gw, r.ORDER), t.has('plan.name', 'monthly'), r.client('android'), r.refused)),
    ),
  ),
  ask(
    'conditions',
    'wrong pins at dhg-strand in the last 40 min',
    t.count(t.last(40), t.logs(t.all(t.says(/^wrong pin/), t.has('station', 'dhg-strand')))),
  ),
  ask(
    'exclusion',
    'how many requests failed if I leave out web-gw?',
    t.count(t.anytime, t.failures(t.not(r.gw)), t.failures(t.not(t.of('web-gw', 'intake-worker')))),
  ),
  ask(
    'exclusion',
    'error logs since {@recovery+1} apart from sms-notify',
    t.count(t.since('recovery', 1), t.logs(t.all<LogRow>(t.not(r.sms), t.level('ERROR')))),
  ),
  ask(
    'exclusion',
    '4xx on web-gw, but not the 429 and not the 401',
    t.count(t.anytime, t.requests(t.all(r.gw, r.refused, t.not(r.status(401, 429))))),
  ),
  ask('outcome', 'how many orders were placed this hour?', t.count(t.anytime, t.logs(t.says(/^Order \S+ placed/)))),
  ask(
    'outcome',
    'orders turned down because they were below the minimum?',
    t.count(t.anytime, t.logs(t.says(/below minimum/))),
  ),
  ask(
    'outcome',
    'how many declined cards between {at5} and {at45}?',
    t.count(t.during(['start', 5], ['start', 45]), t.logs(t.says(/card was declined/))),
  ),
  ask(
    'distinct',
    'distinct customers that were sent a ready-to-collect sms',
    t.count(t.anytime, t.differentTexts(/ready-to-collect sent to (c-\d+)/, r.sms)),
  ),
  ask(
    'distinct',
    'how many accounts had at least one failed order',
    t.count(t.anytime, t.differentOf(t.all(r.newOrders, t.failed), 'account.id')),
  ),
  ask(
    'distinct',
    'how many different lockers refused a drop-off because no box was free?',
    t.count(t.anytime, t.differentIn(t.says(/no free box/), 'locker')),
  ),
]

const RANKS = [
  ask(
    'group',
    'failed drop-offs by station',
    t.groupsBy(t.anytime, spansOf(t.all(r.dropOffs, t.failed)), t.attribute('station.id')),
  ),
  ask('group', 'web-gw requests per status code', t.groupsBy(t.anytime, spansOf(r.gw), codeOf)),
  ask('group', 'log lines per service please', t.groupsBy(t.anytime, t.logsIn(t.any), serviceOf)),
  ask(
    'group',
    'split the 502s of order-api by account',
    t.groupsBy(t.anytime, spansOf(t.all(r.orders, r.status(502))), t.attribute('account.id')),
  ),
  ask(
    'group',
    'warnings per service between {at10} and {at20}',
    t.groupsBy(t.during(['start', 10], ['start', 20]), t.logsIn(t.level('WARN')), serviceOf),
  ),
  ask('top', 'which service logged the most errors?', t.topOf(t.logRows(t.level('ERROR', 'FATAL')), serviceOf)),
  ask(
    'top',
    'which route on web-gw had the most 5xx',
    t.topOf(t.failedRequests(r.gw), (row) => ('name' in row ? row.name : '')),
  ),
  ask('top', 'noisiest service in the logs?', t.topOf(t.logRows(t.any), serviceOf)),
  ask(
    'top',
    'station with the most collected bags?',
    t.topOf((world) => requestsOf(world, t.all(r.collects, r.status(200))), t.attribute('station.id')),
  ),
]

export const LAUNDRY_COUNTS = [...COUNTS, ...CONDITIONS, ...RANKS]
