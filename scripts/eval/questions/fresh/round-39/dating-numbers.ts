/** Shares, durations, rates, metrics and comparisons of the dating app. Round 39. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const online = (name: string, what: t.Statistic) =>
  t.metric('api-gw', 'users.online', what, (point) => point.attributes['app.region'] === name)
const since = t.since('onset', 1)
const NO_CHANGE = ['^\\W*no\\b', 'not ', 'n.t\\b', 'unchanged', 'steady', 'stable', 'flat', 'about the same']

export const DATING_NUMBERS_39 = [
  ask('ratio', 'error rate deck-service last 10 minutes', t.percent(t.last(10), t.share(m.deck), t.share(m.building))),
  ask(
    'ratio',
    'how many percent of decks in eu fail right now?',
    t.percent(
      t.last(5),
      t.share(t.all(m.decks, m.region('eu'))),
      t.share(t.all(m.building, m.region('eu'))),
      t.share(t.all(m.deck, m.region('eu'))),
    ),
  ),
  ask('ratio', 'what share of photos gets rejected', t.percent(t.anytime, t.share(m.photo, m.status(422)))),
  ask(
    'ratio',
    'Which percentage of our traffic comes from ios?',
    t.percent(t.anytime, t.share(m.gateway, m.platform('ios'))),
  ),
  ask('ratio', 'the decline rate of payments', t.percent(t.anytime, t.share(m.subs, m.status(402)))),
  ask(
    'ratio',
    'like ratio: likes vs all swipes',
    t.percent(
      t.anytime,
      t.logShare(m.saved, m.line('direction', 'like')),
      t.share(m.swipe, m.direction('like')),
      t.logShare(m.saved, m.line('direction', 'like', 'superlike')),
      t.share(m.swipe, m.direction('like', 'superlike')),
    ),
  ),

  ask('percentile', 'p95 api-gw', t.millis(t.anytime, t.took(m.gateway, 0.95))),
  ask('percentile', 'p90 latency of chat-core in the last 30 min?', t.millis(t.last(30), t.took(m.chat, 0.9))),
  ask('percentile', 'median of GET /deck before {@onset}', t.millis(t.before('onset'), t.took(m.building, 0.5))),
  ask('mean-max', 'avg response time of subscriptions', t.millis(t.anytime, t.took(m.subs, 'mean'))),
  ask('mean-max', 'longest photo check today', t.millis(t.anytime, t.took(m.photo, 'max'))),
  ask(
    'mean-max',
    'mean http.server.request.duration of api-gw',
    t.millis(
      t.anytime,
      t.took(m.gateway, 'mean'),
      t.scaled(m.meanOfHistogram('api-gw', 'http.server.request.duration'), 1000),
    ),
  ),
  ask('slowest', 'slowest trace of today', ({ world }) => {
    let longest = world.spans[0]
    for (const span of world.spans) {
      if (span.isEntry && longest && span.endMs - span.startMs > longest.endMs - longest.startMs) longest = span
    }
    return { says: [['/v1/messages', 'chat-core', 'MessagesController', (longest?.traceId ?? '').slice(0, 8)]] }
  }),
  ask(
    'slowest',
    'slowest service by mean duration?',
    t.words({
      saysFirst: [['photo-check']],
      neverFirst: ['log records'],
    }),
  ),
  ask(
    'slowest',
    'is apple slower than google for payments?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'apple']],
      neverFirst: ['^\\W*no\\b', 'google (?:is|was) (?:\\w+ )?slower'],
    }),
  ),

  ask('rate', 'swipes per minute over the last 15 min', t.perS(t.last(15), ...m.SWIPES.map(t.perSecond))),
  ask('rate', 'api-gw req/s', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask(
    'rate',
    'how many pushes do we send per minute?',
    t.perS(t.anytime, t.perSecond(t.logs(m.pushed)), t.perSecond(t.logs(m.push))),
  ),

  ask('sum', 'revenue in eur for the last hour', t.within(0.03, t.value(t.last(60), ...m.REVENUE))),
  ask('sum', 'digest mails sent in total', t.count(t.anytime, t.stated(/^digest batch mailed: (\d+)/, 'sum'))),

  ask('metric', 'users online in eu now', t.within(0.012, t.value(t.anytime, online('eu', 'last')))),
  ask('metric', 'peak users.online us', t.value(t.anytime, online('us', 'max'))),
  ask(
    'metric',
    'current users.online per region',
    t.groups(
      'any',
      t.anytime,
      m.each(m.REGIONS, (one) => online(one, 'last')),
    ),
  ),
  ask(
    'metric',
    'highest moderation queue depth?',
    t.value(t.anytime, gauge('photo-check', 'moderation.queue.depth', 'max')),
  ),
  ask(
    'metric',
    'avg push.queue.depth last 30 min',
    t.within(0.03, t.value(t.last(30), gauge('push-sender', 'push.queue.depth', 'mean'))),
  ),
  ask(
    'metric',
    'memory of deck-service, max',
    t.within(0.01, t.bytes(t.anytime, gauge('deck-service', 'process.memory.usage', 'max'))),
  ),
  ask(
    'metric',
    'open chat connections at the moment',
    t.within(0.01, t.value(t.anytime, gauge('chat-core', 'chat.connections.open', 'last'))),
  ),
  ask(
    'metric',
    'worst kafka lag of match-maker',
    t.value(t.anytime, gauge('match-maker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'cpu of photo-check on average?',
    t.within(
      0.02,
      t.value(
        t.anytime,
        gauge('photo-check', 'process.cpu.utilization', 'mean'),
        t.scaled(gauge('photo-check', 'process.cpu.utilization', 'mean'), 100),
      ),
    ),
  ),

  ask(
    'compare',
    'photo-check p50 before vs after 3.5.0',
    t.compared('ms', t.took(m.photo, 0.5), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'eu swipes {@onset-15}-{@onset} vs {@onset+2}-{@onset+17}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -15], ['onset', 0]), m.EU_SWIPES),
      t.numberOf(asked, 'count', t.during(['onset', 2], ['onset', 17]), m.EU_SWIPES),
    ],
  })),
  ask(
    'compare',
    'how do matches of the last 20 minutes compare to the 20 minutes before that',
    t.compared('count', t.logs(m.matched), t.last(20), t.earlier(20, 20)),
  ),
  ask(
    'compare',
    'error rate eu against us since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(['eu', 'us'], (one) => t.share(t.all(m.gateway, m.region(one)))),
    ),
  ),
  ask('compare', 'more subscriptions sold for plus or for gold?', t.topOf(t.logRows(m.started), t.attribute('plan'))),
  ask('trend', 'are people leaving? users.online in eu going down?', t.verdict('yes', 'down')),
  ask('trend', 'did swiping drop after {@onset}', t.verdict('yes', 'down')),
  ask('trend', 'is users.online rising in the us?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'photo checks slower since the release?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'longer', 'increase', 'grew', 'went up', 'from \\d']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask('trend', 'chat.connections.open falling?', t.words({ saysFirst: [NO_CHANGE], neverFirst: ['^\\W*yes\\b'] })),
  ask('anomaly', 'when did the lag of match-maker spike', t.began('restart', 200)),
  ask(
    'anomaly',
    'something odd about users.online?',
    t.words({
      says: [
        ['drop', 'fell', 'fall', 'declin', 'decreas', 'down', 'lower', 'unusual', 'low', 'from \\d'],
        ['\\beu\\b', 'users\\.online'],
      ],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'group',
    'p95 by route on api-gw',
    t.groups(
      'ms',
      t.anytime,
      m.each(['/v1/deck', '/v1/swipes', '/v1/photos', '/v1/messages'], (one) => t.took(m.on(one), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate of api-gw per app version since {@onset+1}',
    t.groups(
      'percent',
      since,
      m.each(m.APPS, (one) => t.share(t.all(m.gateway, m.app(one)))),
    ),
  ),
  ask(
    'several',
    'p50 + p99 of api-gw pls',
    t.both(t.anytime, ['ms', t.took(m.gateway, 0.5)], ['ms', t.took(m.gateway, 0.99)]),
  ),
  ask('several', 'How many boosts worked and how many did not since {@onset}?', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.since('onset'), m.BOOSTS),
      t.numberOf(asked, 'count', t.since('onset'), m.FAILED_BOOSTS),
    ],
  })),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of chat-core last hour', t.millis(t.last(60), t.took(m.chat, 0.95))),
    ask('follow-up', 'p50 too', t.millis(t.last(60), t.took(m.chat, 0.5))),
    ask('follow-up', 'and profile-api', t.millis(t.last(60), t.took(m.profile, 0.5))),
  ),
  ...talk(
    'deck-rate',
    ask('follow-up', 'deck-service failure rate over the last 20 min', t.percent(t.last(20), t.share(m.deck))),
    ask('follow-up', 'last 5?', t.percent(t.last(5), t.share(m.deck))),
    ask(
      'follow-up',
      'what was it between {@onset-20} and {@onset}',
      t.percent(t.during(['onset', -20], ['onset', 0]), t.share(m.deck)),
    ),
  ),
]
