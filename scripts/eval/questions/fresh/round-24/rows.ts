/** What the questions to the charging network count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const gateway = t.of('ocpp-gateway')
export const driver = t.of('driver-api')
export const sessions = t.of('session-service')
export const auth = t.of('token-auth')
export const tariff = t.of('tariff-engine')
export const hub = t.of('roaming-hub')
export const cdr = t.of('cdr-builder')
export const grid = t.of('grid-balancer')
export const pusher = t.of('firmware-pusher')

export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const site = (...names: string[]) => t.has('site', ...names)
export const vendor = (...names: string[]) => t.has('charger.vendor', ...names)
export const platform = (...names: string[]) => t.has('app.platform', ...names)
export const plan = (...names: string[]) => t.has('user.plan', ...names)
export const token = (...names: string[]) => t.has('token.type', ...names)
export const partner = (...names: string[]) => t.has('partner', ...names)
export const grpc = (...codes: number[]) => t.has('rpc.grpc.status_code', ...codes)
export const SITES = ['hamburg-hafen', 'berlin-ost', 'koeln-sued', 'leipzig-nord', 'muenchen-messe']
export const VENDORS = ['kempower', 'alfen', 'alpitronic']
export const PLATFORMS = ['ios', 'android', 'web']
export const PLANS = ['payg', 'plus', 'fleet']
export const PARTNERS = ['voltpass', 'eurocharge', 'nordplug']
export const TOKENS = ['rfid', 'roaming', 'fleet']

export const said = (...actions: string[]) => t.all<SpanRow>(gateway, t.named(...actions))
export const on = (...names: string[]) => t.all<SpanRow>(driver, t.named(...names))
export const remote = on('POST /v2/sessions')
export const starting = t.all<SpanRow>(sessions, t.named('POST /sessions', 'POST /transactions'))
export const callError = t.has('ocpp.reply', 'CallError')
export const roaming = t.all<SpanRow>(auth, token('roaming'))

export const noPort = t.says(/cannot assign requested address/)
export const replied = t.says(/^answered with CallError/)
export const accepted = t.says(/^token accepted/)
export const blocked = t.says(/^token is blocked/)
export const unknownToken = t.says(/^token unknown to partner/)
export const started = t.says(/^session started/)
export const stopped = t.says(/^session stopped/)
export const offline = t.says(/^charger is offline/)
export const declined = t.says(/^pre-authorisation declined/)
export const faulted = t.says(/^connector faulted/)
export const booted = t.says(/^charger booted/)
export const closed = t.says(/^websocket closed/)
export const opened = t.says(/^websocket opened/)
export const built = t.says(/^CDR-\d+ built/)
export const estimated = t.says(/estimated$/)
export const noTariff = t.says(/^no tariff for site/)
export const allowed = t.says(/^partner \w+ allowed/)
export const notKnown = t.says(/^partner \w+ does not know/)
export const expired = t.says(/token expired$/)
export const updated = t.says(/^update of CP-\d+ finished/)
export const postponed = t.says(/postponed, car is charging/)
export const limits = t.says(/^limits sent/)
export const nearLimit = t.says(/^site near its grid limit/)

export const STARTED = [t.logs(started), t.requests(t.all(starting, status(201)))]
export const STOPPED = [t.logs(stopped), t.requests(said('StopTransaction'))]
export const FAILED_AUTH = [t.failures(auth), t.logs(noPort), t.failures(said('Authorize'))]
export const OFFLINE = [t.logs(offline), t.requests(t.all(sessions, status(409)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(sessions, status(402)))]
export const BUILT = [t.logs(built), t.requests(cdr)]
export const EXPIRED = [t.logs(expired), t.requests(t.all(driver, status(401)))]

/** What the lines state under a key. */
export const statedAs =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(where)(world, window)
      .map((log) => Number(log.attributes[key] ?? 0))
    const sum = values.reduce((all, one) => all + one, 0)
    return what === 'sum' ? sum : what === 'max' ? Math.max(...values) : sum / values.length
  }

/** How bad it is: failed requests, their share since it began, in the last minutes or in all, chargers that met it. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gateway, said('Authorize'), auth, roaming]
  const who = t.differentOf(t.all(gateway, t.failed), 'charger.id')
  const sites = t.differentOf(t.all(gateway, t.failed), 'site')
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), who, sites, t.logs(noPort)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5)], measures)
}
