/** Shares, durations, rates, sums, metrics and comparisons of the railway. Twenty-seventh round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process_resident_memory_bytes', what)
const free = (category: string, what: t.Statistic) =>
  t.metric('seat-service', 'seats_free', what, (point) => point.attributes['train_category'] === category)
const queue = (name: string, what: t.Statistic) =>
  t.metric('ticket-worker', 'celery_queue_length', what, (point) => point.attributes['queue'] === name)
const percents = (measure: t.Measure) => [measure, t.scaled(measure, 100)]
const outage = t.during(['onset', 1], ['recovery', 0])

export const RAIL_NUMBERS_27 = [
  ask('ratio', 'error rate of seat-service from {@onset+1} to {@recovery}', t.percent(outage, t.share(m.seats))),
  ask(
    'ratio',
    'What share of bookings failed between {@onset+1} and {@recovery}?',
    t.percent(outage, t.share(m.booking), t.share(m.reserving)),
  ),
  ask('ratio', 'booking-web failure rate all day', t.percent(t.anytime, t.share(m.web))),
  ask(
    'ratio',
    'group reservations: failure rate {@onset+1} - {@recovery}',
    t.percent(outage, t.share(t.all(m.reserving, m.party('group')))),
  ),
  ask(
    'ratio',
    'percentage of reservations that are sold out',
    t.percent(t.anytime, t.share(m.reserving, m.status(409))),
  ),
  ask('ratio', 'share of the app in booking-web traffic', t.percent(t.anytime, t.share(m.web, m.channel('app')))),
  ask(
    'ratio',
    'error rate booking-web last 10 minutes',
    t.words({
      saysFirst: [
        [
          '(?<![\\d.,])0(?:\\.0+)? ?%',
          '(?<![\\d.,])0 of',
          '\\bnone\\b',
          '\\bno (?:\\w+ )?(?:requests?|errors?|failures?)',
        ],
      ],
    }),
  ),
  ask(
    'ratio',
    'how many percent of the quotes had an expired discount',
    t.percent(t.anytime, t.share(m.fares, m.status(422))),
  ),

  ask('percentile', 'p95 of seat-service between {@onset+1} and {@recovery}?', t.millis(outage, t.took(m.seats, 0.95))),
  ask('percentile', 'booking-web p99 today', t.millis(t.anytime, t.took(m.web, 0.99))),
  ask('percentile', 'median timetable-engine last 30 min', t.millis(t.last(30), t.took(m.engine, 0.5))),
  ask('percentile', 'p90 route computation (operation route)', t.millis(t.anytime, t.took(m.routing, 0.9))),
  ask('percentile', 'p50 POST /quotes since {@release+1}', t.millis(t.since('release', 1), t.took(m.fares, 0.5))),
  ask('percentile', 'p95 POST /api/bookings in the last 15 minutes?', t.millis(t.last(15), t.took(m.booking, 0.95))),
  ask(
    'mean-max',
    'average time to render a ticket',
    t.within(
      0.05,
      t.millis(
        t.anytime,
        t.took(m.rendering, 'mean'),
        t.scaled(t.stated(/^Task tickets\.render_pdf .* succeeded in ([\d.]+)s/, 'mean'), 1000),
      ),
    ),
  ),
  ask('mean-max', 'longest request of booking-web today?', t.millis(t.anytime, t.took(m.web, 'max'))),
  ask('mean-max', 'mean latency of fare-service in the last 20 min', t.millis(t.last(20), t.took(m.fares, 'mean'))),
  ask(
    'mean-max',
    'max duration of departures on timetable-engine',
    t.millis(t.anytime, t.took(t.all(m.engine, t.named('departures')), 'max')),
  ),
  ask(
    'mean-max',
    'average number of seats per reservation',
    t.within(0.03, t.value(t.anytime, m.carried(m.reserved, 'seats', 'mean'), m.carried(m.seats, 'seats', 'mean'))),
  ),
  ask(
    'slowest',
    'slowest operation in seat-service?',
    t.words({ first: { name: 'POST /reservations', among: ['POST /reservations', 'DELETE /reservations/{code}'] } }),
  ),
  ask(
    'slowest',
    'which service was slowest between {@recovery+1} and {@recovery+16}',
    t.words({
      first: {
        name: 'ticket-worker',
        among: ['ticket-worker', 'booking-web', 'seat-service', 'fare-service', 'timetable-engine'],
      },
    }),
  ),
  ask(
    'slowest',
    'slowest traces of booking-web today',
    t.words({ says: [['POST /api/bookings', '/api/bookings']], neverFirst: ['root cause'] }),
  ),

  ask('rate', 'requests per second booking-web', t.perS(t.anytime, t.perSecond(t.requests(m.web)))),
  ask('rate', 'bookings per minute in the last 20 minutes', t.perS(t.last(20), ...m.TRIED.map(t.perSecond))),
  ask('rate', 'deadlocks per minute from {@onset+1} to {@recovery}', t.perS(outage, t.perSecond(t.logs(m.deadlock)))),
  ask(
    'rate',
    'timetable-engine throughput over the last 10 min (req/s)',
    t.perS(t.last(10), t.perSecond(t.requests(m.engine))),
  ),

  ask('sum', 'how many seats were reserved in total?', t.count(t.anytime, m.carried(m.reserved, 'seats', 'sum'))),
  ask(
    'sum',
    'seats reserved between {@recovery+1} and {@recovery+11}',
    t.count(t.during(['recovery', 1], ['recovery', 11]), m.carried(m.reserved, 'seats', 'sum'), ...m.RESERVED),
  ),
  ask('sum', 'sum of all quoted EUR', t.value(t.anytime, t.stated(/^quoted ([\d.]+) EUR/, 'sum'))),
  ask('stated', 'average quoted price', t.within(0.01, t.value(t.anytime, t.stated(/^quoted ([\d.]+) EUR/, 'mean')))),
  ask(
    'stated',
    'worst delay in delay-feed (min)?',
    t.value(t.anytime, t.stated(/worst (\d+) min/, 'max'), t.scaled(t.stated(/worst (\d+) min/, 'max'), 60_000)),
  ),

  ask('metric', 'max pg_locks_waiting', t.value(t.anytime, gauge('seat-service', 'pg_locks_waiting', 'max'))),
  ask(
    'metric',
    'how many locks are waiting now?',
    t.value(t.anytime, gauge('seat-service', 'pg_locks_waiting', 'last')),
  ),
  ask(
    'metric',
    'memory of timetable-engine, peak',
    t.within(0.01, t.bytes(t.anytime, memory('timetable-engine', 'max'))),
  ),
  ask(
    'metric',
    'nginx_connections_active current value',
    t.within(0.005, t.value(t.anytime, gauge('edge-nginx', 'nginx_connections_active', 'last'))),
  ),
  ask(
    'metric',
    'tt_cache_hit_ratio on average',
    t.within(0.01, t.value(t.anytime, ...percents(gauge('timetable-engine', 'tt_cache_hit_ratio', 'mean')))),
  ),
  ask('metric', 'free seats on ICE right now', t.within(0.003, t.value(t.anytime, free('ICE', 'last')))),
  ask('metric', 'longest celery queue tickets', t.value(t.anytime, queue('tickets', 'max'))),
  ask('metric', 'lowest number of boards_online', t.value(t.anytime, gauge('platform-board', 'boards_online', 'min'))),
  ask(
    'metric',
    'by how much did pg_deadlocks_total increase today?',
    t.within(0.01, t.count(t.anytime, gauge('seat-service', 'pg_deadlocks_total', 'rise'), t.logs(m.deadlock))),
  ),

  ask(
    'compare',
    'fare-service p50 before and after 2.5.0',
    t.compared('ms', t.took(m.fares, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'confirmed bookings {@onset-20}-{@onset} vs {@onset+1}-{@onset+21}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -20], ['onset', 0]), m.CONFIRMED),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 21]), m.CONFIRMED),
    ],
  })),
  ask(
    'compare',
    'p95 of seat-service {@onset-15} to {@onset} compared with {@onset+1} to {@onset+16}',
    t.compared(
      'ms',
      t.took(m.seats, 0.95),
      t.during(['onset', -15], ['onset', 0]),
      t.during(['onset', 1], ['onset', 16]),
    ),
  ),
  ask(
    'compare',
    'booking-web requests of the last 20 minutes against the 20 before',
    t.compared('count', t.requests(m.web), t.last(20), t.earlier(20, 20)),
  ),
  ask(
    'compare',
    'do more reservations go to ICE or to IC?',
    t.words({ saysFirst: [['\\bICE\\b']], neverFirst: ['more (?:for|to|on)? ?IC\\b'] }),
  ),
  ask('trend', 'are the free seats going down?', t.verdict('yes', 'down')),
  ask('trend', 'is nginx_connections_active rising', t.verdict('yes', 'up')),
  ask(
    'trend',
    'is fare-service faster since the release?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'faster', 'fell', 'went down', 'decreas', 'dropp', 'went from', 'lower']],
      neverFirst: ['^\\W*no\\b', '\\bslower\\b'],
    }),
  ),
  ask(
    'trend',
    'did the errors of seat-service stop after {@recovery+1}?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'fell', 'dropp', 'stopp', 'decreas', 'to 0', 'none', 'no errors', 'no failed']],
      neverFirst: ['^\\W*no[,.:](?! error)', 'rose'],
    }),
  ),
  ask(
    'anomaly',
    'anything unusual with timetable-engine?',
    t.words({
      saysFirst: [['timetable-engine'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?timetable', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'was there a spike in pg_locks_waiting?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'jump', 'rose', 'went up', 'higher', 'unusual', 'spike', 'peak', 'anomal']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'several',
    'p50, p95, max of timetable-engine',
    t.both(t.anytime, ['ms', t.took(m.engine, 0.5)], ['ms', t.took(m.engine, 0.95)], ['ms', t.took(m.engine, 'max')]),
  ),
  ask('several', 'how many bookings were confirmed and how many failed today?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.anytime, m.CONFIRMED), t.numberOf(asked, 'count', t.anytime, m.LOST)],
  })),
  ask('several', 'requests and error rate of seat-service from {@onset+1} to {@recovery}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', outage, [t.requests(m.seats)]),
      t.numberOf(asked, 'percent', outage, [t.share(m.seats)]),
    ],
  })),
  ask(
    'group',
    'p95 of POST /reservations by party kind',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.PARTIES, (one) => t.took(t.all(m.reserving, m.party(one)), 0.95)),
    ),
  ),
  ask(
    'group',
    'failure rate per party.kind on seat-service, {@onset+1} to {@recovery}',
    t.groups(
      'percent',
      outage,
      m.each(m.PARTIES, (one) => t.share(t.all(m.reserving, m.party(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 fare-service?', t.millis(t.anytime, t.took(m.fares, 0.95))),
    ask('follow-up', 'and timetable-engine', t.millis(t.anytime, t.took(m.engine, 0.95))),
    ask('follow-up', 'p50', t.millis(t.anytime, t.took(m.engine, 0.5))),
  ),
  ...talk(
    'memory',
    ask('follow-up', 'max memory ticket-worker', t.within(0.01, t.bytes(t.anytime, memory('ticket-worker', 'max')))),
    ask('follow-up', 'booking-web?', t.within(0.01, t.bytes(t.anytime, memory('booking-web', 'max')))),
  ),
]
