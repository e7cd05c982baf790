/** What the questions about newsletter mailing count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { PointRow, SpanRow } from '../../records.ts'
import { pointsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('public-gateway')
export const campaigns = t.of('campaign-api')
export const audience = t.of('audience-service')
export const renderer = t.of('template-renderer')
export const worker = t.of('send-worker')
export const tracking = t.of('tracking-api')
export const leaving = t.of('unsubscribe-page')
export const bouncing = t.of('bounce-handler')
export const rollup = t.of('stats-rollup')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const customer = (...names: string[]) => t.has('customer.id', ...names)
export const plan = (...names: string[]) => t.has('customer.plan', ...names)
export const kind = (...names: string[]) => t.has('audience.kind', ...names)
export const route = (...names: string[]) => t.all<SpanRow>(gateway, t.has('http.route', ...names))
export const ROUTES = [
  ...['/api/campaigns', '/api/campaigns/{id}', '/api/campaigns/{id}/preview', '/api/campaigns/{id}/send'],
  ...['/api/audiences/{id}/size', '/subscribe', '/unsubscribe'],
]
export const PLANS = ['starter', 'pro', 'agency']
export const CUSTOMERS = [
  ...['lindbakery', 'northwind-toys', 'velomarkt', 'city-opera', 'greenleaf', 'pixelschool', 'harbour-hotel'],
]
export const DOMAINS = ['gmail.com', 'outlook.com', 'gmx.de', 'orange.fr']

export const notStarted = t.says(/^Send not started/)
export const started = t.says(/^Send started/)
export const notResolved = t.says(/^Audience of .* not resolved/)
export const created = t.says(/^Campaign created/)
export const noSubject = t.says(/^Campaign has no subject/)
export const batchSent = t.says(/^batch sent/)
export const greylisted = t.says(/greylisted/)
export const newSubscriber = t.says(/^New subscriber/)
export const subscribedAlready = t.says(/subscribed already/)
export const unsubscribed = t.says(/^S-\d+ unsubscribed/)
export const wasNot = t.says(/was not subscribed/)
export const hard = t.says(/^hard bounce/)
export const soft = t.says(/^soft bounce/)
export const complaint = t.says(/^spam complaint/)
export const badTag = t.says(/unknown merge tag/)
export const rendered = t.says(/^template \d+ rendered/)
export const badToken = t.says(/^token is unknown/)
export const opened = t.says(/^open counted/)
export const clicked = t.says(/^click counted/)

const sending = t.named('POST /campaigns/{id}/send')
/** Sends that did not start, at the proxy, the campaigns or as lines. */
export const NOT_STARTED = [
  t.logs(notStarted),
  t.failures(t.all(campaigns, sending)),
  t.failures(route('/api/campaigns/{id}/send')),
]
export const STARTED = [
  t.logs(started),
  t.requests(t.all(campaigns, sending, status(202))),
  t.requests(t.all(route('/api/campaigns/{id}/send'), status(202))),
]
export const CREATED = [t.logs(created), t.requests(t.all(campaigns, t.named('POST /campaigns'), status(201)))]
export const SUBSCRIBED = [t.logs(newSubscriber), t.requests(t.all(route('/subscribe'), status(201)))]
/** Hard and soft ones, with or without complaints. */
export const BOUNCES = [t.logs(t.says(/^(?:hard|soft) bounce/)), t.logs(bouncing), t.requests(bouncing)]
export const BATCHES = [t.logs(batchSent), t.requests(worker)]
/** A code as the proxy's spans have it, or as its lines say it. */
export const atGateway = (...codes: number[]) => [
  t.requests(t.all(gateway, status(...codes))),
  t.logs(t.all(gateway, t.says(new RegExp(` (?:${codes.join('|')})$`)))),
]

/** Mails that batches state, as a sum of an attribute of lines. */
export const mails =
  (where: t.Where = t.any): t.Measure =>
  (world, window) =>
    t
      .logsIn(t.all(batchSent, where))(world, window)
      .reduce((sum, log) => sum + Number(log.attributes['mails'] ?? 0), 0)

/** What cumulative counters rose by: from the first point of the window, or from nothing. */
export const counted = (service: string, name: string, where: (point: PointRow) => boolean = () => true): t.Measure[] =>
  [true, false].map((isFromFirst) => (world, window) => {
    const series = new Map<string, [number, number]>()
    for (const point of pointsOf(world, service, name, window).filter(where)) {
      const key = JSON.stringify(point.attributes)
      series.set(key, [series.get(key)?.[0] ?? (isFromFirst ? point.value : 0), point.value])
    }
    let rise = 0
    for (const [from, to] of series.values()) rise += to - from
    return rise
  })

/** How bad it is: failed requests, their share since the onset or in all, who met them. */
export function damage(asked: Asked): Expectation {
  const toAudiences = route('/api/audiences/{id}/size', '/api/campaigns/{id}/send')
  const wheres = [
    ...[t.any, gateway, campaigns, audience, toAudiences, route('/api/campaigns/{id}/send')],
    ...[route('/api/audiences/{id}/size'), t.all(audience, kind('language'))],
  ]
  const who = t.differentOf(t.all(gateway, t.failed), 'customer.id')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, ...NOT_STARTED]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(15)], measures)
}
