/** What the questions to the dating app count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gateway = t.of('api-gw')
export const profile = t.of('profile-api')
export const deck = t.of('deck-service')
export const swipe = t.of('swipe-service')
export const matcher = t.of('match-maker')
export const chat = t.of('chat-core')
export const photo = t.of('photo-check')
export const subs = t.of('subscriptions')
export const push = t.of('push-sender')
export const triage = t.of('report-triage')
export const digest = t.of('likes-digest')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
/** The code as the old application of chats writes it. */
export const oldStatus = (...codes: number[]) => t.has('http.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const region = (...names: string[]) => t.has('app.region', ...names)
export const plan = (...names: string[]) => t.has('user.plan', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const app = (...names: string[]) => t.has('app.version', ...names)
export const store = (...names: string[]) => t.has('payment.store', ...names)
export const direction = (...names: string[]) => t.has('swipe.direction', ...names)

export const REGIONS = ['eu', 'us', 'apac']
export const PLANS = ['free', 'plus', 'gold']
export const APPS = ['8.14.2', '8.15.0', '8.15.1']
export const ROUTES = ['/v1/deck', '/v1/swipes', '/v1/photos', '/v1/messages', '/v1/boosts', '/v1/reports']

export const on = (...routes: string[]) => t.all<SpanRow>(gateway, t.has('http.route', ...routes))
export const decks = on('/v1/deck')
export const building = t.all<SpanRow>(deck, t.named('GET /deck'))
export const placing = t.all<SpanRow>(deck, t.named('POST /deck/boosts'))
export const boosting = t.all<SpanRow>(subs, t.named('POST /boosts'))
export const subscribing = t.all<SpanRow>(subs, t.named('POST /subscriptions'))
export const sending = t.all<SpanRow>(chat, t.named('MessagesController#create'))
export const reporting = t.all<SpanRow>(profile, t.named('POST /reports'))

export const vectors = t.says(/different vector dimensions/)
export const nearlyEmpty = t.says(/^deck nearly empty/)
export const built = t.says(/^deck built/)
export const saved = t.says(/^swipe saved/)
export const usedUp = t.says(/^daily likes used up/)
export const matched = t.says(/^match created/)
export const activated = t.says(/^boost \S+ activated/)
export const notActivated = t.says(/^boost \S+ not activated/)
export const declined = t.says(/^payment declined/)
export const started = t.says(/^subscription \S+ started/)
export const rejected = t.says(/^photo \S+ rejected/)
export const approved = t.says(/^photo \S+ approved/)
export const reviewed = t.says(/needs a human review/)
export const held = t.says(/^message held by filter/)
export const unmatched = t.says(/^recipient has unmatched/)
export const gif = t.says(/^GifProvider/)
export const pushed = t.says(/^push sent/)
export const expired = t.says(/token expired/)
export const filed = t.says(/^report \S+ filed/)
export const suspended = t.says(/account suspended/)
export const dismissed = t.says(/closed, no violation found/)
export const deleted = t.says(/^profile was deleted/)

export const SWIPES = [
  t.logs(saved),
  t.requests(t.all(swipe, status(201))),
  t.requests(swipe),
  t.requests(on('/v1/swipes')),
  t.metric('swipe-service', 'dating.swipes', 'sum'),
]
export const EU_SWIPES = [
  t.logs(t.all(saved, line('region', 'eu'))),
  t.requests(t.all(swipe, region('eu'))),
  t.requests(t.all(swipe, region('eu'), status(201))),
  t.requests(t.all(on('/v1/swipes'), region('eu'))),
]
export const LIKES = [
  t.logs(t.all(saved, line('direction', 'like'))),
  t.logs(t.all(saved, line('direction', 'like', 'superlike'))),
  t.requests(t.all(swipe, direction('like'))),
  t.requests(t.all(swipe, direction('like'), status(201))),
  t.metric('swipe-service', 'dating.swipes', 'sum', (point) => point.attributes['swipe.direction'] === 'like'),
]
export const MATCHES = [t.logs(matched)]
export const BOOSTS = [
  t.logs(activated),
  t.requests(t.all(boosting, status(201))),
  t.requests(t.all(placing, status(201))),
]
export const FAILED_BOOSTS = [
  t.logs(notActivated),
  t.failures(boosting),
  t.failures(placing),
  t.failures(on('/v1/boosts')),
]
export const DECLINED = [
  t.logs(declined),
  t.requests(t.all(subs, status(402))),
  t.requests(t.all(gateway, status(402))),
]
export const STARTED = [t.logs(started), t.requests(t.all(subscribing, status(201)))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(photo, status(422)))]
export const MESSAGES = [t.requests(t.all(sending, oldStatus(201))), t.requests(t.all(on('/v1/messages'), status(201)))]
export const HELD = [t.logs(held), t.requests(t.all(chat, oldStatus(422)))]
export const REPORTS = [t.logs(filed), t.requests(reporting), t.logs(t.says(/^TriageJob picked up/))]
/** Decks that could not be shown. */
export const FAILED_DECKS = [t.failures(building), t.failures(decks), t.failures(deck), t.logs(vectors)]

/** A code as the gateway's spans have it, or its lines. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, line('statusCode', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }
export const REVENUE = [
  t.metric('subscriptions', 'dating.revenue', 'sum'),
  sumOf(t.all<LogRow>(t.of('subscriptions'), t.says(/^(?:subscription|boost) /)), 'price'),
]

/** How bad it is: failed requests, their share, or people who met them. */
export function damage(asked: Asked): Expectation {
  const eu = region('eu')
  const wheres = [t.any, gateway, deck, decks, building, t.all(decks, eu), t.all(deck, eu), boosting, subs]
  const who = t.differentOf(t.all(gateway, t.failed), 'user.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(vectors)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
