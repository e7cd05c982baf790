/** What the questions to the service of weather data count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const api = t.of('wx-api')
export const auth = t.of('key-auth')
export const grid = t.of('grid-store')
export const tiles = t.of('tile-render')
export const runs = t.of('forecast-run')
export const qc = t.of('qc-worker')
export const ingest = t.of('station-ingest')
export const radar = t.of('radar-fetch')
export const mailer = t.of('alert-mailer')

export const status = (...codes: number[]) => t.has('http.status_code', ...codes)
export const tenant = (...names: string[]) => t.has('tenant', ...names)
export const plan = (...names: string[]) => t.has('plan', ...names)
export const region = (...names: string[]) => t.has('region', ...names)
export const network = (...names: string[]) => t.has('network', ...names)
export const route = (...names: string[]) => t.all<SpanRow>(api, t.has('http.route', ...names))
export const TENANTS = ['agrisense', 'skyfleet', 'ski-portal', 'harbour-ops', 'newsdesk']
export const ROUTES = ['/v1/current', '/v1/hourly', '/v1/radar/{z}/{x}/{y}', '/v1/warnings', '/v1/history']

export const current = route('/v1/current')
export const hourly = route('/v1/hourly')
export const history = route('/v1/history')
export const maps = route('/v1/radar/{z}/{x}/{y}')
export const nowcasts = t.all<SpanRow>(runs, t.named('run nowcast'))
export const regionals = t.all<SpanRow>(runs, t.named('run regional'))
export const reads = t.all<SpanRow>(grid, t.named('read field'))

export const tooOld = t.says(/^observations too old/)
export const died = t.says(/^unhandled exception/)
export const unreadable = t.says(/could not convert string to float/)
export const checked = t.says(/^batch B-\d+ from \w+ checked/)
export const spike = t.says(/temperature spike removed/)
export const quota = t.says(/^quota of [\w-]+ exceeded/)
export const wrongKey = t.says(/is wrong or expired$/)
export const quietStation = t.says(/has not reported for 60 minutes/)
export const received = t.says(/^received \d+ reports/)
export const lateRadar = t.says(/^composite is late/)
export const finished = t.says(/^run \S+ finished/)
export const finishedNowcast = t.says(/^run nowcast-\d+ finished/)
export const staleRun = t.says(/observations are older than 5 minutes/)
export const mailed = t.says(/^warning level \d mailed/)
export const slowRead = t.says(/^slow read/)

export const DEATHS = [t.logs(died), t.logs(unreadable), t.logs(t.says(/^qc-worker 1\.14\.2 starting/))]
export const BATCHES_OK = [t.logs(checked), t.requests(t.all(qc, t.not(t.failed)))]
export const OVER_QUOTA = [t.logs(quota), t.requests(t.all(auth, status(429))), t.requests(t.all(api, status(429)))]
export const WRONG_KEYS = [t.logs(wrongKey), t.requests(t.all(auth, status(401))), t.requests(t.all(api, status(401)))]
export const REFUSED = [t.logs(tooOld), t.requests(t.all(api, status(503)))]
export const NOWCASTS = [t.logs(finishedNowcast), t.requests(nowcasts)]
export const gauge = (service: string, name: string, what: t.Statistic) => t.metric(service, name, what)
/** A gauge in megabytes: the number as it is, or in bytes. */
export const megabytes = (service: string, what: t.Statistic) => [
  gauge(service, 'memory.rss', what),
  t.scaled(gauge(service, 'memory.rss', what), 1e6),
]
export const levels = (where: t.Where<LogRow>, ...severities: Parameters<typeof t.level>) =>
  t.logs(t.all<LogRow>(where, t.level(...severities)))

/** How bad it was: failed requests, their share in all, in the outage or since it began, or customers that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, api, current, qc]
  const who = t.differentOf(t.all(api, t.failed), 'tenant')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, ...DEATHS]
  const outage = t.during(['onset', 0], ['recovery', 2])
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), outage], measures)
}
