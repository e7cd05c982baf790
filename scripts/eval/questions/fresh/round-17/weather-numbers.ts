/** Shares, durations, rates, gauges and comparisons of the weather data. Seventeenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = m.gauge
const outage = t.during(['onset', 3], ['recovery', 0])
const age = (what: t.Statistic) => t.scaled(gauge('wx-api', 'observations.age', what), 1000)

export const WEATHER_NUMBERS_17 = [
  ask('ratio', 'error rate of wx-api between {@onset+3} and {@recovery}?', t.percent(outage, t.share(m.api))),
  ask('ratio', 'error rate wx-api right now', t.percent(t.last(5), t.share(m.api))),
  ask(
    'ratio',
    'how many percent of the /v1/current requests failed in the last hour?',
    t.percent(t.last(60), t.share(m.current)),
  ),
  ask(
    'ratio',
    'share of requests that newsdesk loses to its quota',
    t.percent(
      t.anytime,
      t.share(t.all(m.api, m.tenant('newsdesk')), m.status(429)),
      t.share(t.all(m.auth, m.tenant('newsdesk')), m.status(429)),
    ),
  ),
  ask(
    'ratio',
    'success rate of qc-worker before {@onset}',
    t.percent(t.before('onset'), t.share(m.qc, t.not(t.failed))),
  ),
  ask(
    'ratio',
    'what fraction of our traffic is agrisense?',
    t.percent(t.anytime, t.share(m.api, m.tenant('agrisense'))),
  ),
  ask(
    'ratio',
    'failure rate of skyfleet since {@onset+3} until {@recovery}',
    t.percent(outage, t.share(t.all(m.api, m.tenant('skyfleet')))),
  ),

  ask('percentile', 'p95 wx-api', t.millis(t.anytime, t.took(m.api, 0.95))),
  ask('percentile', 'p99 of /v1/history last 30 min', t.within(0.08, t.millis(t.last(30), t.took(m.history, 0.99)))),
  ask(
    'percentile',
    'median of GET /v1/hourly for skyfleet',
    t.millis(t.anytime, t.took(t.all(m.hourly, m.tenant('skyfleet')), 0.5)),
  ),
  ask(
    'percentile',
    'p90 of read field in grid-store since {@release}',
    t.millis(t.since('release'), t.took(m.reads, 0.9)),
  ),
  ask(
    'mean-max',
    'how long does a nowcast take on average?',
    t.millis(
      t.anytime,
      t.took(m.nowcasts, 'mean'),
      t.scaled(t.stated(/^run nowcast-\d+ finished in (\d+) s/, 'mean'), 1000),
    ),
  ),
  ask(
    'mean-max',
    'longest regional run?',
    t.millis(
      t.anytime,
      t.took(m.regionals, 'max'),
      t.scaled(t.stated(/^run regional-\d+ finished in (\d+) s/, 'max'), 1000),
    ),
  ),
  ask('mean-max', 'average response time of key-auth', t.millis(t.anytime, t.took(m.auth, 'mean'))),
  ask('mean-max', 'slowest radar tile request on wx-api in the last hour', t.millis(t.last(60), t.took(m.maps, 'max'))),
  ask('mean-max', 'mean duration of check batch', t.millis(t.anytime, t.took(m.qc, 'mean'))),
  ask('slowest', 'slowest endpoint of wx-api?', () => ({ first: { name: '/v1/history', among: m.ROUTES } })),
  ask('slowest', 'which service takes longest per request', ({ world }) => ({
    first: { name: 'forecast-run', among: [...world.services] },
  })),
  ask(
    'slowest',
    'show slowest traces please',
    t.words({ says: [['forecast-run', 'run regional', 'run nowcast']], neverFirst: ['log records'] }),
  ),

  ask('rate', 'rps wx-api', t.perS(t.anytime, t.perSecond(t.requests(m.api)))),
  ask(
    'rate',
    'requests per minute of agrisense in the last 20 minutes',
    t.perS(t.last(20), t.perSecond(t.requests(t.all(m.api, m.tenant('agrisense'))))),
  ),
  ask(
    'rate',
    'batches per minute in qc-worker before {@onset}',
    t.perS(t.before('onset'), ...m.BATCHES_OK.map(t.perSecond)),
  ),
  ask(
    'rate',
    'errors per minute wx-api from {@onset+3} to {@recovery}',
    t.perS(outage, ...t.errors(m.api).map(t.perSecond)),
  ),

  ask(
    'sum',
    'how many station reports were received in total?',
    t.count(t.anytime, t.stated(/^received (\d+) reports/, 'sum')),
  ),
  ask(
    'sum',
    'fields written by finished runs, total',
    t.count(t.anytime, t.stated(/finished in \d+ s, (\d+) fields/, 'sum')),
  ),
  ask(
    'sum',
    'how many reports were rejected by quality control altogether',
    t.count(t.anytime, t.stated(/reports, (\d+) rejected/, 'sum')),
  ),

  ask('metric', 'queue depth max?', t.value(t.anytime, gauge('station-ingest', 'queue.depth', 'max'))),
  ask(
    'metric',
    'how deep is the obs.raw queue now',
    t.value(t.anytime, gauge('station-ingest', 'queue.depth', 'last')),
  ),
  ask(
    'metric',
    'disk.used on grid-store',
    t.within(0.01, t.value(t.anytime, gauge('grid-store', 'disk.used', 'last'))),
  ),
  ask('metric', 'max memory of tile-render', t.within(0.01, t.value(t.anytime, ...m.megabytes('tile-render', 'max')))),
  ask(
    'metric',
    'avg cpu.usage forecast-run',
    t.within(0.03, t.value(t.anytime, gauge('forecast-run', 'cpu.usage', 'mean'))),
  ),
  ask(
    'metric',
    'how old were the observations at worst?',
    t.millis(t.anytime, age('max'), t.scaled(t.stated(/qc-worker is (\d+) s old/, 'max'), 1000)),
  ),
  ask(
    'metric',
    'cache hit ratio of tile-render, average',
    t.within(
      0.03,
      t.value(
        t.anytime,
        gauge('tile-render', 'tile.cache.hit_ratio', 'mean'),
        t.scaled(gauge('tile-render', 'tile.cache.hit_ratio', 'mean'), 100),
      ),
    ),
  ),
  ask('metric', 'lowest keys.active in the last hour', t.value(t.last(60), gauge('key-auth', 'keys.active', 'min'))),
  ask(
    'metric',
    'memory of grid-store in the last 10 minutes, highest',
    t.within(0.01, t.value(t.last(10), ...m.megabytes('grid-store', 'max'))),
  ),

  ask(
    'compare',
    'p95 of tile-render before and after the deploy',
    t.compared('ms', t.took(m.tiles, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask(
    'compare',
    '503 count {@onset-10} to {@onset} compared with {@onset+5} to {@onset+15}',
    t.compared(
      'count',
      t.requests(t.all(m.api, m.status(503))),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 5], ['onset', 15]),
    ),
  ),
  ask(
    'compare',
    'requests on wx-api: last 10 minutes vs the same time one hour earlier',
    t.compared('count', t.requests(m.api), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'does nowcast take longer than regional?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'shorter', 'faster', 'regional\\W+(?:\\w+ )?(?:is|takes|took|was|runs)']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask('trend', 'is disk usage of grid-store rising?', t.verdict('yes', 'up')),
  ask('trend', 'was the queue growing after {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'did the queue go down again after {@recovery}?', t.verdict('yes', 'down')),
  ask(
    'anomaly',
    'anything unusual with forecast-run cpu?',
    t.words({
      neverFirst: ['^\\W*yes\\b'],
      saysFirst: [['no\\b', 'nothing', 'usual', 'normal', 'unchanged', 'steady', 'within', 'none']],
    }),
  ),
  ask(
    'anomaly',
    'is observations.age weird?',
    t.words({
      says: [
        ['1,?38\\d', '2[23](?:\\.\\d+)? ?min', 'rose', 'jump', 'climb', 'grew', 'peak', 'high', 'above', 'unusual'],
      ],
    }),
  ),
  ask(
    'several',
    'mean and p99 of key-auth?',
    t.both(t.anytime, ['ms', t.took(m.auth, 'mean')], ['ms', t.took(m.auth, 0.99)]),
  ),
  ask(
    'several',
    'how many 401 and how many 429 on wx-api?',
    t.both(
      t.anytime,
      ['count', t.requests(t.all(m.api, m.status(401)))],
      ['count', t.requests(t.all(m.api, m.status(429)))],
    ),
  ),
  ask('several', 'how often did qc-worker crash and how many requests did that cost us?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.anytime, m.DEATHS),
      t.numberOf(asked, 'count', t.anytime, [t.failures(m.api), t.failures(t.any)]),
    ],
  })),
  ask(
    'group',
    'p95 per endpoint of wx-api',
    t.groups(
      'ms',
      t.anytime,
      m.each(m.ROUTES, (one) => t.took(m.route(one), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate by tenant between {@onset+3} and {@recovery}',
    t.groups(
      'percent',
      outage,
      m.each(m.TENANTS, (one) => t.share(t.all(m.api, m.tenant(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of /v1/hourly', t.millis(t.anytime, t.took(m.hourly, 0.95))),
    ask('follow-up', 'and /v1/history?', t.millis(t.anytime, t.took(m.history, 0.95))),
    ask('follow-up', 'max?', t.millis(t.anytime, t.took(m.history, 'max'))),
  ),
  ...talk(
    'rate',
    ask(
      'follow-up',
      'share of failed requests on wx-api from {@onset+3} to {@recovery}',
      t.percent(outage, t.share(m.api)),
    ),
    ask('follow-up', 'only /v1/current', t.percent(outage, t.share(m.current))),
    ask('follow-up', 'only for agrisense', t.percent(outage, t.share(t.all(m.current, m.tenant('agrisense'))))),
  ),
]
