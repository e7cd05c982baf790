/** Shares, durations, rates, sums, metrics and comparisons of the build farm. Twenty-ninth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const LONE: t.When = (asked) => [...m.incident(asked)]
const inodes = (name: string, what: t.Statistic) =>
  t.metric('artifact-store', 'artifact_volume_inodes_free', what, m.labelled('volume', name))
const waiting = (name: string, what: t.Statistic) =>
  t.metric('runq', 'runq_jobs_waiting', what, m.labelled('pool', name))
const busy = (name: string, what: t.Statistic) =>
  t.metric('runner-agent', 'runners_busy', what, m.labelled('pool', name))
const memory = (service: string, what: t.Statistic) => t.metric(service, 'process_resident_memory_bytes', what)
const summed =
  (...measures: t.Measure[]): t.Measure =>
  (world, window) =>
    measures.reduce((sum, one) => sum + one(world, window), 0)
const billed = m.sumOf(m.event('minutes_billed'), 'minutes')

export const BUILDFARM_NUMBERS_29 = [
  ask('ratio', 'error rate of conductor between {@onset} and {@recovery}', t.percent(LONE, t.share(m.conductor))),
  ask(
    'ratio',
    'what share of uploads failed during the incident?',
    t.percent(LONE, t.share(m.uploading), t.share(m.store)),
  ),
  ask(
    'ratio',
    'cache hit rate',
    t.percent(
      t.anytime,
      t.share(m.cache, t.has('status', 200)),
      t.scaled(t.metric('cachebox', 'cache_hit_ratio', 'mean'), 100),
      t.scaled(t.metric('cachebox', 'cache_hit_ratio', 'last'), 100),
    ),
  ),
  ask('ratio', 'percentage of 502 on gate last 30 minutes', t.percent(t.last(30), m.part(m.code(502), m.gate))),
  ask('ratio', 'error rate of checks-out?', t.percent(t.anytime, t.share(m.checks))),
  ask('ratio', 'which service had the highest error rate?', ({ world }) => ({
    first: { name: 'artifact-store', among: [...world.services] },
  })),

  ask('percentile', 'p95 of the jobs finish route', t.millis(t.anytime, t.took(m.finishing, 0.95))),
  ask('percentile', 'p99 cachebox last 20 min', t.millis(t.last(20), t.took(m.cache, 0.99))),
  ask(
    'percentile',
    'p50 for checks sent to gitea',
    t.millis(t.anytime, t.took(t.all(m.checks, m.forge('gitea')), 0.5)),
  ),
  ask('mean-max', 'slowest conductor request in the last half hour', t.millis(t.last(30), t.took(m.conductor, 'max'))),
  ask(
    'mean-max',
    'how many seconds did jobs wait in the queue on average? (waited_s)',
    t.within(0.02, t.value(t.anytime, m.statedUnder(m.event('assigned'), 'waited_s', 'mean'))),
  ),
  ask(
    'mean-max',
    'longest job in the last hour, in seconds',
    t.value(
      t.last(60),
      m.statedUnder(m.finished, 'seconds', 'max'),
      t.stated(/^job \S+ (?:passed|failed|lost) after (\d+) s/, 'max'),
    ),
  ),
  ask(
    'slowest',
    'show me the slowest traces of conductor',
    t.words({
      says: [['/jobs/\\{id\\}/finish', 'finish']],
      neverFirst: ['log records'],
    }),
  ),

  ask(
    'rate',
    'pushes per minute',
    t.perS(t.anytime, t.perSecond(t.requests(m.pushing)), t.perSecond(t.logs(m.event('push_received')))),
  ),
  ask('rate', 'rps of conductor in the last 10 min', t.perS(t.last(10), t.perSecond(t.requests(m.conductor)))),
  ask(
    'rate',
    'lost jobs per minute during the outage ({@onset} to {@recovery})',
    t.perS(LONE, ...m.LOST.slice(0, 3).map(t.perSecond)),
  ),

  ask(
    'sum',
    'how many minutes did we bill in the last hour?',
    t.within(0.012, t.count(t.last(60), billed, t.metric('meterd', 'minutes_billed_total', 'rise'))),
  ),
  ask(
    'sum',
    'total minutes waived because of lost jobs',
    t.count(t.anytime, m.sumOf(m.event('minutes_waived'), 'minutes')),
  ),
  ask(
    'sum',
    'minutes billed per pool since {@release}',
    t.groups(
      'count',
      t.since('release'),
      m.each(m.POOLS, (one) =>
        m.sumOf((log) => m.event('minutes_billed')(log) && m.field('pool', one)(log), 'minutes'),
      ),
    ),
  ),

  ask(
    'metric',
    'how many jobs are waiting right now?',
    t.value(t.anytime, summed(...m.POOLS.map((one) => waiting(one, 'last')))),
  ),
  ask('metric', 'free inodes on vol-2 now', t.within(0.01, t.value(t.anytime, inodes('vol-2', 'last')))),
  ask('metric', 'peak memory conductor', t.within(0.01, t.bytes(t.anytime, memory('conductor', 'max')))),
  ask('metric', 'busy mac runners at the moment', t.value(t.anytime, busy('mac', 'last'))),
  ask(
    'metric',
    'runners online per pool',
    t.groups('any', t.anytime, {
      'linux-small': t.metric('runner-agent', 'runners_online', 'last', m.labelled('pool', 'linux-small')),
      'linux-large': t.metric('runner-agent', 'runners_online', 'last', m.labelled('pool', 'linux-large')),
      mac: t.metric('runner-agent', 'runners_online', 'last', m.labelled('pool', 'mac')),
    }),
  ),

  ask(
    'compare',
    'did checks-out get slower or faster with 2.15.0',
    t.words({
      saysFirst: [['faster', 'fell', 'drop', 'shorter', 'lower', 'decreas', 'improv', 'down']],
      neverFirst: ['(?<!not )slower than before', 'got slower', 'became slower'],
    }),
  ),
  ask(
    'compare',
    'p95 checks-out before vs after the release',
    t.compared('ms', t.took(m.checks, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    'pushes last 20 minutes compared with the 20 minutes before',
    t.compared('count', t.requests(m.pushing), t.last(20), t.earlier(20, 20)),
  ),
  ask(
    'trend',
    'is the number of waiting jobs on linux-large going down again?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'fall', 'fell', 'down', 'drop', 'decreas', 'declin', 'lower', 'recover', 'back to']],
      neverFirst: ['^\\W*no\\b', '\\brising\\b'],
    }),
  ),
  ask('trend', 'did more jobs wait on linux-large during the outage than before?', t.verdict('yes', 'up')),
  ask(
    'anomaly',
    'anything strange in artifact_volume_inodes_free?',
    t.words({
      says: [['vol-2', '(?<![\\d.,])0\\b', 'drop', 'fell', 'fall', 'jump', 'rose', 'rise', 'low', 'zero']],
      neverFirst: ['^\\W*no\\b', 'looks? normal'],
    }),
  ),
  ask(
    'anomaly',
    'something unusual with meterd?',
    t.words({
      saysFirst: [['meterd'], ['\\bno\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none', 'waived']],
      neverFirst: ['root cause: .?meterd'],
    }),
  ),
  ask(
    'several',
    'how many jobs were requeued and how many given up since {@onset}?',
    t.both(t.since('onset'), ['count', t.logs(m.event('requeued'))], ['count', t.logs(m.event('given_up'))]),
  ),
  ask(
    'group',
    'p95 per forge on checks-out',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.FORGES, (one) => t.took(t.all(m.checks, m.forge(one)), 0.95)),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'median of cachebox', t.millis(t.anytime, t.took(m.cache, 0.5))),
    ask('follow-up', 'p99', t.millis(t.anytime, t.took(m.cache, 0.99))),
    ask('follow-up', 'and checks-out?', t.millis(t.anytime, t.took(m.checks, 0.99))),
  ),
  ...talk(
    'rates',
    ask('follow-up', 'error rate artifact-store last 30 min', t.percent(t.last(30), t.share(m.store))),
    ask('follow-up', 'conductor?', t.percent(t.last(30), t.share(m.conductor))),
    ask('follow-up', 'only mac pool', t.percent(t.last(30), t.share(t.all(m.conductor, m.pool('mac'))))),
  ),
]
