/** Shares, durations, rates, money, metrics and comparisons of the warehouse. Sixty-seventh round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const rise = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})
const now = (names: readonly string[], measure: (name: string) => t.Measure): t.Expect =>
  t.groups('any', t.anytime, m.each(names, measure))

export const FULFIL_NUMBERS_67 = [
  ask('ratio', 'failure rate pick-planner last 10 minutes', t.percent(t.last(10), t.share(m.planner))),
  ask(
    'ratio',
    'what part of the picks dies in a timeout since {@onset}? percent',
    t.percent(t.since('onset'), t.share(m.picks)),
  ),
  ask('ratio', 'order-intake error rate over the last half hour', t.percent(t.last(30), t.share(m.intake))),
  ask(
    'ratio',
    'how much percent of express orders went wrong with 503 since {@onset}',
    t.percent(t.since('onset'), t.share(t.all(m.orders, m.express))),
  ),
  ask(
    'ratio',
    'share of trucks we turn away',
    t.percent(t.anytime, t.share(m.trucks, m.status(409)), t.logShare(t.all(m.docks, t.says(/^Truck/)), m.noSlot)),
  ),
  ask(
    'percentile',
    'p95 of GET /locations before {@release}',
    t.millis(t.before('release'), t.took(m.locations, 0.95)),
  ),
  ask('percentile', 'POST /picks median since {@onset}, ms', t.millis(t.since('onset'), t.took(m.picks, 0.5))),
  ask(
    'percentile',
    '99th percentile of POST /orders before {@release}?',
    t.within(0.12, t.millis(t.before('release'), t.took(m.orders, 0.99))),
  ),
  ask(
    'mean-max',
    'how long does a pick request take on average since {@onset}',
    t.millis(t.since('onset'), t.took(m.picks, 'mean')),
  ),
  ask(
    'mean-max',
    'how many seconds does a robot mission last on average',
    t.within(0.03, t.value(t.anytime, m.seconds('mean'))),
  ),
  ask('mean-max', 'the heaviest parcel today, in g', t.value(t.anytime, m.grams('max'))),
  ask('mean-max', 'mean weight of a packed parcel in grams?', t.within(0.02, t.value(t.anytime, m.grams('mean')))),
  ask('slowest', 'slowest thing in stock-service since {@onset}?', t.words({ saysFirst: [['/locations']] })),
  ask(
    'slowest',
    'which service was slowest before {@release}',
    t.words({ saysFirst: [['packing-bench', 'label-hub']] }),
  ),
  ask('rate', 'orders coming in per minute, last hour', t.perS(t.last(60), t.perSecond(t.requests(m.orders)))),
  ask('rate', 'timeouts a minute on picks since {@onset}?', t.perS(t.since('onset'), t.perSecond(t.failures(m.picks)))),
  ask(
    'rate',
    'how many parcels a minute did packing manage before {@onset}',
    t.perS(t.before('onset'), t.perSecond(t.logs(m.packed)), t.perSecond(t.requests(m.parcels))),
  ),
  ask(
    'sum',
    'worth of the orders we did not accept since {@onset}, in euros',
    t.value(t.since('onset'), m.sumOf(m.notAccepted, 'value_eur')),
  ),
  ask(
    'sum',
    'what did the labels for parcelline cost us altogether',
    t.value(t.anytime, m.sumOf(t.all(m.printed, m.carrier('parcelline')), 'cost_eur')),
  ),
  ask('sum', 'total refund paid out for returns in the last hour?', t.value(t.last(60), m.refunds())),
  ask(
    'sum',
    'how many pallets came in with the trucks alltogether',
    t.value(t.anytime, t.stated(/, (\d+) pallets$/, 'sum')),
  ),

  ask('metric', 'robots idle right now?', t.value(t.anytime, m.robotsIn('idle', 'last'))),
  ask('metric', 'max number of idle robots before {@onset}', t.value(t.before('onset'), m.robotsIn('idle', 'max'))),
  ask('metric', 'open picks zone B at the moment', t.within(0.01, t.value(t.anytime, m.openPicks('B', 'last')))),
  ask(
    'metric',
    'pool of stock-service: how many active connections now',
    t.value(t.anytime, m.connections('active', 'last')),
  ),
  ask('metric', 'battery of R04?', t.value(t.anytime, m.charge('R04', 'last'))),
  ask(
    'metric',
    'how much paper is left in the printer of PS-02 (percent)',
    t.value(t.anytime, m.paper('PS-02', 'last')),
  ),
  ask('metric', 'dock doors taken right now', t.value(t.anytime, m.gauge('dock-board', 'dock.doors.occupied', 'last'))),
  ask(
    'metric',
    'mem usage pick-planner currently',
    t.within(0.02, t.bytes(t.anytime, m.memory('pick-planner', 'last'))),
  ),
  ask(
    'metric',
    'stock in zone C, pieces, latest value',
    t.within(0.003, t.value(t.anytime, m.gauge('stock-service', 'stock.units', 'last', 'zone', 'C'))),
  ),
  ask(
    'metric',
    'fewest packing stations busy since {@onset+6}',
    t.value(t.since('onset', 6), m.gauge('packing-bench', 'stations.busy', 'min')),
  ),
  ask(
    'metric-group',
    'list open picks for every zone as of now',
    now(m.ZONES, (one) => m.openPicks(one, 'last')),
  ),
  ask(
    'metric-group',
    'paper level for each station',
    now(m.STATIONS, (one) => m.paper(one, 'last')),
  ),
  ask('top', 'which robot has the emptiest battery', t.words({ saysFirst: [['R06']] })),
  ask('top', 'what zone holds the most stock?', t.words({ saysFirst: [['\\bE\\b']] })),
  ask('top', 'printer with least paper?', t.words({ saysFirst: [['PS-04']] })),

  ask(
    'compare',
    'parcels packed: 20 min before {@onset} against the 20 min from {@onset+5}',
    t.compared(
      'count',
      t.logs(m.packed),
      t.during(['onset', -20], ['onset', 0]),
      t.during(['onset', 5], ['onset', 25]),
    ),
  ),
  ask(
    'compare',
    'GET /locations p50 prior to {@release} and since',
    t.compared('ms', t.took(m.locations, 0.5), t.before('release'), t.since('release')),
  ),
  ask(
    'compare',
    'label printing, median before and after the label-hub 3.8.0 release',
    t.compared('ms', t.took(m.printing, 0.5), t.before('label'), t.sinceMark('label')),
  ),
  ask(
    'compare',
    'orders accepted in the last 20 minutes vs the 20 minutes an hour earlier?',
    t.compared('count', t.logs(m.accepted), t.last(20), t.earlier(20, 60)),
  ),
  ask(
    'compare',
    'cpu of stock-db, mean, before {@release} and since {@onset}',
    t.within(0.02, t.compared('any', m.cpu('stock-db', 'mean'), t.before('release'), t.since('onset'))),
  ),
  ask('trend', 'do open picks keep piling up in zone B?', t.verdict('yes', 'up')),
  ask('trend', 'is packing output dropping since {@onset}', t.verdict('yes', 'down')),
  ask('trend', 'did cpu of stock-db go up at {@release}', t.verdict('yes', 'up')),
  ask('trend', 'memory of stock-service: creeping up or not?', t.verdict('no', 'up')),
  ask('trend', 'have labels become slower since {@label}?', t.verdict('yes', 'up')),
  ask('anomaly', 'anything odd with the connections of stock-service?', rise),
  ask('anomaly', 'do the open picks in zone A look ok to you', t.verdict('no', 'good')),
  ask('anomaly', "what's up with the cpu of stock-db", rise),

  ask(
    'several',
    'accepted orders and lost orders since {@onset}, both numbers',
    t.both(t.since('onset'), ['count', t.logs(m.accepted)], ['count', t.logs(m.notAccepted)]),
  ),
  ask(
    'several',
    'how many picks started and how many timed out in the last 30 min?',
    t.both(t.last(30), ['count', t.logs(m.startedPick)], ['count', t.logs(m.timedOut)]),
  ),
]
