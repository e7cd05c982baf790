/** What the questions to the news site count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('web-gateway')
export const articles = t.of('article-api')
export const paywall = t.of('paywall-service')
export const search = t.of('search-api')
export const comments = t.of('comment-service')
export const moderation = t.of('moderation-worker')
export const indexer = t.of('indexer')
export const push = t.of('breaking-push')
export const resizer = t.of('image-resizer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const plan = (...names: string[]) => t.has('reader.plan', ...names)
export const device = (...names: string[]) => t.has('client.device', ...names)
export const section = (...names: string[]) => t.has('article.section', ...names)
export const PLANS = ['free', 'premium', 'trial', 'student']
export const DEVICES = ['mobile', 'desktop', 'tablet']
export const ROUTES = ['/home', '/articles/{slug}', '/search', '/articles/{slug}/comments']

export const route = (...names: string[]) => t.all<SpanRow>(gateway, t.has('http.route', ...names))
export const pages = route('/articles/{slug}')
export const reading = t.all<SpanRow>(articles, t.named('GET /articles/{slug}'))
export const publishing = t.all<SpanRow>(articles, t.named('POST /articles'))

export const noMeter = t.says(/no meter configured/)
export const notServed = t.says(/^Article not served/)
export const locked = t.says(/^article locked for reader/)
export const published = t.says(/^Article published/)
export const stored = t.says(/^comment stored/)
export const rejected = t.says(/^comment rejected/)
export const hidden = t.says(/^comment C-\d+ hidden/)
export const approved = t.says(/^comment C-\d+ approved/)
export const indexed = t.says(/^article indexed/)
export const alerted = t.says(/^alert AL-\d+ sent to/)
export const badTokens = t.says(/tokens are no longer valid/)
export const resized = t.says(/^picture resized/)
export const small = t.says(/^picture is smaller/)
export const nothingFound = t.says(/^search found nothing/)

export const PUBLISHED = [t.logs(published), t.requests(publishing)]
export const STORED = [t.logs(stored), t.requests(t.all(comments, status(201)))]
export const REJECTED = [t.logs(rejected), t.requests(t.all(comments, status(422)))]
export const LOCKED = [t.logs(locked), t.requests(t.all(paywall, status(402)))]
/** Articles that could not be read, at the page, the articles or the paywall. */
export const NOT_SERVED = [t.logs(notServed), t.failures(pages), t.failures(articles)]
export const ALERTS = [t.logs(alerted), t.requests(push)]
/** A code as the gateway's spans have it, or as its lines say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, line('status', ...codes))),
]

/** How bad it was: failed requests, their share during the outage or in all, readers who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, pages, articles, reading, paywall, t.all(pages, plan('trial', 'student'))]
  const who = t.differentOf(t.all(gateway, t.failed), 'reader.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, t.logs(noMeter)]
  const outage = t.during(['onset', 0], ['recovery', 0])
  const minutes = t.during(['onset', 0], ['recovery', 1])
  const exact: t.When = ({ world: { marks } }) => [
    [{ fromMs: marks['onset'] ?? 0, toMs: marks['recovery'] ?? 0 }],
    [{ fromMs: (marks['onset'] ?? 0) + 17_000, toMs: marks['recovery'] ?? 0 }],
  ]
  return howBad(asked, [t.anytime, outage, minutes, exact, t.since('onset')], measures)
}
