/** Threads of the people of the hall: one thing, and then on from there. Sixty-seventh round. */
import { FULFIL_INCIDENT } from '../incidents.ts'
import * as t from '../truths.ts'
import { ask, type Expect, talk } from '../truths.ts'
import { NONE, per } from './fulfil-counts.ts'
import * as m from './rows.ts'

const next = (wording: string, expect: Expect) => ask('follow-up', wording, expect)
const why = t.words({ says: [['stock-service'], [...FULFIL_INCIDENT.mechanism]] })
const late = (one: string) => t.failures(t.all(m.picks, m.zone(one)))

export const FULFIL_TALKS_67 = [
  ...talk(
    'hall',
    next('hall stands still, whats broken', t.because(FULFIL_INCIDENT)),
    next('from when on?', t.began('onset', 180)),
    next('was it a release', t.words({ says: [['5\\.3\\.0']], neverFirst: ['^\\W*no\\b'] })),
    next(
      'ok and now? what do we do',
      t.words({ says: [['stock-service'], ['roll', 'revert', '5\\.[23]', 'index', 'pool']] }),
    ),
  ),
  ...talk(
    'picks',
    next('pick timeouts in the last 20 min?', t.count(t.last(20), ...m.TIMED_OUT)),
    next('just zone E', t.count(t.last(20), late('E'))),
    next('D?', t.count(t.last(20), late('D'))),
    next('how come', why),
  ),
  ...talk(
    'shops',
    next('orders not accepted since {@onset}', t.count(t.since('onset'), ...m.LOST_ORDERS)),
    next(
      'break that down by shop',
      per(t.since('onset'), m.SHOPS, (one) => t.failures(t.all(m.orders, m.shop(one)))),
    ),
    next('only homely', t.count(t.since('onset'), t.failures(t.all(m.orders, m.shop('homely'))))),
    next('and before that?', t.count(t.before('onset'), t.failures(t.all(m.orders, m.shop('homely'))))),
  ),
  ...talk(
    'errors',
    next('stock-service errors, last quarter of an hour', t.count(t.last(15), ...t.errors(m.stock))),
    next('returns-desk too?', t.count(t.last(15), ...t.errors(m.returns))),
    next('what about packing-bench', NONE),
  ),
  ...talk(
    'robots',
    next('how many robots idle now', t.value(t.anytime, m.robotsIn('idle', 'last'))),
    next('and charging?', t.value(t.anytime, m.robotsIn('charging', 'last'))),
    next(
      'why do they stand around',
      t.words({ says: [['stock-service', 'pick-planner', ...FULFIL_INCIDENT.mechanism]] }),
    ),
  ),
  ...talk(
    'pool',
    next('active connections of stock-service, last value', t.value(t.anytime, m.connections('active', 'last'))),
    next('maximum before {@release}?', t.value(t.before('release'), m.connections('active', 'max'))),
    next('pending ones now', t.value(t.anytime, m.connections('pending', 'last'))),
  ),
  ...talk(
    'open',
    next('open picks in zone B now?', t.within(0.01, t.value(t.anytime, m.openPicks('B', 'last')))),
    next('same for A', t.within(0.01, t.value(t.anytime, m.openPicks('A', 'last')))),
    next('still rising?', t.verdict('yes', 'up')),
  ),
  ...talk(
    'latency',
    next('p95 GET /locations before {@release}?', t.millis(t.before('release'), t.took(m.locations, 0.95))),
    next('since {@onset}?', t.millis(t.since('onset'), t.took(m.locations, 0.95))),
    next('and the median', t.millis(t.since('onset'), t.took(m.locations, 0.5))),
  ),
  ...talk(
    'money',
    next('value of accepted orders in the last hour, eur', t.value(t.last(60), m.sumOf(m.accepted, 'value_eur'))),
    next('only gartenhof', t.value(t.last(60), m.sumOf(t.all(m.accepted, m.shop('gartenhof')), 'value_eur'))),
    next(
      'how many orders is that?',
      t.count(
        t.last(60),
        t.logs(t.all(m.accepted, m.shop('gartenhof'))),
        t.requests(t.all(m.orders, m.shop('gartenhof'), m.status(201))),
      ),
    ),
  ),
  ...talk(
    'held',
    next(
      'how many parcels were held in total',
      t.count(t.anytime, t.logs(m.held), t.requests(t.all(m.parcels, m.status(409)))),
    ),
    next('how many of those for the weight', t.count(t.anytime, t.logs(m.weight))),
    next('has that got to do with the outage?', t.verdict('no', 'bad')),
  ),
  ...talk(
    'windows',
    next(
      'requests on pick-planner {@onset} to {@onset+15}',
      t.count(t.during(['onset', 0], ['onset', 15]), t.requests(m.planner)),
    ),
    next('the quarter hour before', t.count(t.during(['onset', -15], ['onset', 0]), t.requests(m.planner))),
  ),
  ...talk(
    'replenish',
    next('is replenish still planning?', t.verdict('no', 'good')),
    next('last sign of life when?', m.lastOf(m.replenish)),
    next('how many articles had it planned by then', t.count(t.anytime, t.logs(m.planned))),
    next('which zone did it get to', t.words({ says: [['zone 7\\b', '\\b7 of 12\\b', 'seventh']] })),
  ),
]
