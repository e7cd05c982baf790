/** What the questions to the feature flags count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf, percentOf } from '../../truth.ts'
import { FLAGSHIP_INCIDENT } from '../incidents.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('sdk-gateway')
export const evaluator = t.of('evaluator')
export const hub = t.of('stream-hub')
const flagApi = t.of('flag-api')
const segments = t.of('segment-service')
export const experiments = t.of('experiment-api')
const ingest = t.of('event-ingest')
export const hooks = t.of('webhook-sender')
export const relays = t.of('relay-controller')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const customer = (...names: string[]) => t.has('customer.name', ...names)
export const plan = (...names: string[]) => t.has('customer.plan', ...names)
export const sdk = (...names: string[]) => t.has('sdk.name', ...names)
export const flag = (...names: string[]) => t.has('feature_flag.key', ...names)
/** Of lines. */
export const whose = (...names: string[]) => t.has('customer', ...names)
export const CUSTOMERS = ['northbank', 'quillmart', 'lumo-tv', 'hexagames', 'petpals', 'trailhead']
export const SDKS = ['react', 'ios', 'android', 'node', 'go']
export const PLANS = ['enterprise', 'pro', 'starter']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const evals = route(gateway, 'POST /sdk/v2/evaluate')
export const innerEvals = route(evaluator, 'POST /v1/evaluate')
export const opened = route(gateway, 'GET /sdk/v2/stream')
export const innerOpened = route(hub, 'GET /v1/streams')
const assignments = route(experiments, 'POST /v1/assignments')
export const results = route(experiments, 'GET /v1/experiments/{id}/results')
export const patches = route(flagApi, 'PATCH /api/flags/{key}')
const uploads = route(segments, 'POST /api/segments')
const processed = route(ingest, 'exposures process')

export const evaluated = t.says(/^flag evaluated/)
export const defaulted = t.says(/^evaluation failed/)
export const limited = t.says(/^rate limit of the plan/)
export const timeouts = t.says(/i\/o timeout/)
export const notCached = t.says(/not in redis \(evicted\)/)
export const streamRefused = t.says(/^stream refused/)
export const streamOpened = t.says(/^stream opened/)
const assignmentFailed = t.says(/^Assignment \S+ failed/)
export const uneven = t.says(/^sample ratio/)
export const conflict = t.says(/version conflict$/)
export const held = t.says(/needs an approval$/)
export const stored = t.says(/^segment stored/)
const segmentRefused = t.says(/^segment refused/)
export const conversions = t.says(/^conversion attributed/)
const lost = t.says(/^(?:exposure|conversion) not attributed/)
export const lostConversions = t.says(/^conversion not attributed/)
export const hookRefused = t.says(/^webhook refused/)

export const FAILED_EVALS = [t.failures(evals), t.logs(defaulted), t.failures(innerEvals)]
export const GOOD_EVALS = [t.logs(evaluated), t.requests(t.all(evals, status(200)))]
export const REFUSED_STREAMS = [t.logs(streamRefused), t.failures(opened), t.failures(innerOpened)]
export const FAILED_ASSIGNMENTS = [t.logs(assignmentFailed), t.failures(assignments)]
export const REFUSED_SEGMENTS = [t.logs(segmentRefused), t.requests(t.all(uploads, status(413, 422)))]

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
export const redis = (name: string, what: t.Statistic) => gauge('evaluator', `redis.${name}`, what)
export const lag = (what: t.Statistic) => gauge('event-ingest', 'kafka.consumer.lag', what)
export const connected = (one: string, what: t.Statistic) =>
  gauge('stream-hub', 'sdk.streams.connected', what, 'sdk.name', one)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
const cached = (name: string) => gauge('evaluator', `ruleset.cache.${name}`, 'sum')
export const misses = cached('misses')
export const hitRate: t.Measure = (world, window) => {
  const hits = cached('hits')(world, window)
  return percentOf(hits, hits + misses(world, window))
}

export const at = (ms: number | undefined, toleranceS: number): Expectation => ({
  time: { at: new Date(ms ?? 0).toISOString(), toleranceS },
})
export const firstOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: Asked['world'] }) =>
    at(world.logs.find(where)?.timeMs, 60)
export const lastOf =
  (where: t.Where<LogRow>) =>
  ({ world }: { readonly world: Asked['world'] }) =>
    at(world.logs.findLast(where)?.timeMs, 60)

/** The evaluator; that the segment came through `segment-service` may be said before. */
export const because =
  (...parts: ('mechanism' | 'time')[]): t.Expect =>
  (asked) => {
    const expectation = t.because(FLAGSHIP_INCIDENT, ...parts)(asked)
    const among = asked.world.services.filter((name) => name !== 'segment-service')
    return { ...expectation, first: { name: FLAGSHIP_INCIDENT.service, among } }
  }

/** How bad it is: failed requests, their share since the onset or overall, customers that met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, evaluator, hub, experiments, evals, innerEvals, opened, assignments, processed]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one), t.differentOf(t.all(one, t.failed), 'customer.name')]),
    ...[t.logs(t.level('ERROR')), t.logs(defaulted), t.logs(timeouts), t.logs(lost), t.logs(streamRefused)],
    t.logs(assignmentFailed),
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
