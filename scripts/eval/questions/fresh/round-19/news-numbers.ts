/** Shares, durations, rates, metrics and comparisons of the news site. Nineteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const within = t.during(['onset', 1], ['recovery', 0])

export const NEWS_NUMBERS_19 = [
  ask('ratio', 'error rate of paywall-service from {@onset+1} to {@recovery}', t.percent(within, t.share(m.paywall))),
  ask('ratio', 'error rate article-api {@onset+1}-{@recovery}?', t.percent(within, t.share(m.articles))),
  ask('ratio', 'what percentage of comments gets rejected?', t.percent(t.anytime, t.share(m.comments, m.status(422)))),
  ask(
    'ratio',
    'share of premium readers in gateway requests',
    t.percent(t.anytime, t.share(m.gateway, m.plan('premium'))),
  ),
  ask(
    'ratio',
    'which share of searches finds nothing?',
    t.percent(t.anytime, t.logShare(t.all(m.search, t.says(/^search (?:done|found)/)), m.nothingFound)),
  ),
  ask(
    'ratio',
    'mobile share on web-gateway last 30 minutes',
    t.percent(t.last(30), t.share(m.gateway, m.device('mobile'))),
  ),
  ask(
    'ratio',
    'current error rate of web-gateway',
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

  ask('percentile', 'p95 of web-gateway?', t.millis(t.anytime, t.took(m.gateway, 0.95))),
  ask('percentile', 'p99 search-api last 30 min', t.millis(t.last(30), t.took(m.search, 0.99))),
  ask('percentile', 'median of moderation-worker', t.millis(t.anytime, t.took(m.moderation, 0.5))),
  ask('percentile', 'p90 of paywall-service', t.millis(t.anytime, t.took(m.paywall, 0.9))),
  ask('percentile', 'p50 for comment-service in the last hour', t.millis(t.last(60), t.took(m.comments, 0.5))),
  ask('mean-max', 'average time the indexer needs per article', t.millis(t.anytime, t.took(m.indexer, 'mean'))),
  ask(
    'mean-max',
    'longest search today',
    t.millis(t.anytime, t.took(m.search, 'max'), t.took(m.route('/search'), 'max')),
  ),
  ask(
    'mean-max',
    'how long does breaking-push take for an alert on average?',
    t.millis(t.anytime, t.took(m.push, 'mean')),
  ),
  ask(
    'mean-max',
    'max took_ms of image-resizer',
    t.value(t.anytime, (world, window) =>
      Math.max(
        ...t
          .logsIn(m.resizer)(world, window)
          .map((log) => Number(log.attributes['took_ms'] ?? 0)),
      ),
    ),
  ),
  ask('slowest', 'slowest service?', ({ world }) => ({
    first: { name: 'breaking-push', among: [...world.services] },
  })),
  ask('slowest', 'slowest route on web-gateway', t.words({ first: { name: '/search', among: m.ROUTES } })),

  ask('rate', 'requests per second at web-gateway', t.perS(t.anytime, t.perSecond(t.requests(m.gateway)))),
  ask('rate', 'searches per minute last 20 min?', t.perS(t.last(20), t.perSecond(t.requests(m.search)))),
  ask('rate', 'comments per minute', t.perS(t.anytime, ...[...m.STORED, t.requests(m.comments)].map(t.perSecond))),
  ask('rate', 'how many articles do we publish per hour', t.perS(t.anytime, ...m.PUBLISHED.map(t.perSecond))),
  ask(
    'rate',
    'errors per minute of paywall-service between {@onset+1} and {@recovery}',
    t.perS(within, ...t.errors(m.paywall).map(t.perSecond)),
  ),

  ask('sum', 'how many phones got an alert in total?', t.count(t.anytime, t.stated(/sent to (\d+) phones/, 'sum'))),
  ask(
    'sum',
    'invalid tokens altogether (breaking-push)',
    t.count(t.anytime, t.stated(/: (\d+) tokens are no longer/, 'sum')),
  ),

  ask('metric', 'max memory of article-api?', t.within(0.01, t.bytes(t.anytime, memory('article-api', 'max')))),
  ask(
    'metric',
    'how many readers are online right now',
    t.within(0.03, t.value(t.anytime, gauge('web-gateway', 'readers.online', 'last'))),
  ),
  ask(
    'metric',
    'peak of readers.online in the last hour',
    t.within(0.01, t.value(t.last(60), gauge('web-gateway', 'readers.online', 'max'))),
  ),
  ask(
    'metric',
    'average cache hit ratio of article-api',
    t.within(
      0.005,
      t.value(
        t.anytime,
        gauge('article-api', 'cache.hit_ratio', 'mean'),
        t.scaled(gauge('article-api', 'cache.hit_ratio', 'mean'), 100),
      ),
    ),
  ),
  ask(
    'metric',
    'heap of paywall-service: max jvm.memory.used',
    t.within(0.01, t.bytes(t.anytime, gauge('paywall-service', 'jvm.memory.used', 'max'))),
  ),
  ask(
    'metric',
    'moderation-worker consumer lag, max',
    t.value(t.anytime, gauge('moderation-worker', 'kafka.consumer.lag', 'max')),
  ),
  ask(
    'metric',
    'thread count of paywall-service, min',
    t.value(t.anytime, gauge('paywall-service', 'jvm.thread.count', 'min')),
  ),
  ask(
    'metric',
    'lowest memory of comment-service?',
    t.within(0.01, t.bytes(t.anytime, memory('comment-service', 'min'))),
  ),
  ask(
    'metric',
    'restarts of breaking-push',
    t.count(t.anytime, gauge('breaking-push', 'k8s.container.restarts', 'last')),
  ),

  ask(
    'compare',
    'p95 of search-api before and after 3.2.0',
    t.compared('ms', t.took(m.search, 0.95), t.before('release'), t.sinceMark('release')),
  ),
  ask('compare', 'article-api errors {@onset-10}-{@onset} against {@onset+1}-{@onset+11}', (asked) => ({
    numbers: [
      t.numberOf(asked, 'count', t.during(['onset', -10], ['onset', 0]), t.errors(m.articles)),
      t.numberOf(asked, 'count', t.during(['onset', 1], ['onset', 11]), t.errors(m.articles)),
    ],
  })),
  ask(
    'compare',
    'gateway traffic last 10 min vs one hour earlier',
    t.compared('count', t.requests(m.gateway), t.last(10), t.earlier(10, 60)),
  ),
  ask(
    'compare',
    'is desktop or mobile used more?',
    t.words({ saysFirst: [['mobile']], neverFirst: ['desktop (?:is|was) (?:used )?more'] }),
  ),
  ask('trend', 'are more readers online than an hour ago?', t.verdict('yes', 'up')),
  ask(
    'trend',
    'is search-api slower since the release?',
    t.words({
      saysFirst: [['^\\W*yes\\b', 'slower', 'rose', 'went up', 'increas', 'went from']],
      neverFirst: ['^\\W*no\\b'],
    }),
  ),
  ask(
    'trend',
    'is the lag of the indexer growing?',
    t.words({
      saysFirst: [['^\\W*no\\b', 'steady', 'flat', 'stable', 'unchanged', 'not (?:growing|rising)', 'normal', 'usual']],
      neverFirst: ['^\\W*yes\\b'],
    }),
  ),
  ask(
    'anomaly',
    'anything weird in comment-service',
    t.words({
      saysFirst: [['comment-service'], ['no\\b', 'nothing', 'usual', 'normal', 'unchanged', '0 of', 'none']],
      neverFirst: ['root cause: .?comment', '^\\W*yes\\b'],
    }),
  ),
  ask(
    'several',
    'median and p99 of search-api',
    t.both(t.anytime, ['ms', t.took(m.search, 0.5)], ['ms', t.took(m.search, 0.99)]),
  ),
  ask('several', 'how many comments were stored and how many rejected in the last hour?', (asked) => ({
    numbers: [t.numberOf(asked, 'count', t.last(60), m.STORED), t.numberOf(asked, 'count', t.last(60), m.REJECTED)],
  })),
  ask(
    'group',
    'p95 per route of web-gateway',
    t.groups(
      'ms',
      t.anytime,
      m.each(['/home', '/search'], (one) => t.took(m.route(one), 0.95)),
    ),
  ),
  ask(
    'group',
    'error rate of the paywall per plan, {@onset+1} to {@recovery}',
    t.groups(
      'percent',
      within,
      m.each(['trial', 'student'], (one) => t.share(t.all(m.paywall, m.plan(one)))),
    ),
  ),

  ...talk(
    'latency',
    ask('follow-up', 'p95 of article-api', t.millis(t.anytime, t.took(m.articles, 0.95))),
    ask('follow-up', 'and search-api', t.millis(t.anytime, t.took(m.search, 0.95))),
    ask('follow-up', 'average instead?', t.millis(t.anytime, t.took(m.search, 'mean'))),
  ),
  ...talk(
    'windows',
    ask(
      'follow-up',
      'articles published between {@onset-30} and {@onset-15}',
      t.count(t.during(['onset', -30], ['onset', -15]), ...m.PUBLISHED),
    ),
    ask('follow-up', 'and the 15 minutes after that', t.count(t.during(['onset', -15], ['onset', 0]), ...m.PUBLISHED)),
  ),
]
