/** How many, and who has most: decks, swipes, matches, photos, messages, boosts and reports of the dating app. Round 39. */
import * as t from '../truths.ts'
import { ask, talk } from '../truths.ts'
import * as m from './rows.ts'

const NONE = t.words({
  saysFirst: [['^\\W*no\\b', '\\bnone\\b', '\\bno (?:\\w+ )?(?:errors?|failed)\\b', '(?<![\\d.,])0\\b']],
  neverFirst: ['^\\W*yes\\b'],
})

export const DATING_COUNTS_39 = [
  ask('count', '502s out of api-gw since {@onset}, how many', t.count(t.since('onset'), ...m.atGateway(502))),
  ask('count', 'total requests api-gw past 30 minutes', t.count(t.last(30), t.requests(m.gateway), t.logs(m.gateway))),
  ask(
    'count',
    'how much traffic did deck-service get in the last 10 min (requests)',
    t.count(t.last(10), t.requests(m.deck)),
  ),
  ask('count', '401 count on the gateway pls', t.count(t.anytime, ...m.atGateway(401))),
  ask('count', 'requests chat-core has answered since {@release}?', t.count(t.since('release'), t.requests(m.chat))),
  ask(
    'count',
    'number of PATCH /v1/profiles/me calls',
    t.count(
      t.anytime,
      t.requests(m.on('/v1/profiles/me')),
      t.requests(t.all(m.profile, t.named('PATCH /profiles/{id}'))),
    ),
  ),
  ask('class-of-codes', 'did swipe-service throw a single 5xx today?', NONE),
  ask('class-of-codes', 'deck-service 5xx responses last 5 minutes', t.count(t.last(5), t.failures(m.deck))),

  ask('errors', 'deck servce errors since {@onset}', t.count(t.since('onset'), ...t.errors(m.deck))),
  ask('errors', 'number of errors chat-core had so far', t.count(t.anytime, ...t.errors(m.chat))),
  ask('errors', 'is there any error in profile-api', NONE),
  ask('errors', 'errors of subscriptions in the last 20 min', t.count(t.last(20), ...t.errors(m.subs))),
  ask('errors', 'all ERROR lines of the last 15 minutes, whole system', t.count(t.last(15), t.logs(t.level('ERROR')))),
  ask('level', 'warnings chat-core, all of them', t.count(t.anytime, t.logs(t.all(m.chat, t.level('WARN'))))),

  ask('outcome', 'how many matches were made in the last hour', t.count(t.last(60), ...m.MATCHES)),
  ask(
    'outcome',
    'matches in eu since {@onset}?',
    t.count(t.since('onset'), t.logs(t.says(/^match created: \S+ region=eu/))),
  ),
  ask('outcome', 'swipes last 10 min', t.count(t.last(10), ...m.SWIPES)),
  ask('outcome', 'how many likes did people give since {@release}', t.count(t.since('release'), ...m.LIKES)),
  ask('outcome', 'decks that couldnt be shown, total', t.count(t.anytime, ...m.FAILED_DECKS)),
  ask(
    'outcome',
    'how many people paid for a boost and did not get one?',
    t.count(t.anytime, ...m.FAILED_BOOSTS, t.differentOf(t.all(m.on('/v1/boosts'), t.failed), 'user.id')),
  ),
  ask('outcome', 'new premium subscriptions today?', t.count(t.anytime, ...m.STARTED)),
  ask('outcome', 'payments declined so far', t.count(t.anytime, ...m.DECLINED)),
  ask('outcome', 'photos rejected in last 30 min', t.count(t.last(30), ...m.REJECTED)),
  ask('outcome', 'chat messages delivered in the last 20 minutes', t.count(t.last(20), ...m.MESSAGES)),
  ask('outcome', 'messages the filter has held', t.count(t.anytime, ...m.HELD)),
  ask('outcome', 'user reports filed last hour', t.count(t.last(60), ...m.REPORTS)),
  ask('outcome', 'how many accounts did we suspend?', t.count(t.anytime, t.logs(m.suspended))),

  ask('text', 'how many times "different vector dimensions"', t.count(t.anytime, t.logs(m.vectors))),
  ask('text', 'count of expired push tokens last hour', t.count(t.last(60), t.logs(m.expired))),
  ask(
    'text',
    "'daily likes used up' - how often?",
    t.count(t.anytime, t.logs(m.usedUp), t.requests(t.all(m.swipe, m.status(429)))),
  ),
  ask('text', 'gif provider timeouts?', t.count(t.anytime, t.logs(m.gif), t.failures(m.chat))),
  ask('text', 'lines with "nearly empty" in the last 45 minutes', t.count(t.last(45), t.logs(m.nearlyEmpty))),
  ask('text', 'photos rejected because of nudity', t.count(t.anytime, t.logs(t.says(/^photo \S+ rejected: nudity/)))),
  ask('text', 'How many reports were closed with no violation found?', t.count(t.anytime, t.logs(m.dismissed))),

  ask('attribute', 'api-gw requests from gold users', t.count(t.anytime, t.requests(t.all(m.gateway, m.plan('gold'))))),
  ask(
    'attribute',
    'requests by app version 8.14.2 in the last half hour',
    t.count(t.last(30), t.requests(t.all(m.gateway, m.app('8.14.2')))),
  ),
  ask(
    'attribute',
    'superlikes?',
    t.count(
      t.anytime,
      t.logs(t.all(m.saved, m.line('direction', 'superlike'))),
      t.requests(t.all(m.swipe, m.direction('superlike'))),
      t.metric('swipe-service', 'dating.swipes', 'sum', (point) => point.attributes['swipe.direction'] === 'superlike'),
    ),
  ),
  ask(
    'attribute',
    'reports for harassment',
    t.count(
      t.anytime,
      t.logs(t.all(m.filed, m.line('reason', 'harassment'))),
      t.logs(t.says(/reason=harassment/)),
      t.logs(t.says(/harassment/)),
    ),
  ),
  ask(
    'conditions',
    'failed /v1/deck requests on android in eu since {@onset}',
    t.count(t.since('onset'), t.failures(t.all(m.decks, m.platform('android'), m.region('eu')))),
  ),
  ask(
    'conditions',
    'ios photo uploads that took over 1 second',
    t.count(
      t.anytime,
      t.requests(t.all(m.photo, m.platform('ios'), t.longer(1000))),
      t.requests(t.all(m.on('/v1/photos'), m.platform('ios'), t.longer(1000))),
    ),
  ),
  ask(
    'conditions',
    'how many payments did apple decline',
    t.count(
      t.anytime,
      t.logs(t.all(m.declined, m.line('store', 'apple'))),
      t.requests(t.all(m.subs, m.status(402), m.store('apple'))),
    ),
  ),
  ask(
    'exclusion',
    'failed requests on api-gw that are not /v1/deck',
    t.count(t.anytime, t.failures(t.all(m.gateway, t.not(t.has('http.route', '/v1/deck'))))),
  ),
  ask(
    'exclusion',
    'errors except those of api-gw since {@onset}',
    t.count(t.since('onset'), t.logs(t.all(t.level('ERROR'), t.not(m.gateway))), t.failures(t.not(m.gateway))),
  ),
  ask(
    'slow',
    'how many photo checks needed more than 900ms?',
    t.count(t.anytime, t.requests(t.all(m.photo, t.longer(900)))),
  ),

  ask(
    'distinct',
    'how many different users hit the api in the last 10 minutes',
    t.count(t.last(10), t.differentOf(m.gateway, 'user.id')),
  ),
  ask('distinct', 'how many app versions are out there', t.count(t.anytime, t.differentOf(m.gateway, 'app.version'))),
  ask(
    'group',
    'requests by region on api-gw',
    t.groups(
      'count',
      t.anytime,
      m.each(m.REGIONS, (one) => t.requests(t.all(m.gateway, m.region(one)))),
    ),
  ),
  ask(
    'group',
    'failed requests per plan since {@onset}',
    t.groups(
      'count',
      t.since('onset'),
      m.each(m.PLANS, (one) => t.failures(t.all(m.gateway, m.plan(one)))),
    ),
  ),
  ask(
    'group',
    'break down swipes by direction, last 30 min',
    t.groups(
      'count',
      t.last(30),
      m.each(['like', 'pass', 'superlike'], (one) => t.requests(t.all(m.swipe, m.direction(one)))),
    ),
  ),
  ask(
    'group',
    'api-gw traffic per route',
    t.groups(
      'count',
      t.anytime,
      m.each(m.ROUTES, (one) => t.requests(m.on(one))),
    ),
  ),
  ask(
    'group',
    'http.status_code breakdown for chat-core',
    t.groups(
      'count',
      t.anytime,
      Object.fromEntries([200, 201, 403, 422].map((code) => [code, t.requests(t.all(m.chat, m.oldStatus(code)))])),
    ),
  ),
  ask('group', 'error count per service since {@onset}', (asked) => ({
    groups: Object.fromEntries(
      (
        [
          ['api-gw', m.gateway],
          ['deck-service', m.deck],
          ['subscriptions', m.subs],
        ] as const
      ).map(([name, where]) => [name, t.numberOf(asked, 'count', t.since('onset'), t.errors(where))]),
    ),
  })),
  ask(
    'top',
    'which region has the most failed requests?',
    t.topOf(t.failedRequests(m.gateway), t.attribute('app.region')),
  ),
  ask(
    'top',
    'who is the chattiest logger of them all',
    t.topOf(t.logRows(t.any), (row) => row.service),
  ),
  ask('top', 'most common reason people get reported for?', t.topOf(t.logRows(m.filed), t.attribute('reason'))),
  ask('top', 'which app version do most users run', t.topOf(m.spansOf(m.gateway), t.attribute('app.version'))),

  ...talk(
    'deck-regions',
    ask('follow-up', 'how many requests to /v1/deck since {@onset}?', t.count(t.since('onset'), t.requests(m.decks))),
    ask('follow-up', 'of those, how many went wrong', t.count(t.since('onset'), t.failures(m.decks))),
    ask('follow-up', 'eu only', t.count(t.since('onset'), t.failures(t.all(m.decks, m.region('eu'))))),
    ask(
      'follow-up',
      'split by plan',
      t.groups(
        'count',
        t.since('onset'),
        m.each(m.PLANS, (one) => t.failures(t.all(m.decks, m.region('eu'), m.plan(one)))),
      ),
    ),
  ),
  ...talk(
    'photos',
    ask('follow-up', 'photos rejected today', t.count(t.anytime, ...m.REJECTED)),
    ask(
      'follow-up',
      'and approved ones?',
      t.count(t.anytime, t.logs(m.approved), t.requests(t.all(m.photo, m.status(201)))),
    ),
    ask(
      'follow-up',
      'just the last 20 minutes',
      t.count(t.last(20), t.logs(m.approved), t.requests(t.all(m.photo, m.status(201)))),
    ),
  ),
  ...talk(
    'warn',
    ask('follow-up', 'warnings in deck-service last hour', t.count(t.last(60), t.logs(t.all(m.deck, t.level('WARN'))))),
    ask('follow-up', 'now errors', t.count(t.last(60), ...t.errors(m.deck))),
    ask('follow-up', 'same for subscriptions', t.count(t.last(60), ...t.errors(m.subs))),
  ),
]
