/** How many, and who has most: codes, reports, batches, runs, customers of the weather data. Seventeenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?\\w+', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const WEATHER_COUNTS_17 = [
  ask('count', '503s?', t.count(t.anytime, ...m.REFUSED, t.logs(t.says(/status=503/)))),
  ask(
    'count',
    'how many 503 has wx-api returned since {@onset+10}?',
    t.count(t.since('onset', 10), t.requests(t.all(m.api, m.status(503)))),
  ),
  ask(
    'count',
    'number of 429 on wx-api in the last 45 minutes',
    t.count(t.last(45), t.requests(t.all(m.api, m.status(429)))),
  ),
  ask('count', 'requests to wx-api, last 10 minutes', t.count(t.last(10), t.requests(m.api))),
  ask('count', 'how often was GET /v1/hourly called in the last hour?', t.count(t.last(60), t.requests(m.hourly))),
  ask(
    'count',
    'how many tiles did tile-render render between {@release} and {@release+10}',
    t.count(t.during(['release', 0], ['release', 10]), t.requests(m.tiles), t.logs(t.says(/^rendered a tile/))),
  ),
  ask('count', 'how many field reads on grid-store in the last 20 minutes?', t.count(t.last(20), t.requests(m.reads))),
  ask('count', 'batches checked by qc-worker since {@recovery+1}', t.count(t.since('recovery', 1), ...m.BATCHES_OK)),
  ask('count', 'how many 400 on /v1/history', t.count(t.anytime, t.requests(t.all(m.history, m.status(400))))),
  ask(
    'class-of-codes',
    '4xx of wx-api since {@release}',
    t.count(t.since('release'), t.requests(t.all(m.api, m.status(400, 401, 429)))),
  ),
  ask('class-of-codes', 'were there any 5xx after {@recovery+5}?', NONE),
  ask(
    'class-of-codes',
    'how many 5xx between {@onset+5} and {@onset+15}?',
    t.count(t.during(['onset', 5], ['onset', 15]), t.requests(t.all(m.api, m.status(503)))),
  ),

  ask('errors', 'errors in qc worker', t.count(t.anytime, ...t.errors(m.qc), m.levels(m.qc, 'ERROR'))),
  ask('errors', 'how many errors on wx-api since the deploy?', t.count(t.sinceMark('release'), ...t.errors(m.api))),
  ask('errors', 'error count grid-store?', t.count(t.anytime, ...t.errors(m.grid))),
  ask('errors', 'wx-apii errors last 30 min', t.count(t.last(30), ...t.errors(m.api))),
  ask('errors', 'how many requests failed in total?', t.count(t.anytime, t.failures(t.any), t.failures(m.api))),
  ask('errors', 'did forecast-run have errors?', NONE),
  ask('level', 'warnings of key-auth in the last half an hour', t.count(t.last(30), m.levels(m.auth, 'WARN'))),
  ask('level', 'how many warnings does station-ingest have', t.count(t.anytime, m.levels(m.ingest, 'WARN'))),
  ask('level', 'fatal or critical lines?', t.count(t.anytime, t.logs(t.level('FATAL')))),
  ask('level', 'warnings from radar-fetch', t.count(t.anytime, m.levels(m.radar, 'WARN'))),

  ask(
    'outcome',
    'how many times did qc-worker crash?',
    t.count(t.anytime, ...m.DEATHS, m.gauge('qc-worker', 'container.restarts', 'last')),
  ),
  ask('outcome', 'how many nowcast runs finished in the last hour?', t.count(t.last(60), ...m.NOWCASTS)),
  ask('outcome', 'forecast runs completed today', t.count(t.anytime, t.logs(m.finished), t.requests(m.runs))),
  ask(
    'outcome',
    'how many requests were rejected because the quota was exceeded?',
    t.count(t.anytime, ...m.OVER_QUOTA),
  ),
  ask('outcome', 'how many calls with a wrong or expired key in the last hour', t.count(t.last(60), ...m.WRONG_KEYS)),
  ask(
    'outcome',
    'how many stations stopped reporting?',
    t.count(t.anytime, t.logs(m.quietStation), t.differentTexts(/^station (ST-\d+) has not reported/)),
  ),
  ask('outcome', 'temperature spikes removed since {@release}', t.count(t.since('release'), t.logs(m.spike))),
  ask(
    'outcome',
    'radar composites fetched in the last hour',
    t.count(t.last(60), t.logs(t.says(/^composite fetched/))),
  ),
  ask('outcome', 'how many runs had to use the last analysis', t.count(t.anytime, t.logs(m.staleRun))),

  ask('text', '"observations too old" count', t.count(t.anytime, t.logs(m.tooOld))),
  ask(
    'text',
    'how many times do we see "could not convert string to float"?',
    t.count(t.anytime, t.logs(m.unreadable)),
  ),
  ask('text', 'slow read - how many in grid-store?', t.count(t.anytime, t.logs(m.slowRead))),
  ask('text', 'lines with ski-portal in key-auth', t.count(t.anytime, t.logs(t.all(m.auth, t.says(/ski-portal/))))),
  ask('text', 'composite is late, how often', t.count(t.anytime, t.logs(m.lateRadar))),

  ask(
    'attribute',
    'how many requests did agrisense make?',
    t.count(t.anytime, t.requests(t.all(m.api, m.tenant('agrisense'))), t.logs(t.says(/^GET \S+ tenant=agrisense /))),
  ),
  ask(
    'attribute',
    'skyfleet traffic on wx-api in the last 15 min, number of requests',
    t.count(t.last(15), t.requests(t.all(m.api, m.tenant('skyfleet')))),
  ),
  ask(
    'attribute',
    'requests of customers on the free plan',
    t.count(t.anytime, t.requests(t.all(m.api, m.plan('free')))),
  ),
  ask('attribute', 'wx-api requests for region alps', t.count(t.anytime, t.requests(t.all(m.api, m.region('alps'))))),
  ask(
    'attribute',
    'how many batches from network metar',
    t.count(t.anytime, t.requests(t.all(m.qc, m.network('metar'))), t.logs(t.all(m.checked, t.says(/ from metar /)))),
  ),
  ask(
    'attribute',
    'failed requests of harbour-ops',
    t.count(t.anytime, t.failures(t.all(m.api, m.tenant('harbour-ops')))),
  ),
  ask(
    'conditions',
    'agrisense 503 on /v1/current between {@onset+5} and {@onset+15}',
    t.count(t.during(['onset', 5], ['onset', 15]), t.requests(t.all(m.current, m.tenant('agrisense'), m.status(503)))),
  ),
  ask(
    'conditions',
    'hourly forecasts for skyfleet that took more than 30 ms',
    t.count(t.anytime, t.requests(t.all(m.hourly, m.tenant('skyfleet'), t.longer(30)))),
  ),
  ask(
    'conditions',
    'how many 401 did ski-portal or harbour-ops get from wx-api?',
    t.count(t.anytime, t.requests(t.all(m.api, m.tenant('ski-portal', 'harbour-ops'), m.status(401)))),
  ),
  ask(
    'conditions',
    'gold plan, region rhine, status 503: how many on wx-api?',
    t.count(t.anytime, t.requests(t.all(m.api, m.plan('gold'), m.region('rhine'), m.status(503)))),
  ),
  ask(
    'conditions',
    'successful /v1/current requests during {@onset+5} - {@onset+20}',
    t.count(t.during(['onset', 5], ['onset', 20]), t.requests(t.all(m.current, m.status(200)))),
  ),
  ask(
    'exclusion',
    'wx-api requests without newsdesk',
    t.count(t.anytime, t.requests(t.all(m.api, t.not(m.tenant('newsdesk'))))),
  ),
  ask(
    'exclusion',
    'warnings in the logs, but not those of wx-api and key-auth',
    t.count(t.anytime, t.logs(t.all(t.level('WARN'), t.not(m.api), t.not(m.auth)))),
  ),
  ask(
    'exclusion',
    'grid-store requests other than read field',
    t.count(t.anytime, t.requests(t.all(m.grid, t.not(m.reads)))),
  ),
  ask(
    'slow',
    'how many history requests took longer than 600ms?',
    t.count(t.anytime, t.requests(t.all(m.history, t.longer(600)))),
  ),
  ask('slow', 'batches in qc-worker over 1.5 s', t.count(t.anytime, t.requests(t.all(m.qc, t.longer(1500))))),
  ask('distinct', 'how many customers do we have?', t.count(t.anytime, t.differentOf(m.api, 'tenant'))),
  ask('distinct', 'number of different regions asked for', t.count(t.anytime, t.differentOf(m.api, 'region'))),
  ask(
    'distinct',
    'how many different stations went quiet in the last hour?',
    t.count(t.last(60), t.differentTexts(/^station (ST-\d+) has not reported/)),
  ),

  ask(
    'group',
    'requests per tenant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TENANTS, (one) => t.requests(t.all(m.api, m.tenant(one)))),
    ),
  ),
  ask(
    'group',
    'who got the 503s? by customer',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TENANTS, (one) => t.failures(t.all(m.api, m.tenant(one)))),
    ),
  ),
  ask(
    'group',
    'wx-api by status code in the last half hour',
    t.groups(
      'count',
      t.last(30),
      Object.fromEntries([200, 401, 429, 503].map((code) => [code, t.requests(t.all(m.api, m.status(code)))])),
    ),
  ),
  ask(
    'group',
    'requests by route',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.route(one))),
    ),
  ),
  ask(
    'group',
    'wrong keys per tenant',
    t.groups(
      'count',
      t.anytime,
      m.each(m.TENANTS, (one) => t.requests(t.all(m.auth, m.tenant(one), m.status(401)))),
    ),
  ),
  ask(
    'group',
    'batches per network in qc-worker',
    t.groups(
      'count',
      t.anytime,
      m.each(['synop', 'metar', 'private', 'buoy'], (one) => t.requests(t.all(m.qc, m.network(one)))),
    ),
  ),
  ask('top', 'our biggest customer by requests?', t.topOf(m.spansOf(m.api), t.attribute('tenant'))),
  ask('top', 'which tenant hits its quota most?', () => ({ first: { name: 'newsdesk', among: m.TENANTS } })),
  ask('top', 'top endpoint of wx-api', t.topOf(m.spansOf(m.api), t.attribute('http.route'))),
  ask(
    'top',
    'which service logs the most warnings?',
    t.topOf(t.logRows(t.level('WARN')), (row) => row.service),
  ),
  ask('top', 'Which route had the most 503s?', () => ({ first: { name: '/v1/current', among: m.ROUTES } })),
  ask(
    'window',
    'how many times did station-ingest receive reports from {@onset} to {@recovery}?',
    t.count(t.during(['onset', 0], ['recovery', 0]), t.logs(t.all(m.ingest, m.received))),
  ),
  ask(
    'window',
    '503 between {@recovery} and {@recovery+3}',
    t.count(t.during(['recovery', 0], ['recovery', 3]), t.requests(t.all(m.api, m.status(503)))),
  ),
  ask(
    'window',
    'requests wx-api in the 15 minutes before {@release}',
    t.count(t.during(['release', -15], ['release', 0]), t.requests(m.api)),
  ),
  ask(
    'window',
    'checked batches in the quarter of an hour before {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.BATCHES_OK),
  ),

  ...talk(
    'tenant',
    ask(
      'follow-up',
      'how many requests did skyfleet send in the last hour?',
      t.count(t.last(60), t.requests(t.all(m.api, m.tenant('skyfleet')))),
    ),
    ask('follow-up', 'and agrisense?', t.count(t.last(60), t.requests(t.all(m.api, m.tenant('agrisense'))))),
    ask('follow-up', 'only 503', t.count(t.last(60), t.requests(t.all(m.api, m.tenant('agrisense'), m.status(503))))),
  ),
  ...talk(
    'errors',
    ask(
      'follow-up',
      'errors of wx-api between {@onset+5} and {@onset+10}',
      t.count(t.during(['onset', 5], ['onset', 10]), ...t.errors(m.api)),
    ),
    ask('follow-up', 'and the five minutes after', t.count(t.during(['onset', 10], ['onset', 15]), ...t.errors(m.api))),
    ask(
      'follow-up',
      'by tenant',
      t.groups(
        'count',
        t.during(['onset', 10], ['onset', 15]),
        m.each(m.TENANTS, (one) => t.failures(t.all(m.api, m.tenant(one)))),
      ),
    ),
  ),
  ...talk(
    'warnings',
    ask('follow-up', 'how many warnings did key-auth write?', t.count(t.anytime, m.levels(m.auth, 'WARN'))),
    ask('follow-up', 'how many of those are about quotas?', t.count(t.anytime, t.logs(m.quota))),
  ),
]
