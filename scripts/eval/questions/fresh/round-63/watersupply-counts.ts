/** How many, which, who has most: readings, leaks, orders, commands, samples, bills of the water supplier. Sixty-third round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

export const NONE = t.words({
  saysFirst: [
    ['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )*(?:errors?|orders?|requests?|leaks?)\\b', '(?<![\\d.,])0\\b'],
  ],
  neverFirst: ['^\\W*yes\\b'],
})
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  t.groups('count', when, m.each(names, measure))

export const WATERSUPPLY_COUNTS_63 = [
  ask('outcome', 'how many writes were refused since {@onset}', t.count(t.since('onset'), ...m.REFUSED)),
  ask('outcome', 'how many leaks did the detector report in the last 30 minutes', t.count(t.last(30), ...m.LEAKS)),
  ask('outcome', 'how many orders were closed with no leak found?', t.count(t.anytime, t.logs(m.noLeak))),
  ask('outcome', 'how many times were crews sent out today', t.count(t.anytime, t.logs(m.sent))),
  ask('outcome', 'how many orders had to wait because no crew was free', t.count(t.anytime, t.logs(m.waits))),
  ask('outcome', 'how many dashboards could not be loaded', t.count(t.anytime, ...m.UNLOADED)),
  ask('outcome', 'how many samples were out of limits in the last hour', t.count(t.last(60), t.logs(m.outOfLimits))),
  ask('outcome', 'how many bills did we send today?', t.count(t.anytime, ...m.BILLS)),
  ask(
    'outcome',
    'how many direct debits were returned',
    t.count(t.anytime, t.logs(m.returned), t.requests(t.all(m.billed, m.status(402)))),
  ),
  ask(
    'outcome',
    'how many meter readings were refused as not plausible',
    t.count(t.anytime, t.logs(m.odd), t.requests(t.all(m.metering, m.status(422)))),
  ),
  ask('outcome', 'how many pumps could not start because the motor was too hot', t.count(t.anytime, t.logs(m.hot))),
  ask('outcome', 'how many frames were dropped in the last hour?', t.count(t.last(60), t.logs(m.checksum))),

  ask(
    'count',
    'how many 503 responses did readings-db return in the last 15 minutes',
    t.count(t.last(15), t.requests(t.all(m.database, m.status(503)))),
  ),
  ask(
    'count',
    'how many 502 responses did crew-dispatch return',
    t.count(t.anytime, t.requests(t.all(m.dispatch, m.status(502)))),
  ),
  ask(
    'count',
    'how many requests did control-room get in the last 30 minutes',
    t.count(t.last(30), t.requests(m.room)),
  ),
  ask(
    'count',
    'how many polls did the gateway make in the last 10 minutes',
    t.count(t.last(10), t.requests(m.polling)),
  ),
  ask('count', 'how many zone checks were made since {@onset}', t.count(t.since('onset'), t.requests(m.checking))),
  ask(
    'count',
    'how many customers reported a problem in the last hour',
    t.count(t.last(60), t.requests(m.reporting), t.logs(m.taken), t.requests(t.all(m.reporting, m.status(201)))),
  ),
  ask(
    'count',
    'how many valve commands were sent between {@onset-40} and {@onset-10}?',
    t.count(t.during(['onset', -40], ['onset', -10]), t.requests(m.valving)),
  ),

  ask(
    'errors',
    'how many errors did scada-gateway log in the last 20 minutes',
    t.count(t.last(20), ...t.errors(m.gateway)),
  ),
  ask(
    'errors',
    'how many errors do we have in total since {@onset}',
    t.count(t.since('onset'), t.logs(t.level('ERROR')), t.failures(t.any)),
  ),
  ask('errors', 'are there any errors in water-quality?', NONE),
  ask(
    'level',
    'how many warnings did leak-detector write',
    t.count(t.anytime, t.logs(t.all(m.detector, t.level('WARN')))),
  ),

  ask('text', 'how often do we see "too many open files"', t.count(t.anytime, t.logs(m.files))),
  ask('text', 'how many lines contain "did not answer within 2000 ms"', t.count(t.anytime, t.logs(m.unanswered))),

  ask(
    'attribute',
    'how many writes of hilltop were refused',
    t.count(t.anytime, m.refusedOf('hilltop'), t.failures(t.all(m.polling, m.station('hilltop')))),
  ),
  ask('attribute', 'how many leaks were reported in the harbour', t.count(t.anytime, m.leakIn('harbour'))),
  ask(
    'attribute',
    'how many chlorine samples did we take?',
    t.count(
      t.anytime,
      t.requests(t.all(m.sampling, m.parameter('chlorine'))),
      t.requests(t.all(m.sampling, m.parameter('chlorine'), m.status(201))),
    ),
  ),
  ask(
    'attribute',
    'how many reports came in by phone in the last hour',
    t.count(t.last(60), t.requests(t.all(m.reporting, m.channel('phone'))), t.logs(t.all(m.taken, m.channel('phone')))),
  ),
  ask(
    'attribute',
    'how many pump commands did ruiz send',
    t.count(t.anytime, t.requests(t.all(m.pumping, m.operator('ruiz')))),
  ),
  ask(
    'conditions',
    'how many times was the overview dashboard answered with 503 in the last 20 minutes',
    t.count(t.last(20), t.failures(t.all(m.showing, m.dashboard('overview')))),
  ),
  ask(
    'conditions',
    'how many brown-water reports came from the east zone',
    t.count(
      t.anytime,
      t.requests(t.all(m.reporting, m.report('brown-water'), m.zone('east'))),
      t.logs(t.all(m.taken, t.has('kind', 'brown-water'), m.zone('east'))),
    ),
  ),
  ask(
    'conditions',
    'how many leak orders in old-town were opened since {@onset}',
    t.count(
      t.since('onset'),
      t.requests(t.all(m.ordering, t.has('order.kind', 'leak'), m.zone('old-town'))),
      t.logs(t.all(m.opened, t.has('kind', 'leak'), m.zone('old-town'))),
    ),
  ),
  ask(
    'conditions',
    'how many pumps did hahn start at riverside?',
    t.count(
      t.anytime,
      t.requests(t.all(m.pumping, m.operator('hahn'), m.station('riverside'), t.has('pump.action', 'start'))),
      t.logs(t.all(t.says(/^pump \S+ at riverside started/), m.operator('hahn'))),
    ),
  ),
  ask(
    'conditions',
    'how many times was crew-2 sent to a leak',
    t.count(t.anytime, t.logs(t.all(m.sent, m.crew('crew-2'), t.has('kind', 'leak')))),
  ),
  ask(
    'slow',
    'how many database queries took longer than 900 ms',
    t.count(t.anytime, t.requests(t.all(m.querying, t.longer(900)))),
  ),
  ask(
    'slow',
    'how many polls took more than 2 seconds?',
    t.count(t.anytime, t.requests(t.all(m.polling, t.longer(2000)))),
  ),
  ask(
    'exclusion',
    'how many errors since {@onset} without readings-db',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.database))), t.failures(t.not(m.database))),
  ),
  ask(
    'exclusion',
    'how many work orders were opened that are not leaks?',
    t.count(
      t.anytime,
      t.requests(t.all(m.ordering, t.not(t.has('order.kind', 'leak')))),
      t.logs(t.all(m.opened, t.not(t.has('kind', 'leak')))),
    ),
  ),
  ask(
    'distinct',
    'how many different stations had refused writes',
    t.count(t.anytime, t.differentOf(t.all(m.writing, t.failed), 'station')),
  ),
  ask('distinct', 'how many different crews were sent out?', t.count(t.anytime, t.differentIn(m.sent, 'crew'))),

  ask(
    'group',
    'refused writes by station',
    per(t.anytime, m.STATIONS, (one) => m.refusedOf(one)),
  ),
  ask(
    'group',
    'how many leaks were reported per zone since {@onset}?',
    per(t.since('onset'), m.ZONES, (one) => m.leakIn(one)),
  ),
  ask(
    'group',
    'failed dashboards by name',
    per(t.anytime, ['overview', 'pumps', 'pressure'], (one) => t.failures(t.all(m.showing, m.dashboard(one)))),
  ),
  ask(
    'group',
    'how many errors does each service have in the last 30 minutes',
    per(t.last(30), ['readings-db', 'scada-gateway', 'control-room', 'crew-dispatch', 'outage-portal'], (one) =>
      t.logs(t.all(t.of(one), t.level('ERROR'))),
    ),
  ),
  ask(
    'group',
    'status codes of POST /samples',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([201, 422].map((code) => [code, t.requests(t.all(m.sampling, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'customer reports by kind',
    per(t.anytime, m.REPORTS, (one) => t.requests(t.all(m.reporting, m.report(one)))),
  ),
  ask(
    'top',
    'which station has the most refused writes?',
    t.topOf(m.spansOf(t.all(m.writing, t.failed)), t.attribute('station')),
  ),
  ask('top', 'which zone has the fewest suspected leaks?', t.words({ first: { name: 'west', among: m.ZONES } })),
  ask('top', 'which operator sends the most pump commands', t.topOf(m.spansOf(m.pumping), t.attribute('operator'))),
  ask(
    'top',
    'which service writes the most errors today?',
    t.topOf(t.logRows(t.level('ERROR')), (row) => row.service),
  ),
  ask('top', 'what do customers report most', t.topOf(m.spansOf(m.reporting), t.attribute('report.kind'))),
]
