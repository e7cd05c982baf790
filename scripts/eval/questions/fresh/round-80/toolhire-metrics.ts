/** Questions about metrics of the hire company, comparisons and trends. */
import { each } from '../measures.ts'
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const CATEGORIES = ['excavator', 'lift', 'compactor', 'generator', 'breaker']
const hired = (name: string): t.Measure =>
  t.metric('booking-api', 'machines.on_hire', 'last', r.points('machine.category', name))
const diesel = (name: string): t.Measure => t.metric('workshop', 'diesel.stock', 'last', r.points('depot.name', name))

/** In seconds, and in milliseconds. */
const LAG = t.metric('fleet-telematics', 'frames.lag', 'max')

const METRICS = [
  ask('metric', 'how many litres of diesel are left at bristol', t.value(whole, diesel('bristol'))),
  ask(
    'metric',
    'average process.cpu.utilization of invoicing',
    t.within(
      0.03,
      t.value(
        whole,
        t.metric('invoicing', 'process.cpu.utilization', 'mean'),
        t.scaled(t.metric('invoicing', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'How many pounds of deposits do we hold by now, going by deposits.held?',
    t.value(whole, t.metric('deposit-desk', 'deposits.held', 'last')),
  ),
  ask(
    'metric',
    'worst frames.lag between {@start+10} and {@start+40}',
    t.value(t.during(['start', 10], ['start', 40]), LAG, t.scaled(LAG, 1000)),
  ),
  ask('metric-group', 'machines.on_hire per category, current values', t.groups('any', whole, each(CATEGORIES, hired))),
]

const isOld: t.Where = ({ version }) => version === '4.9.3'
const isNew: t.Where = ({ version }) => version === '4.10.0'
const COMPARED = [
  ask(
    'compare',
    'error rate of availability on 4.9.3 vs 4.10.0',
    t.groups('percent', whole, {
      '4.9.3': t.share(t.all(r.periods, isOld)),
      '4.10.0': t.share(t.all(r.periods, isNew)),
    }),
  ),
  ask(
    'compare',
    'median search time at availability, before {@onset} vs after',
    t.within(0.06, t.compared('ms', t.took(r.searches, 0.5), t.before('onset'), t.since('onset'))),
  ),
  ask(
    'compare',
    'Failed bookings at bristol compared to exeter?',
    t.both(
      whole,
      ['count', t.failures(t.all(r.books, r.depot('bristol')))],
      ['count', t.failures(t.all(r.books, r.depot('exeter')))],
    ),
  ),
  ask('compare', '503s at hire-gateway: last 5 minutes vs the 5 minutes before', (asked) => ({
    numbers: [t.last(5), t.earlier(5, 5)].map((when) =>
      t.numberOf(asked, 'count', when, [t.requests(t.all(r.gateway, r.code(503)))]),
    ),
  })),
  ask('trend', 'did db.tuples.read go up after the release', t.verdict('yes', 'up')),
  ask('trend', 'does availability leak memory', t.verdict('no', 'up')),
]

const SEVERAL = [
  ask('several', 'deliveries planned and deliveries parked since {@onset}?', (asked) => ({
    numbers: [/ planned on T-/, / parked after /].map((pattern) =>
      t.numberOf(asked, 'count', r.outage, [r.lines(r.dispatch, pattern)]),
    ),
  })),
  ask(
    'anomaly',
    'anything strange in the metrics of availability?',
    t.words({ says: [['tuples', 'connection', 'duration', 'cpu']] }),
  ),
]

export const TOOLHIRE_METRICS = [...METRICS, ...COMPARED, ...SEVERAL]
