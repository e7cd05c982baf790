/** How many, and who has most: codes, articles, comments, alerts, pictures of the news site. Nineteenth round. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const outage = t.during(['onset', 0], ['recovery', 1])
const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?errors?\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const NEWS_COUNTS_19 = [
  ask('count', 'number of 503 on web-gateway between {@onset} and {@recovery+1}', t.count(outage, ...m.atGateway(503))),
  ask(
    'count',
    'how many 500 came from paywall-service?',
    t.count(t.anytime, t.requests(t.all(m.paywall, m.status(500)))),
  ),
  ask('count', '404 on article-api, how many', t.count(t.anytime, t.requests(t.all(m.articles, m.status(404))))),
  ask('count', 'requests search-api last 15 minutes', t.count(t.last(15), t.requests(m.search))),
  ask(
    'count',
    'How many requests hit the web gateway in the last 10 minutes?',
    t.count(t.last(10), t.requests(m.gateway), t.logs(m.gateway)),
  ),
  ask(
    'count',
    'GET /home count last 20 min',
    t.count(t.last(20), t.requests(m.route('/home')), t.requests(t.named('GET /home'))),
  ),
  ask(
    'count',
    'how many messages did the indexer process today?',
    t.count(t.anytime, t.requests(m.indexer), t.logs(m.indexed)),
  ),
  ask('count', 'count of log lines from image-resizer', t.count(t.anytime, t.logs(m.resizer))),
  ask(
    'count',
    'how many 402s did readers get in the last half hour',
    t.count(t.last(30), ...m.atGateway(402), ...m.LOCKED),
  ),
  ask('class-of-codes', '5xx of web-gateway since {@onset-5}', t.count(t.since('onset', -5), t.failures(m.gateway))),
  ask('class-of-codes', '4xx on comment-service?', t.count(t.anytime, t.requests(t.all(m.comments, m.status(422))))),
  ask('class-of-codes', 'any 5xx after {@recovery+2}?', NONE),

  ask('errors', 'errors in paywall-servce', t.count(t.anytime, ...t.errors(m.paywall))),
  ask('errors', 'exceptions logged by paywall-service', t.count(t.anytime, t.logs(m.noMeter), ...t.errors(m.paywall))),
  ask(
    'errors',
    'article api errors between {@onset} and {@onset+10}',
    t.count(t.during(['onset', 0], ['onset', 10]), ...t.errors(m.articles)),
  ),
  ask('errors', 'any errors in the last 10 minutes?', NONE),
  ask('errors', 'Does search-api have errors?', NONE),
  ask('errors', 'did comment-service log any error today', NONE),
  ask('errors', 'errors of the gateway today', t.count(t.anytime, ...t.errors(m.gateway))),
  ask(
    'level',
    'how many warnings from comment-service',
    t.count(t.anytime, t.logs(t.all(m.comments, t.level('WARN')))),
  ),
  ask(
    'level',
    'warnings moderation-worker last 30 min',
    t.count(t.last(30), t.logs(t.all(m.moderation, t.level('WARN')))),
  ),
  ask(
    'level',
    'total number of error lines, all services together',
    t.count(t.anytime, t.logs(t.level('ERROR', 'FATAL'))),
  ),
  ask(
    'level',
    'info lines of indexer in the last quarter of an hour',
    t.count(t.last(15), t.logs(t.all(m.indexer, t.level('INFO')))),
  ),

  ask('outcome', 'how many articles were published today?', t.count(t.anytime, ...m.PUBLISHED, t.logs(m.indexed))),
  ask('outcome', 'articles published in the last 30 minutes', t.count(t.last(30), ...m.PUBLISHED)),
  ask('outcome', 'how many comments were rejected', t.count(t.anytime, ...m.REJECTED)),
  ask('outcome', 'comments stored in last hour', t.count(t.last(60), ...m.STORED)),
  ask('outcome', 'comments hidden by moderation?', t.count(t.anytime, t.logs(m.hidden))),
  ask('outcome', 'how many breaking alerts went out in the last hour?', t.count(t.last(60), ...m.ALERTS)),
  ask('outcome', 'How many articles could not be served?', t.count(t.anytime, ...m.NOT_SERVED)),
  ask('outcome', 'locked articles since {@release}', t.count(t.since('release'), ...m.LOCKED)),
  ask('outcome', 'pictures resized', t.count(t.anytime, t.logs(m.resized))),
  ask('outcome', 'searches without a hit in the last 45 minutes', t.count(t.last(45), t.logs(m.nothingFound))),

  ask('text', '"no meter configured" - how often?', t.count(t.anytime, t.logs(m.noMeter))),
  ask('text', 'how many lines say "picture is smaller than wanted"', t.count(t.anytime, t.logs(m.small))),
  ask('text', 'tokens no longer valid: how many such warnings?', t.count(t.anytime, t.logs(m.badTokens))),
  ask('text', 'search found nothing, count', t.count(t.anytime, t.logs(m.nothingFound))),
  ask(
    'text',
    'logs with metered-v2 in them?',
    t.count(
      t.anytime,
      t.logs((log) => log.message.includes('metered-v2')),
    ),
  ),
  ask(
    'text',
    'how many times does "plan student" show up in the errors',
    t.count(t.anytime, t.logs(t.says(/for plan student/))),
  ),

  ask(
    'attribute',
    'requests of premium readers on web-gateway',
    t.count(t.anytime, t.requests(t.all(m.gateway, m.plan('premium')))),
  ),
  ask(
    'attribute',
    'how many comments were rejected as spam?',
    t.count(t.anytime, t.logs(t.all(m.rejected, m.line('reason', 'spam')))),
  ),
  ask(
    'attribute',
    'articles published in section sports',
    t.count(
      t.anytime,
      t.requests(t.all(m.publishing, m.section('sports'))),
      t.logs(t.all(m.published, m.line('Section', 'sports'))),
    ),
  ),
  ask(
    'attribute',
    'tablet requests at the gateway, last 30m',
    t.count(
      t.last(30),
      t.requests(t.all(m.gateway, m.device('tablet'))),
      t.logs(t.all(m.gateway, m.line('device', 'tablet'))),
    ),
  ),
  ask(
    'attribute',
    'entitlement checks for plan student',
    t.count(t.anytime, t.requests(t.all(m.paywall, m.plan('student')))),
  ),
  ask(
    'conditions',
    'failed article requests of trial readers on mobile',
    t.count(t.anytime, t.failures(t.all(m.gateway, m.plan('trial'), m.device('mobile')))),
  ),
  ask(
    'conditions',
    'paywall-service 402 for free readers in the last 20 minutes',
    t.count(t.last(20), t.requests(t.all(m.paywall, m.plan('free'), m.status(402)))),
  ),
  ask(
    'conditions',
    'searches slower than 100 ms since {@release}',
    t.count(
      t.since('release'),
      t.requests(t.all(m.search, t.longer(100))),
      t.requests(t.all(m.route('/search'), t.longer(100))),
    ),
  ),
  ask(
    'conditions',
    'rejected comments about politics or business',
    t.count(
      t.anytime,
      t.logs(t.all(m.rejected, m.line('section', 'politics', 'business'))),
      t.requests(t.all(m.comments, m.status(422), m.section('politics', 'business'))),
    ),
  ),
  ask(
    'exclusion',
    'web-gateway requests not from mobile',
    t.count(
      t.anytime,
      t.requests(t.all(m.gateway, t.not(m.device('mobile')))),
      t.logs(t.all(m.gateway, t.not(m.line('device', 'mobile')))),
    ),
  ),
  ask(
    'exclusion',
    'comment rejections other than spam',
    t.count(t.anytime, t.logs(t.all(m.rejected, t.not(m.line('reason', 'spam'))))),
  ),
  ask(
    'exclusion',
    'error logs without web-gateway',
    t.count(t.anytime, t.logs(t.all(t.level('ERROR'), t.not(m.gateway)))),
  ),
  ask(
    'slow',
    'how many alerts took breaking-push longer than 2 seconds?',
    t.count(t.anytime, t.requests(t.all(m.push, t.longer(2000)))),
  ),
  ask('slow', 'moderation-worker > 250ms?', t.count(t.anytime, t.requests(t.all(m.moderation, t.longer(250))))),

  ask(
    'distinct',
    'how many readers visited in the last 20 min',
    t.count(t.last(20), t.differentOf(m.gateway, 'reader.id')),
  ),
  ask('distinct', 'how many sections are there?', t.count(t.anytime, t.differentOf(t.any, 'article.section'))),
  ask(
    'distinct',
    'number of different reasons for rejected comments',
    t.count(t.anytime, t.differentIn(m.rejected, 'reason')),
  ),

  ask(
    'group',
    'failed gateway requests per plan',
    t.groups(
      'count',
      t.anytime,
      m.each(['trial', 'student'], (one) => t.failures(t.all(m.gateway, m.plan(one)))),
    ),
  ),
  ask(
    'group',
    'web-gateway requests by client.device',
    t.groups(
      'count',
      t.anytime,
      m.each(m.DEVICES, (one) => t.requests(t.all(m.gateway, m.device(one)))),
    ),
  ),
  ask('group', 'rejected comments by reason', t.groupsBy(t.anytime, t.logsIn(m.rejected), t.attribute('reason'))),
  ask(
    'group',
    'status codes on web-gateway in the last 30 minutes',
    t.groups(
      'count',
      t.last(30),
      Object.fromEntries([200, 201, 402].map((code) => [code, t.requests(t.all(m.gateway, m.status(code)))])),
    ),
  ),
  ask('group', 'articles published per section', (asked) => ({
    groups: Object.fromEntries(
      ['politics', 'sports', 'business', 'culture'].map((one) => [
        one,
        t.numberOf(asked, 'count', t.anytime, [
          t.requests(t.all(m.publishing, m.section(one))),
          t.logs(t.all(m.published, m.line('Section', one))),
        ]),
      ]),
    ),
  })),
  ask('group', 'errors by service today', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['web-gateway', m.gateway],
          ['article-api', m.articles],
          ['paywall-service', m.paywall],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.anytime, t.errors(where))]),
    ),
  })),
  ask('top', 'which plan had the most failures?', () => ({ first: { name: 'trial', among: m.PLANS } })),
  ask('top', 'busiest route?', t.topOf(m.spansOf(m.gateway), t.attribute('http.route'))),
  ask(
    'top',
    'which section gets the most articles published',
    t.topOf(m.spansOf(m.publishing), t.attribute('article.section')),
  ),
  ask('top', 'most frequent reason for rejecting a comment?', t.topOf(t.logRows(m.rejected), t.attribute('reason'))),
  ask(
    'window',
    'comments stored {@onset-15} to {@onset}',
    t.count(t.during(['onset', -15], ['onset', 0]), ...m.STORED),
  ),
  ask(
    'window',
    'how many articles could not be served between {@onset+5} and {@onset+15}?',
    t.count(t.during(['onset', 5], ['onset', 15]), ...m.NOT_SERVED),
  ),
  ask(
    'window',
    'articles indexed in the quarter of an hour after {@restart}',
    t.count(t.during(['restart', 0], ['restart', 15]), t.logs(m.indexed), t.requests(m.indexer)),
  ),

  ...talk(
    'gateway',
    ask(
      'follow-up',
      'how many requests did web-gateway answer in the last 30 minutes',
      t.count(t.last(30), t.requests(m.gateway)),
    ),
    ask('follow-up', 'only premium', t.count(t.last(30), t.requests(t.all(m.gateway, m.plan('premium'))))),
    ask('follow-up', 'and trial?', t.count(t.last(30), t.requests(t.all(m.gateway, m.plan('trial'))))),
  ),
  ...talk(
    'comments',
    ask('follow-up', 'rejected comments', t.count(t.anytime, ...m.REJECTED)),
    ask('follow-up', 'in the last 30 minutes?', t.count(t.last(30), ...m.REJECTED)),
  ),
  ...talk(
    'errors',
    ask('follow-up', 'errors in article-api today', t.count(t.anytime, ...t.errors(m.articles))),
    ask('follow-up', 'and search-api?', NONE),
    ask('follow-up', 'and paywall-service?', t.count(t.anytime, ...t.errors(m.paywall))),
  ),
]
