/** Shares, durations, rates, metrics and comparisons of the container terminal. Thirty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const memory = (service: string, what: t.Statistic) => t.metric(service, 'process_resident_memory_bytes', what)
const fill = (block: string, what: t.Statistic) =>
  t.metric('yard-planner', 'yard_block_fill_ratio', what, (point) => point.attributes['block'] === block)
const queue = (what: t.Statistic) => t.metric('gate-control', 'gate_queue_trucks', what)
const seats = (what: t.Statistic) => t.metric('yard-planner', 'solver_seats_used', what)
/** A share as it is sent, or in percent. */
const ratio = (measure: t.Measure) => [measure, t.scaled(measure, 100)]
const since = t.since('onset', 1)

export const PORT_NUMBERS_37 = [
  ask('ratio', 'error rate yard-planner last 10 min', t.percent(t.last(10), t.share(m.planner))),
  ask('ratio', 'what percent of gate-ins fail since {@onset+1}?', t.percent(since, t.share(m.gateIn))),
  ask('ratio', 'failure rate of vessel-ops over the last 15 min', t.percent(t.last(15), t.share(m.vessels))),
  ask('ratio', 'How many percent of announcements are failing now?', t.percent(t.last(5), t.share(m.announcing))),
  ask(
    'ratio',
    'share of laden gate-ins that failed since {@onset+1}',
    t.percent(since, t.share(t.all(m.gateIn, m.laden))),
  ),
  ask('ratio', 'percentage of dues checks that end with 402', t.percent(t.anytime, t.share(m.dues, m.status(402)))),
  ask(
    'ratio',
    'which part of the portal requests comes from the app, in %',
    t.percent(t.anytime, t.share(m.portal, m.field('client', 'app'))),
  ),
  ask('percentile', 'p95 tariff-billing', t.millis(t.anytime, t.took(m.billing, 0.95))),
  ask('percentile', 'median of POST /gate-out', t.millis(t.anytime, t.took(m.gateOut, 0.5))),
  ask('percentile', 'yard-planner p90 before {@onset}?', t.millis(t.before('onset'), t.took(m.planner, 0.9))),
  ask('percentile', 'p99 latency customs-link in the last half hour', t.millis(t.last(30), t.took(m.customs, 0.99))),
  ask(
    'percentile',
    'p50 yard-planner for 20DV',
    t.millis(t.anytime, t.took(t.all(m.planner, t.has('container.type', '20DV')), 0.5)),
  ),
  ask('mean-max', 'how long does crane-dispatch need on average', t.millis(t.anytime, t.took(m.cranes, 'mean'))),
  ask('mean-max', 'longest gate-in of the last hour?', t.millis(t.last(60), t.took(m.gateIn, 'max'))),
  ask(
    'mean-max',
    'avg duration of GET /holds since {@release}',
    t.millis(t.since('release'), t.took(m.customs, 'mean')),
  ),
  ask(
    'slowest',
    'which endpoint is slowest at the moment',
    t.words({ saysFirst: [['positions', 'gate-in', 'appointments', 'discharges']], neverFirst: ['log records'] }),
  ),
  ask(
    'slowest',
    'slowest trace of the last hour?',
    t.words({
      saysFirst: [['gate-control', 'truck-portal', 'gate-in', 'appointments', 'vessel-ops', '\\bm?s\\b']],
      neverFirst: ['log records'],
    }),
  ),
  ask('rate', 'gate-ins per minute', t.perS(t.anytime, t.perSecond(t.requests(m.gateIn)))),
  ask('rate', 'rps of truck-portal', t.perS(t.anytime, t.perSecond(t.requests(m.portal)))),
  ask('rate', 'crane jobs per hour?', t.perS(t.anytime, t.perSecond(t.requests(m.cranes)))),
  ask(
    'rate',
    'errors per minute on yard-planner since {@onset+1}',
    t.perS(since, ...t.errors(m.planner).map(t.perSecond)),
  ),
  ask('rate', 'trucks admitted per minute, last 10 min', t.perS(t.last(10), ...m.ADMITTED.map(t.perSecond))),
  ask('sum', 'how many euros did we book in charges altogether', t.count(t.anytime, m.sumOf(m.booked, 'eur'))),
  ask('sum', 'sum of eur in open storage dues, last 30 min', t.count(t.last(30), m.sumOf(m.open, 'eur'))),
  ask(
    'sum',
    'average eur per charge of NORDL',
    t.within(
      0.02,
      t.value(t.anytime, (world, window) => {
        const where = t.all(m.booked, m.carrier('NORDL'))
        return m.sumOf(where, 'eur')(world, window) / t.logs(where)(world, window)
      }),
    ),
  ),
  ask('metric', 'peak memory of yard-planner', t.within(0.01, t.bytes(t.anytime, memory('yard-planner', 'max')))),
  ask(
    'metric',
    'how much memory does vessel-ops use now?',
    t.within(0.08, t.bytes(t.anytime, memory('vessel-ops', 'last'))),
  ),
  ask('metric', 'trucks in the gate queue right now', t.within(0.04, t.value(t.anytime, queue('last')))),
  ask('metric', 'longest the queue before the gate has been today', t.value(t.anytime, queue('max'))),
  ask('metric', 'solver seats used, latest', t.value(t.anytime, seats('last'))),
  ask('metric', 'max solver_seats_used before {@onset}?', t.value(t.before('onset'), seats('max'))),
  ask('metric', 'how full is block B currently', t.within(0.01, t.value(t.anytime, ...ratio(fill('B', 'last'))))),
  ask(
    'metric',
    'highest wind speed in the last hour',
    t.value(t.last(60), t.metric('crane-dispatch', 'wind_speed_mps', 'max')),
  ),
  ask('metric', 'reefers plugged in, minimum', t.value(t.anytime, t.metric('reefer-watch', 'reefers_plugged', 'min'))),
  ask(
    'metric',
    'mean jvm threads of vessel-ops',
    t.within(0.02, t.value(t.anytime, t.metric('vessel-ops', 'jvm_threads_current', 'mean'))),
  ),
  ask(
    'metric',
    'crane moves in the last 20 minutes by the counter',
    t.within(0.06, t.count(t.last(20), t.metric('crane-dispatch', 'crane_moves_total', 'rise'))),
  ),
  ask('metric', 'fill of every yard block', (asked) => ({
    groups: Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E'].map((block) => {
        const measures = (['last', 'mean'] as const).flatMap((what) => ratio(fill(block, what)))
        return [block, { ...t.numberOf(asked, 'any', t.anytime, measures), tolerance: 0.02 }]
      }),
    ),
  })),
  ask(
    'metric',
    'cpu per service please',
    t.words({
      names: ['truck-portal', 'gate-control', 'yard-planner', 'crane-dispatch', 'vessel-ops', 'tariff-billing'],
    }),
  ),
  ask('metric', 'cpu of ocr-lanes?', t.declined('no_data')),
  ask(
    'compare',
    'median of tariff-billing before vs after the release',
    t.compared('ms', t.took(m.billing, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'trucks admitted {@onset-12}-{@onset} against {@onset+2}-{@onset+14}',
    t.compared(
      'count',
      m.ADMITTED[0] ?? t.logs(m.admitted),
      t.during(['onset', -12], ['onset', 0]),
      t.during(['onset', 2], ['onset', 14]),
    ),
  ),
  ask(
    'compare',
    'portal requests in the last 10 min and in the same 10 min half an hour ago',
    t.compared('count', t.requests(m.portal), t.last(10), t.earlier(10, 30)),
  ),
  ask(
    'compare',
    'more boxes discharged or loaded?',
    t.topOf(t.logRows(t.says(/^box /)), (row) => ('message' in row && m.loaded(row) ? 'loaded' : 'discharged')),
  ),
  ask('trend', 'is the gate queue getting longer?', t.verdict('yes', 'up')),
  ask('trend', 'is it getting warmer outside? air_temperature_celsius', t.verdict('yes', 'up')),
  ask(
    'trend',
    'did 8.4.0 slow tariff-billing down',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'risen', 'increase', '\\bup\\b', 'longer', 'higher']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('trend', 'are fewer trucks admitted now than before {@onset}', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'anything weird about gate_queue_trucks?',
    t.words({
      says: [['rose', 'rise', 'rising', 'grow', 'grew', 'increas', 'jump', 'higher', 'above', '\\bup\\b', 'climb']],
      neverFirst: ['^\\W*no\\b', 'nothing (?:unusual|odd|weird)'],
    }),
  ),
  ask(
    'anomaly',
    'customs_host_latency_seconds look normal?',
    t.words({
      saysFirst: [
        [
          '^\\W*yes\\b',
          'normal',
          'usual',
          'steady',
          'unchanged',
          'no (?:anomal|change|jump)',
          'nothing',
          'stable',
          'flat',
          'within',
        ],
      ],
      neverFirst: ['^\\W*no\\b(?! (?:anomal|change|jump))'],
    }),
  ),
  ask(
    'several',
    'gate-control p50 and p99 before {@onset}',
    t.both(t.before('onset'), ['ms', t.took(m.gate, 0.5)], ['ms', t.took(m.gate, 0.99)]),
  ),
  ask('several', 'how many boxes were discharged and how many loaded in the last 20 min?', (asked) => ({
    numbers: [m.DISCHARGED, m.LOADED].map((measures) => t.numberOf(asked, 'count', t.last(20), measures)),
  })),
  ask('several', 'how many trucks got in in the last 15 minutes, and how many were stuck?', (asked) => ({
    numbers: [m.ADMITTED, m.STUCK].map((measures) => t.numberOf(asked, 'count', t.last(15), measures)),
  })),
  ask(
    'group',
    'error rate by move.type on yard-planner since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['import', 'export', 'empty'], (one) => t.share(t.all(m.planner, t.has('move.type', one)))),
    ),
  ),
  ask(
    'group',
    'average duration per endpoint of tariff-billing',
    t.groups('ms', t.anytime, {
      '/charges': t.took(m.charging, 'mean'),
      '/dues': t.took(m.dues, 'mean'),
      '/invoices': t.took(t.all(m.billing, t.named('GET /invoices')), 'mean'),
    }),
  ),

  ...talk(
    'durations',
    ask('follow-up', 'p95 of customs-link?', t.millis(t.anytime, t.took(m.customs, 0.95))),
    ask('follow-up', 'same for crane-dispatch', t.millis(t.anytime, t.took(m.cranes, 0.95))),
    ask('follow-up', 'and the median', t.millis(t.anytime, t.took(m.cranes, 0.5))),
  ),
  ...talk(
    'shares',
    ask('follow-up', 'error rate of gate-control, last 20 minutes?', t.percent(t.last(20), t.share(m.gate))),
    ask('follow-up', 'truck-portal?', t.percent(t.last(20), t.share(m.portal))),
    ask('follow-up', 'make that the last 5 minutes', t.percent(t.last(5), t.share(m.portal))),
  ),
]
