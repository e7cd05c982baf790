/** Questions to the tyre workshops about shares, rates, durations, metrics, comparisons and trends. */
import { minuteOf } from '../../catalog/define.ts'
import * as t from '../truths.ts'
import { ask, type Fresh } from '../truths.ts'
import * as r from './rows.ts'

const whole = t.anytime
const bay = (name: string) =>
  t.metric('booking-api', 'bays.free', 'last', (point) => point.attributes['workshop.id'] === name)
const tank = (name: string, what: t.Statistic) =>
  t.metric('stock-ledger', 'stock.tyres', what, (point) => point.attributes['warehouse.id'] === name)
const air = (name: string, what: t.Statistic) =>
  t.metric('bench-link', 'air.pressure', what, (point) => point.attributes['bench'] === name)
/** An answer may say the minutes as a length of time. */
const jobMinutes = t.stated(/ opened at \S+: (\d+) min/, 'mean', r.worker)
const appointments = r.at(r.booking, r.APPOINTMENTS)

export const TYRES_NUMBERS: readonly Fresh[] = [
  ask(
    'ratio',
    'what percentage of POST /movements failed over the whole hour',
    t.percent(whole, t.share(t.named('POST /movements'))),
  ),
  ask(
    'ratio',
    'error rate of booking-api in the last 15 minutes',
    t.percent(t.last(15), t.share(r.booking), t.logShare(r.booking)),
  ),
  ask(
    'ratio',
    'percent of check-ins on booking-api answered 404',
    t.percent(whole, t.share(r.at(r.booking, r.CHECK_IN), r.code(404))),
  ),
  ask(
    'ratio',
    'success rate of wheel-hotel before {@onset+0}',
    t.percent(t.before('onset'), t.share(r.hotel, t.not(t.failed)), t.share(r.hotel, r.codes(2))),
  ),
  ask('rate', 'requests per second on front-door, last 10 min', t.perS(t.last(10), t.perSecond(t.requests(r.door)))),
  ask(
    'rate',
    'how many movements per minute were written before {@onset+0}',
    t.perS(
      t.before('onset'),
      t.perSecond(t.logs(r.written)),
      t.perSecond(t.metric('stock-ledger', 'movements.written', 'sum')),
    ),
  ),
  ask(
    'percentile',
    'p95 of POST /v1/appointments at booking-api before {@onset+0}',
    t.millis(t.before('onset'), t.took(appointments, 0.95)),
  ),
  ask(
    'percentile',
    'p99 latency front-door last 20 minutes?',
    t.within(0.08, t.millis(t.last(20), t.took(r.door, 0.99))),
  ),
  ask(
    'percentile',
    'median duration of GET /v1/tyres on tyre-catalog',
    t.millis(whole, t.took(r.at(r.catalog, 'GET /v1/tyres'), 0.5)),
  ),
  ask('mean-max', 'avg response time of pricing', t.millis(whole, t.took(r.pricing, 'mean'))),
  ask(
    'mean-max',
    'average tread of the wheel sets that were stored, in mm',
    t.value(whole, t.stated(/tread (\d+\.\d) mm/, 'mean', r.hotel)),
  ),
  ask(
    'mean-max',
    'how long is an opened job on average, in minutes as the log says',
    t.value(whole, jobMinutes, t.scaled(jobMinutes, 60_000)),
  ),
  ask(
    'metric',
    'how many movement ids are left',
    t.count(t.last(3), t.metric('stock-ledger', 'movement.ids.left', 'last')),
  ),
  ask('metric', 'highest jobs.waiting in the hour', t.count(whole, t.metric('job-worker', 'jobs.waiting', 'max'))),
  ask('metric', 'avg cpu of booking-api', t.value(whole, t.metric('booking-api', 'process.cpu.percent', 'mean'))),
  ask(
    'metric',
    'current memory of stock-ledger?',
    t.bytes(t.last(3), t.metric('stock-ledger', 'process.memory.usage', 'last')),
  ),
  ask('metric', 'lowest air.pressure on bench B3', t.value(whole, air('B3', 'min'))),
  ask('metric', 'stock.tyres in wh-bremen now?', t.count(t.last(3), tank('wh-bremen', 'last'))),
  ask('metric-group', 'free bays per workshop right now', t.groups('count', t.last(3), r.each(r.WORKSHOPS, bay))),
  ask(
    'metric-group',
    'average air pressure by bench',
    t.groups(
      'any',
      whole,
      r.each(['B1', 'B2', 'B3', 'B4'], (one) => air(one, 'mean')),
    ),
  ),
  ask(
    'compare',
    'booked appointments in the 10 minutes before {@onset+0} vs the 10 minutes after',
    t.compared(
      'count',
      t.logs(r.booked),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 0], ['onset', 10]),
    ),
  ),
  ask(
    'compare',
    'p50 of booking-api before and after the release',
    t.compared('ms', t.took(r.booking, 0.5), t.before('release'), t.since('release')),
  ),
  ask(
    'compare',
    'front-door requests: citycab vs nordlease, whole hour',
    t.both(
      whole,
      ['count', t.requests(r.spans(r.door, r.tenant('citycab')))],
      ['count', t.requests(r.spans(r.door, r.tenant('nordlease')))],
    ),
  ),
  ask('compare', 'is bench B4 slower than B1?', t.verdict('yes', 'fact')),
  ask('trend', 'is jobs.waiting higher than before {@onset+0}?', t.verdict('yes', 'up')),
  ask('trend', 'memory of stock-ledger growing?', t.verdict('no', 'up')),
  ask('trend', 'did movement.ids.left fall between {@start+5} and {@onset-2}', t.verdict('yes', 'down')),
  ask('trend', 'are free bays in hamburg-sued going down over the hour?', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'anything odd in the metrics of stock-ledger',
    t.words({ says: [['movement\\.ids\\.left', 'movements\\.written']] }),
  ),
  ask('anomaly', 'anything unusual about reminder-mailer?', t.noTrouble),
  ask('anomaly', 'when did movement.ids.left hit zero', ({ world }) => ({
    says: [[minuteOf((world.marks['onset'] ?? 0) + 30_000)]],
  })),
]
