/** What the questions to the signing company count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, meanOfHistogram, spansOf } from '../measures.ts'

export const gate = t.of('front-gate')
export const api = t.of('envelope-api')
export const ident = t.of('ident-check')
export const seal = t.of('seal-service')
export const draw = t.of('doc-render')
export const archive = t.of('archive-store')
export const hooks = t.of('hook-sender')
export const mail = t.of('notify-mail')

export const TENANTS = ['vella-bank', 'nordbau', 'medilex', 'kestrel-hr', 'hansa-immo', 'orio-energy']
/** Those whose qualified certificates come from the authority whose list is out of date. */
export const HIT = ['vella-bank', 'nordbau', 'medilex', 'kestrel-hr']
export const LEVELS = ['QES', 'AES', 'SES']
export const METHODS = ['sms', 'eid', 'video']
export const ROUTES = ['/api/envelopes', '/api/envelopes/{id}', '/sign/{token}', '/sign/{token}/identify'].concat(
  '/sign/{token}/finish',
)

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const tenant = (...names: string[]) => t.has('tenant.id', ...names)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const level = (...names: string[]) => t.has('signature.level', ...names)
export const method = (...names: string[]) => t.has('ident.method', ...names)
export const issuer = (...names: string[]) => t.has('issuer', ...names)
export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))

export const creating = t.all<SpanRow>(api, t.named('POST /envelopes'))
export const finishing = t.all<SpanRow>(api, t.named('POST /signing/{token}/finish'))

const lineOf = (service: t.Where, pattern: RegExp) => t.all<LogRow>(service, t.says(pattern))
export const sent = lineOf(api, /^envelope sent/)
export const completed = lineOf(api, /^envelope completed/)
export const notCompleted = lineOf(api, /^envelope not completed/)
export const declined = lineOf(api, /^signer declined/)
const expired = lineOf(api, /^signing link expired/)
export const unconfirmed = lineOf(ident, /^identity not confirmed/)
export const refused = lineOf(seal, /^seal refused/)
const sealed = lineOf(seal, /^sealed /)
export const late = lineOf(seal, /^timestamp token late/)
export const fonts = lineOf(draw, /^font Frutiger missing/)
export const archived = lineOf(archive, /^document archived/)
export const undelivered = lineOf(hooks, /^webhook not delivered/)
export const mailed = lineOf(mail, /^mail sent/)
export const bounced = lineOf(mail, /^mail bounced/)

/** Each in the ways that people may count it: lines, requests. */
export const SENT = [t.logs(sent), t.requests(t.all(creating, status(201)))]
export const COMPLETED = [t.logs(completed), t.logs(archived)]
export const FAILED = [t.logs(notCompleted), t.failures(finishing)]
export const REFUSED = [t.logs(refused), t.failures(seal)]
export const SEALED = [t.logs(sealed), t.requests(t.all(seal, status(201)))]
export const EXPIRED = [t.logs(expired), t.requests(t.all(api, status(410)))]
export const UNCONFIRMED = [t.logs(unconfirmed), t.requests(t.all(ident, status(422)))]

/** What the lines state under a key. */
export const valuesOf =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'mean' | 'max'): t.Measure =>
  (world, window) => {
    let [sum, max] = [0, 0]
    const found = t.logsIn(where)(world, window)
    for (const { attributes } of found) {
      const value = Number(attributes[key] ?? 0)
      sum += value
      max = Math.max(max, value)
    }
    return what === 'max' ? max : what === 'sum' ? sum : sum / found.length
  }

/** How bad it is: what failed, its share, and who met it, since the beginning or in the last minutes. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gate, api, seal, finishing, t.all<SpanRow>(seal, level('QES'))]
  const failing = t.all<SpanRow>(api, t.failed)
  const who = [t.differentOf(failing, 'signer.id'), t.differentOf(failing, 'tenant.id')]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, t.logs(t.level('ERROR'))]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
