/** What the questions to the music streaming service count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow, World } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const edge = t.of('edge-gateway')
export const catalogue = t.of('catalogue-api')
export const playlists = t.of('playlist-api')
export const playback = t.of('playback-api')
const searches = t.of('search-api')
export const reco = t.of('reco-engine')
const subscriptions = t.of('subscription-api')
export const recorder = t.of('play-recorder')
export const royalties = t.of('royalty-report')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const plan = (...names: string[]) => t.has('user.plan', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const country = (...names: string[]) => t.has('geo.country', ...names)
export const ofPlan = (...names: string[]) => t.has('plan', ...names)
export const ofLabel = (...names: string[]) => t.has('label', ...names)
export const PLATFORMS = ['ios', 'android', 'web', 'car']
export const PLANS = ['free', 'premium', 'family', 'student']
export const LABELS = ['nordklang', 'blue-door', 'fjord-audio', 'parlour', 'self-released']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const plays = route(playback, 'POST /v1/play')
export const edgePlays = route(edge, 'POST /v1/play')
const sessions = route(playback, 'GET /v1/sessions/{id}')
export const homes = route(reco, 'GET /v1/home')
export const edgeHomes = route(edge, 'GET /v1/home')
export const found = route(searches, 'GET /v1/search')
export const edgeFound = route(edge, 'GET /v1/search')
export const renewals = route(subscriptions, 'POST /v1/renewals')
export const edgeRenewals = route(edge, 'POST /v1/renewals')
export const creating = route(playlists, 'POST /v1/playlists')
const processing = route(recorder, 'plays process')

export const started = t.says(/^Stream \S+ started for/)
export const failedStream = t.says(/^Stream \S+ failed for/)
const tooMany = t.says(/too many devices$/)
export const pool = t.says(/Connection is not available/)
export const leak = t.says(/apparent connection leak/)
export const homeWithout = t.says(/^home without recently played/)
export const slowQuery = t.says(/^slow query/)
export const counted = t.says(/^play counted/)
const notCounted = t.says(/^play not counted/)
export const renewed = t.says(/^subscription renewed/)
export const refusedPayment = t.says(/^payment refused/)
export const cardDeclined = t.says(/^payment refused: card declined/)
export const noFunds = t.says(/^payment refused: insufficient funds/)
export const created = t.says(/^playlist created/)
export const report = t.says(/^royalty report for/)

export const STARTED = [t.logs(started), t.requests(t.all(plays, status(201)))]
export const FAILED = [t.failures(plays), t.logs(failedStream), t.failures(edgePlays)]
export const TOO_MANY = [t.logs(tooMany), t.requests(t.all(plays, status(409)))]
export const RENEWED = [t.logs(renewed), t.requests(t.all(renewals, status(201)))]
export const REFUSED = [t.logs(refusedPayment), t.requests(t.all(renewals, status(402)))]
export const CREATED = [t.logs(created), t.requests(t.all(creating, status(201)))]
export const LOST_PLAYS = [t.logs(notCounted), t.failures(processing)]
export const SEARCHES = [t.requests(found), t.requests(edgeFound)]

/** What the lines state under a key: added up, or the greatest, the mean. */
export const overOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = logsOf(world, where, window).map((log) => Number(log.attributes[key] ?? 0))
    if (what === 'max') return Math.max(...all)
    const sum = all.reduce((total, one) => total + one, 0)
    return what === 'sum' ? sum : sum / all.length
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)
export const connections = (state: string, what: t.Statistic) =>
  gauge('playback-api', 'db.client.connection.count', what, 'db.client.connection.state', state)
export const pending = (what: t.Statistic) => gauge('playback-api', 'db.client.connection.pending_requests', what)
export const lag = (what: t.Statistic) => gauge('play-recorder', 'kafka.consumer.lag', what)
export const active = (one: string, what: t.Statistic) =>
  gauge('playback-api', 'streams.active', what, 'app.platform', one)
export const subscribers = (one: string, what: t.Statistic) =>
  gauge('subscription-api', 'subscriptions.active', what, 'user.plan', one)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.utilization.percent', what)

export const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.find(where)?.timeMs, 60)
export const lastOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: World }) =>
    at(world.logs.findLast(where)?.timeMs, 60)

export const USERS_HIT = [t.differentOf(t.all(plays, t.failed), 'user.id'), t.differentTexts(/failed for (U-\d+)/)]

/** How bad it is: failed requests, their share since the onset or overall, listeners that met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, edge, playback, recorder, plays, edgePlays, sessions, processing]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[...USERS_HIT, t.differentOf(t.all(edge, t.failed), 'user.id'), t.logs(t.level('ERROR'))],
    ...[t.logs(failedStream), t.logs(pool), t.logs(notCounted), t.logs(homeWithout)],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
