/** Shares, durations, rates, money, metrics and comparisons of the bakery chain. Fifty-fifth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const heat = (oven: string, what: t.Statistic) => m.gauge('oven-ctl', 'oven_temperature_celsius', what, 'oven', oven)
const crates = (dock: string, what: t.Statistic) => m.gauge('route-planner', 'crates.at_dock', what, 'dock', dock)
const trays = (item: string, what: t.Statistic) => m.gauge('stock-ledger', 'ledger.trays.on_hand', what, 'item', item)
const silo = (one: string, what: t.Statistic) => m.gauge('recipe-book', 'silo.flour', what, 'silo', one)
const waiting = (what: t.Statistic) => m.gauge('cafe-portal', 'orders_waiting', what)
const memory = (service: string, what: t.Statistic) => m.gauge(service, 'process_resident_memory_bytes', what)
const cpu = (service: string, what: t.Statistic) => m.gauge(service, 'cpu_percent', what)
const meantime = t.during(['onset', 1], ['recovery', 0])
/** In cents or in euros. */
const money = (measure: t.Measure) => [measure, t.scaled(measure, 0.01)]

export const BAKERY_NUMBERS_55 = [
  ask(
    'ratio',
    'What part of the café orders did we refuse between {@onset+1} and {@recovery}?',
    t.percent(meantime, t.share(m.ordering), t.share(m.ordering, m.status(403, 409, 422))),
  ),

  ask('ratio', 'How many percent of the loads fail in the last hour?', t.percent(t.last(60), t.share(m.loading))),
  ask(
    'ratio',
    'share of redeem calls refused for too few points',
    t.percent(t.anytime, t.share(m.redeeming, m.status(422))),
  ),
  ask(
    'ratio',
    'Which share of all orders enters over the app?',
    t.percent(t.anytime, t.share(m.ordering, m.channel('app'))),
  ),
  ask(
    'ratio',
    'What percentage of our orders is for more than 100 pieces?',
    t.percent(t.anytime, t.share(m.ordering, m.above(100))),
  ),

  ask('percentile', 'p95 cafe-portal last 30m', t.millis(t.last(30), t.took(m.portal, 0.95))),

  ask('percentile', 'The median of the label jobs, which is it?', t.millis(t.anytime, t.took(m.labels, 0.5))),
  ask('percentile', 'p90 of recipe scale calls since {@release}', t.millis(t.since('release'), t.took(m.scaling, 0.9))),
  ask(
    'mean-max',
    'How long does it take on average until an oven has accepted its program?',
    t.millis(t.anytime, t.took(m.ovens, 'mean')),
  ),

  ask('mean-max', 'longest label job', t.millis(t.anytime, t.took(m.labels, 'max'))),
  ask(
    'mean-max',
    'How many pieces had the smallest order that was refused?',
    t.value(t.anytime, m.extremeOf(m.refused, 'pieces', 'min')),
  ),
  ask(
    'mean-max',
    'The biggest order that we could accept while 4.2.0 was live, how many pieces had it?',
    t.value(
      ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }]],
      m.extremeOf(m.accepted, 'pieces', 'max'),
    ),
  ),
  ask(
    'mean-max',
    'How many pieces are in an oven batch on average?',
    t.within(0.01, t.value(t.anytime, t.stated(m.BATCH, 'mean'))),
  ),
  ask('mean-max', 'highest single invoice in EUR', t.value(t.anytime, t.stated(m.BILLED, 'max'))),
  ask(
    'slowest',
    'Which of the systems makes people wait the longest for an answer?',
    t.words({ saysFirst: [['label-print', 'labels\\.jobs']], neverFirst: ['log records'] }),
  ),

  ask(
    'rate',
    'orders/min before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.requests(m.ordering)), ...m.ACCEPTED.map(t.perSecond)),
  ),
  ask(
    'rate',
    'How many orders per minute were refused from {@onset+1} to {@recovery}?',
    t.perS(meantime, ...m.REFUSED.map(t.perSecond)),
  ),

  ask(
    'rate',
    'oven programs started per hour?',
    t.perS(t.anytime, t.perSecond(t.requests(m.ovens)), t.perSecond(t.logs(t.says(/program \S+ started/)))),
  ),

  ask(
    'sum',
    'The boss wants to know the turnover of the orders we refused. How much is that altogether?',
    t.value(t.anytime, ...money(m.sumOf(m.refused, 'cents'))),
  ),

  ask('sum', 'How many pieces were in the refused orders together?', t.value(t.anytime, m.sumOf(m.refused, 'pieces'))),
  ask('sum', 'total EUR invoiced since {@recovery}', t.value(t.since('recovery'), t.stated(m.BILLED, 'sum'))),

  ask('metric', 'oven temp deck-2 now', t.within(0.015, t.value(t.anytime, heat('deck-2', 'last')))),
  ask(
    'metric',
    'What is the hottest that the oven rack-1 has been tonight?',
    t.within(0.005, t.value(t.anytime, heat('rack-1', 'max'))),
  ),
  ask(
    'metric',
    'How many crates stand on the east dock at this moment?',
    t.within(0.03, t.value(t.anytime, crates('east', 'last'))),
  ),
  ask('metric', 'max orders_waiting', t.within(0.005, t.value(t.anytime, waiting('max')))),
  ask(
    'metric',
    'The trays of croissant on hand, how many are they now?',
    t.within(0.02, t.value(t.anytime, trays('croissant', 'last'))),
  ),

  ask(
    'metric',
    'How much wheat flour do we still have in the silo?',
    t.within(0.01, t.value(t.anytime, silo('wheat', 'last'))),
  ),

  ask('metric', 'rss route-planner max', t.within(0.01, t.bytes(t.anytime, memory('route-planner', 'max')))),
  ask('metric', 'avg cpu cafe-portal last 30 min', t.within(0.02, t.value(t.last(30), cpu('cafe-portal', 'mean')))),
  ask(
    'metric',
    'how much points gave the cards in total (points_granted_total)',
    t.within(
      0.02,
      t.value(
        t.anytime,
        m.gauge('loyalty-api', 'points_granted_total', 'last'),
        m.gauge('loyalty-api', 'points_granted_total', 'rise'),
        m.sumOf(m.granted, 'points'),
      ),
    ),
  ),
  ask('metric-group', 'mean oven temperature per oven', (asked) => ({
    groups: Object.fromEntries(
      m.OVENS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [heat(one, 'mean')]), tolerance: 0.02 }]),
    ),
  })),
  ask('metric-group', 'Highest crates at each dock?', (asked) => ({
    groups: Object.fromEntries(
      ['east', 'west'].map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [crates(one, 'max')]), tolerance: 0.01 },
      ]),
    ),
  })),
  ask('top', 'Which printer has the longest queue?', t.words({ saysFirst: [['P3']], neverFirst: ['\\bP[12]\\b.*P3'] })),

  ask(
    'compare',
    'p50 recipe scale before vs after 1.9.0',
    t.compared('ms', t.took(m.scaling, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'How many orders did we accept in the last 14 minutes, and how many in the 14 minutes from {@onset+5}?',
    t.compared('count', t.logs(m.accepted), t.last(14), t.during(['onset', 5], ['onset', 19])),
  ),
  ask(
    'compare',
    'refused orders {@onset+1}-{@onset+11} vs {@onset+15}-{@onset+25}',
    t.compared(
      'count',
      t.failures(m.ordering),
      t.during(['onset', 1], ['onset', 11]),
      t.during(['onset', 15], ['onset', 25]),
    ),
  ),

  ask(
    'compare',
    'web vs edi, number of refused orders',
    t.groups(
      'count',
      t.anytime,
      m.each(['web', 'edi'], (one) => t.failures(t.all(m.ordering, m.channel(one)))),
    ),
  ),
  ask('trend', 'Is the oven rack-2 losing its heat?', t.verdict('yes', 'down')),
  ask('trend', 'route-planner memory growing?', t.verdict('yes', 'up')),
  ask('trend', 'Are the crates still piling up on the east dock?', t.verdict('no', 'up')),

  ask('trend', 'recipe scaling slower after 1.9.0?', t.verdict('yes', 'bad')),
  ask(
    'anomaly',
    'orders_waiting anything odd there?',
    t.words({
      says: [
        ['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'loyalty-api p50 p90 p99',
    t.both(t.anytime, ['ms', t.took(m.loyalty, 0.5)], ['ms', t.took(m.loyalty, 0.9)], ['ms', t.took(m.loyalty, 0.99)]),
  ),
  ask(
    'several',
    'How many orders were accepted between {@onset} and {@recovery} and how many were refused in the same time?',
    t.both(t.during(['onset', 0], ['recovery', 0]), ['count', t.logs(m.accepted)], ['count', t.logs(m.refused)]),
  ),
  ask(
    'several',
    'For tonight I need two numbers: how many times the back door was locked, and how many orders came in after the cutoff.',
    t.both(t.anytime, ['count', t.logs(m.locked)], ['count', t.logs(m.cutoff)]),
  ),
  ask(
    'group',
    'p95 by route on stock-ledger',
    t.groups('ms', t.anytime, {
      '/ledger/reservations': t.took(m.reserving, 0.95),
      '/ledger/bookings': t.took(m.booking, 0.95),
    }),
  ),

  ...talk(
    'shares',
    ask(
      'follow-up',
      'failure rate of POST /orders from {@onset+1} to {@recovery}',
      t.percent(meantime, t.share(m.ordering)),
    ),
    ask('follow-up', 'same for croissant', t.percent(meantime, t.share(t.all(m.ordering, m.item('croissant'))))),
    ask('follow-up', 'and rolls?', t.percent(meantime, t.share(t.all(m.ordering, m.item('roll'))))),
  ),
  ...talk(
    'heat',
    ask('follow-up', 'How warm is the deck-1 now?', t.within(0.02, t.value(t.anytime, heat('deck-1', 'last')))),
    ask('follow-up', 'and rack-2?', t.within(0.02, t.value(t.anytime, heat('rack-2', 'last')))),
    ask('follow-up', 'what was the highest of that one', t.within(0.01, t.value(t.anytime, heat('rack-2', 'max')))),
  ),
  ...talk(
    'times',
    ask('follow-up', 'p95 recipe-book', t.millis(t.anytime, t.took(m.recipes, 0.95))),
    ask('follow-up', 'last 20 min only', t.millis(t.last(20), t.took(m.recipes, 0.95))),
    ask('follow-up', 'median pls', t.millis(t.last(20), t.took(m.recipes, 0.5))),
  ),
]
