/** Shares, durations, rates, money, metrics and comparisons of the music streaming service. Sixty-fourth round. */
import * as t from '../truths.ts'
import { ask } from '../truths.ts'
import * as m from './rows.ts'

const rise = t.words({
  says: [['\\brise|\\brose|\\brising|grew|grow|increas|higher|climb|\\bup\\b|jump|above|unusual|spike|peak|from \\d']],
  neverFirst: ['^\\W*no\\b'],
})

export const JUKEBOX_NUMBERS_64 = [
  ask('ratio', 'error rate of playback-api in the last 15 min', t.percent(t.last(15), t.share(m.playback))),
  ask('ratio', 'error rate of edge-gateway since {@onset}?', t.percent(t.since('onset'), t.share(m.edge))),
  ask(
    'ratio',
    'what percentage of streams fail to start since {@onset}',
    t.percent(t.since('onset'), t.share(m.plays), t.share(m.edgePlays)),
  ),
  ask(
    'ratio',
    'what share of renewals is refused by the card?',
    t.percent(t.anytime, t.share(m.renewals, m.status(402)), t.share(m.edgeRenewals, m.status(402))),
  ),
  ask(
    'ratio',
    'how many percent of the streams on ios failed in the last 20 minutes',
    t.percent(t.last(20), t.share(t.all(m.plays, m.platform('ios'))), t.share(t.all(m.edgePlays, m.platform('ios')))),
  ),
  ask(
    'percentile',
    'p95 latency of POST /v1/play since {@onset}',
    t.millis(t.since('onset'), t.took(m.plays, 0.95), t.took(m.edgePlays, 0.95)),
  ),
  ask(
    'percentile',
    "what's the median duration of POST /v1/play before {@release}?",
    t.millis(t.before('release'), t.took(m.plays, 0.5), t.took(m.edgePlays, 0.5)),
  ),
  ask(
    'percentile',
    'p50 of the home page since {@onset}',
    t.millis(t.since('onset'), t.took(m.homes, 0.5), t.took(m.edgeHomes, 0.5)),
  ),
  ask(
    'percentile',
    'search latency p95, last 30 minutes',
    t.millis(t.last(30), t.took(m.found, 0.95), t.took(m.edgeFound, 0.95)),
  ),
  ask('mean-max', 'average response time of playlist-api', t.millis(t.anytime, t.took(m.playlists, 'mean'))),
  ask(
    'mean-max',
    'how long does GET /v1/home take on average before {@onset}',
    t.millis(t.before('onset'), t.took(m.homes, 'mean'), t.took(m.edgeHomes, 'mean')),
  ),
  ask(
    'mean-max',
    'slowest query on table albums in ms?',
    t.within(0.05, t.value(t.anytime, m.overOf(m.slowQuery, 'took_ms', 'max'))),
  ),
  ask('slowest', 'which endpoint of edge-gateway is the slowest now?', t.words({ saysFirst: [['/v1/play\\b']] })),
  ask('slowest', 'slowest route before {@release}?', t.words({ saysFirst: [['/v1/renewals', '/v1/tracks']] })),
  ask('rate', 'request rate of edge-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.edge)))),
  ask(
    'rate',
    'how many streams per minute were started before {@onset}?',
    t.perS(t.before('onset'), t.perSecond(t.logs(m.started)), t.perSecond(t.requests(t.all(m.plays, m.status(201))))),
  ),
  ask(
    'rate',
    'failed requests per minute at the edge since {@onset}',
    t.perS(t.since('onset'), t.perSecond(t.failures(m.edge))),
  ),
  ask(
    'sum',
    'how much money came in with renewals in the last hour',
    t.value(t.last(60), m.overOf(m.renewed, 'amount_eur', 'sum')),
  ),
  ask(
    'sum',
    'total amount of the refused payments in euro?',
    t.value(t.anytime, m.overOf(m.refusedPayment, 'amount_eur', 'sum')),
  ),

  ask(
    'metric',
    'how many connections of the playback pool are in use now',
    t.value(t.anytime, m.connections('used', 'last')),
  ),
  ask(
    'metric',
    'highest number of used db connections in playback-api before {@release}',
    t.value(t.before('release'), m.connections('used', 'max')),
  ),
  ask('metric', 'how many requests wait for a db connection right now?', t.value(t.anytime, m.pending('last'))),
  ask('metric', 'kafka lag of play-recorder now', t.within(0.03, t.value(t.anytime, m.lag('last')))),
  ask('metric', 'memory of playback-api now?', t.within(0.02, t.bytes(t.anytime, m.memory('playback-api', 'last')))),
  ask(
    'metric',
    'average cpu of search-api in the last 30 minutes?',
    t.within(0.02, t.value(t.last(30), m.cpu('search-api', 'mean'))),
  ),
  ask('metric', 'how many premium subscriptions are active', t.value(t.anytime, m.subscribers('premium', 'last'))),
  ask(
    'metric',
    'cache hit rate of the catalogue right now',
    t.within(0.01, t.value(t.anytime, m.gauge('catalogue-api', 'cache.hit_rate', 'last'))),
  ),
  ask(
    'metric',
    'lowest number of active streams on ios today?',
    t.within(0.01, t.value(t.anytime, m.active('ios', 'min'))),
  ),
  ask('metric-group', 'active streams per platform now', (asked) => ({
    groups: Object.fromEntries(
      m.PLATFORMS.map((one) => [
        one,
        { ...t.numberOf(asked, 'any', t.anytime, [m.active(one, 'last')]), tolerance: 0.02 },
      ]),
    ),
  })),
  ask('top', 'which service needs the most memory right now', t.words({ saysFirst: [['reco-engine']] })),

  ask(
    'compare',
    'average duration of POST /v1/play before and after {@onset}',
    t.compared('ms', t.took(m.plays, 'mean'), t.before('onset'), t.since('onset')),
  ),
  ask(
    'compare',
    'compare failed requests of edge-gateway {@onset-10}-{@onset} with {@onset+2}-{@onset+12}',
    t.compared(
      'count',
      t.failures(m.edge),
      t.during(['onset', -10], ['onset', 0]),
      t.during(['onset', 2], ['onset', 12]),
    ),
  ),
  ask(
    'compare',
    'median of search-api before and after the 4.3.0 rollout',
    t.compared('ms', t.took(m.found, 0.5), t.before('search'), t.sinceMark('search')),
  ),
  ask(
    'compare',
    'streams started in the last 15 minutes compared with the same 15 minutes an hour ago',
    t.compared('count', t.logs(m.started), t.last(15), t.earlier(15, 60)),
  ),
  ask('trend', 'is the kafka lag still growing?', t.verdict('yes', 'up')),
  ask('trend', 'is the number of active streams going down', t.verdict('yes', 'down')),
  ask('trend', 'did the used connections of playback-api go up after {@release}?', t.verdict('yes', 'up')),
  ask('trend', 'is memory of playback-api increasing?', t.verdict('no', 'up')),
  ask('trend', 'are there more 5xx since {@onset}?', t.verdict('yes', 'up')),
  ask('trend', 'has the search become slower since {@search}', t.verdict('yes', 'up')),
  ask('anomaly', 'anything unusual about the connection pool of playback-api?', rise),
  ask('anomaly', 'does the lag of play-recorder look normal', t.verdict('no', 'good')),

  ask(
    'several',
    'p50 and p95 of catalogue-api in the last hour?',
    t.both(t.last(60), ['ms', t.took(m.catalogue, 0.5)], ['ms', t.took(m.catalogue, 0.95)]),
  ),
  ask(
    'several',
    'how many streams were started and how many failed since {@onset}?',
    t.both(t.since('onset'), ['count', t.logs(m.started)], ['count', t.logs(m.failedStream)]),
  ),
  ask(
    'several',
    'number of subscriptions renewed and payments refused in the last 45 minutes',
    t.both(t.last(45), ['count', t.logs(m.renewed)], ['count', t.logs(m.refusedPayment)]),
  ),
]
