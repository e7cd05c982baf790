/** Shares, durations, rates, money, metrics and comparisons of the baggage handling. Seventieth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const rise = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})
const soft = (when: t.When, measure: t.Measure, tolerance = 0.02) => t.within(tolerance, t.value(when, measure))

export const BAGGAGE_NUMBERS_70 = [
  ask('ratio', 'failure rate of route bag since {@onset}?', t.percent(t.since('onset'), t.share(m.routing))),
  ask('ratio', 'error rate typeb-handler last 15 min', t.percent(t.last(15), t.share(m.handler))),
  ask(
    'ratio',
    'what percentage of POST /api/loads fail since {@onset}',
    t.percent(t.since('onset'), t.share(m.loads), t.logShare(m.line(/^POST \/api\/loads /), m.line(/ 503$/))),
  ),
  ask(
    'ratio',
    'share of 5xx at bag-gateway in the last 20 minutes?',
    t.percent(t.last(20), t.logShare(m.gateway, m.line(/ 5\d\d$/))),
  ),
  ask('ratio', 'what % of dropped bags is refused', t.percent(t.anytime, t.share(m.drops, m.status(409, 422)))),
  ask(
    'ratio',
    'share of screened bags that go to level 3?',
    t.percent(
      t.anytime,
      (world, window) => (100 * t.logs(m.level3)(world, window)) / t.requests(m.screenings)(world, window),
    ),
  ),
  ask(
    'ratio',
    'for skylink only: what share of bags is not routed since {@onset}',
    t.percent(t.since('onset'), t.share(t.all(m.routing, m.airline('skylink')))),
  ),
  ask('percentile', 'p95 of GET /api/bags/{tag} since {@onset}', t.millis(t.since('onset'), t.took(m.tracks, 0.95))),
  ask('percentile', 'p99 of find message before {@onset}?', t.millis(t.before('onset'), t.took(m.finding, 0.99))),
  ask('percentile', 'median of POST /api/loads since {@onset}', t.millis(t.since('onset'), t.took(m.loads, 0.5))),
  ask(
    'mean-max',
    'how long does POST /api/bags take on average in the last 30 minutes',
    t.millis(t.last(30), t.took(m.drops, 'mean')),
  ),
  ask('mean-max', 'longest screen bag today?', t.millis(t.anytime, t.took(m.screenings, 'max'))),
  ask('mean-max', 'average weight of accepted bags in kg', soft(t.anytime, m.overOf(m.accepted, 'kg', 'mean'))),
  ask('mean-max', 'heaviest bag that was refused?', t.value(t.anytime, m.overOf(m.refused, 'kg', 'max'))),
  ask(
    'slowest',
    'which track-api route is slower since {@onset}, the bags or the flights one',
    t.words({ saysFirst: [['/api/bags/\\{tag\\}']] }),
  ),
  ask('slowest', 'slowest operation of typeb-handler since {@onset}', t.words({ saysFirst: [['find message']] })),
  ask('rate', 'request rate at bag-gateway in the last half hour', t.perS(t.last(30), t.perSecond(t.logs(m.gateway)))),
  ask(
    'rate',
    'bags per minute through screening in the last hour?',
    t.perS(t.last(60), ...m.SCREENED.map((one) => t.perSecond(one))),
  ),
  ask(
    'rate',
    'how many bags per minute fail routing since {@onset}',
    t.perS(t.since('onset'), ...m.UNROUTED.map((one) => t.perSecond(one))),
  ),
  ask(
    'sum',
    'how much excess fee did we charge in the last hour, eur',
    t.value(t.last(60), m.overOf(m.fee, 'fee_eur', 'sum')),
  ),
  ask('sum', 'total amount billed to airlines today?', t.value(t.anytime, m.overOf(m.billed, 'amount_eur', 'sum'))),
  ask(
    'sum',
    'how many euros were billed to nordair',
    t.value(t.anytime, m.overOf(t.all(m.billed, t.has('airline', 'nordair')), 'amount_eur', 'sum')),
  ),
  ask('sum', 'sum of bags in the billed batches', t.value(t.anytime, m.overOf(m.billed, 'bags', 'sum'))),

  ask('metric', 'disk usage of /var/spool/typeb now?', soft(t.anytime, m.disk('last'), 0.005)),
  ask(
    'metric',
    'how full was /var/spool/typeb at most before {@capture}',
    soft(t.before('capture'), m.disk('max'), 0.005),
  ),
  ask('metric', 'how many bags sit in the early bag store at the moment', t.value(t.anytime, m.ebs('last'))),
  ask(
    'metric',
    'bags waiting at manual coding right now, both stations',
    t.value(t.anytime, m.lastOfAll('sort-controller', 'manual_coding.waiting', 'station')),
  ),
  ask('metric', 'lowest belt speed on L1 since {@onset}?', soft(t.since('onset'), m.speed('L1', 'min'), 0.005)),
  ask(
    'metric',
    'memory of typeb-handler right now',
    t.within(0.02, t.bytes(t.anytime, m.memory('typeb-handler', 'last'))),
  ),
  ask('metric', 'avg cpu of screening-gw, last 30 min', soft(t.last(30), m.cpu('screening-gw', 'mean'))),
  ask(
    'metric',
    'how many drop points are open in T1',
    t.value(t.anytime, m.gauge('checkin-drop', 'drop_points.open', 'last', 'airport.terminal', 'T1')),
  ),
  ask('metric-group', 'belt speeds per line now?', (asked) => ({
    groups: Object.fromEntries(
      m.BELTS.map((one) => [one, { ...t.numberOf(asked, 'any', t.anytime, [m.speed(one, 'last')]), tolerance: 0.006 }]),
    ),
  })),
  ask(
    'metric-group',
    'scanners online per hall',
    t.groups(
      'any',
      t.anytime,
      m.each(['north', 'south', 'transfer'], (one) => m.scanners(one, 'last')),
    ),
  ),
  ask(
    'metric-group',
    'depth of all queues of typeb-handler now',
    t.groups(
      'any',
      t.anytime,
      m.each(['bsm.in', 'bpm.out'], (one) => m.depth(one, 'last')),
    ),
  ),
  ask('top', 'which belt is the slowest right now?', t.words({ saysFirst: [['\\bL4\\b']] })),

  ask(
    'compare',
    'failed loads {@onset-15}-{@onset} vs {@onset}-{@onset+15}',
    t.compared(
      'count',
      t.failures(m.loads),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 0], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'claims opened in the last 20 minutes vs the same 20 minutes half an hour earlier',
    t.compared('count', t.logs(m.opened), t.last(20), t.earlier(20, 30)),
  ),
  ask(
    'compare',
    'p50 of track-api before and after the 3.9.0 rollout up to {@onset}',
    t.compared('ms', t.took(m.tracking, 0.5), t.before('release'), t.during(['release', 0], ['onset', 0])),
  ),
  ask(
    'compare',
    'accepted bags at kiosk vs desk today',
    t.groups(
      'count',
      t.anytime,
      m.each(['kiosk', 'desk'], (one) => t.logs(t.all(m.accepted, t.has('channel', one)))),
    ),
  ),
  ask('trend', 'are the belts slower since {@onset}', t.verdict('yes', 'down')),
  ask('trend', 'is the early-bag store filling up?', t.verdict('yes', 'up')),
  ask('trend', 'more claims than before {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'is memory of sort-controller going up', t.verdict('no', 'up')),
  ask('anomaly', 'anything odd in the queue depth of typeb-handler?', rise),
  ask('anomaly', 'does disk.used.percent look normal', t.verdict('no', 'good')),
  ask('anomaly', 'when did the scanners online in hall south dip?', ({ world }) =>
    m.at((world.marks['restart'] ?? 0) - 10_000, 90),
  ),

  ask(
    'several',
    'p50 and p99 of screen bag in the last hour',
    t.both(t.last(60), ['ms', t.took(m.screenings, 0.5)], ['ms', t.took(m.screenings, 0.99)]),
  ),
  ask(
    'several',
    'how many bags routed to a chute and how many not routed since {@onset}?',
    t.both(t.since('onset'), ['count', t.logs(m.routed)], ['count', t.logs(m.unrouted)]),
  ),
  ask(
    'several',
    'need two numbers for the duty manager: bags accepted and bags refused at drop in the last 40 minutes',
    t.both(t.last(40), ['count', t.logs(m.accepted)], ['count', t.logs(m.refused)]),
  ),
]
