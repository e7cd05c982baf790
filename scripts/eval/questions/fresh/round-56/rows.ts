/** What the questions to the registrar count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation, Unit } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const panel = t.of('control-panel')
export const search = t.of('domain-search')
export const epp = t.of('registrar-epp')
export const editor = t.of('zone-editor')
export const publisher = t.of('zone-publisher')
export const sync = t.of('ns-sync')
export const certs = t.of('cert-issuer')
export const billing = t.of('billing-renewals')
export const abuse = t.of('abuse-desk')
export const whois = t.of('whois-export')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
const codeOf = (span: SpanRow) => Number(span.attributes['http.response.status_code'] ?? 0)
export const answered =
  (from: number, to: number): t.Where<SpanRow> =>
  (span) =>
    codeOf(span) >= from && codeOf(span) <= to
export const route = (name: string) => t.has('http.route', name)
export const plan = (...names: string[]) => t.has('customer.plan', ...names)
export const type = (...names: string[]) => t.has('dns.record_type', ...names)
export const ca = (...names: string[]) => t.has('cert.ca', ...names)
export const tld = (...names: string[]) => t.has('tld', ...names)
export const registry = (...names: string[]) => t.has('registry', ...names)
export const nameserver = (...names: string[]) => t.has('nameserver', ...names)
export const pod =
  (name: string): t.Where =>
  (row) =>
    row.instance === name
export const PODS = ['zone-editor-6c4f-b2k', 'zone-editor-6c4f-m9p', 'zone-editor-6c4f-v5r']
export const PLANS = ['starter', 'pro', 'business', 'reseller']
export const REGISTRIES = ['verisign', 'denic', 'afnic', 'nic-io', 'pir']
export const PARTITIONS = ['0', '1', '2']
export const ROUTES = ['/zones/{zone}', '/zones/{zone}/records', '/records/{id}']

const at = (where: t.Where, name: string) => t.all<SpanRow>(where, route(name))
export const checkout = at(panel, '/checkout')
export const ordered = at(panel, '/certificates')
export const listing = at(panel, '/domains')
export const looking = at(search, '/search')
export const suggesting = at(search, '/suggest')
export const publishing = at(publisher, '/publish')
export const challenging = at(publisher, '/challenges')
/** Changes of zones as the editor sees them. */
export const writes = t.all<SpanRow>(editor, t.not(route('/zones/{zone}')))
export const reporting = at(abuse, '/reports')
export const creates = t.all<SpanRow>(epp, t.named('domain:create'))
export const transfers = t.all<SpanRow>(epp, t.named('domain:transfer'))
export const renewals = t.all<SpanRow>(epp, t.named('domain:renew'))
export const result = (...codes: number[]) => t.has('epp.result_code', ...codes)

export const unpublished = t.says(/^zone change not published/)
export const panelFailed = t.says(/^zone change failed/)
export const unvalidated = t.says(/challenge not published/)
export const insert = t.says(/^insert failed/)
export const issued = t.says(/issued by/)
export const caa = t.says(/^CAA record/)
export const registered = t.says(/^domain registered/)
export const rejected = t.says(/^record rejected/)
export const renewed = t.says(/^renewed /)
export const unpaid = t.says(/declined/)
export const opened = t.says(/^report opened/)
export const limited = t.says(/^client rate limited/)
export const timedOut = t.says(/^registry check timed out/)
export const PAID = /^renewed \S+ for \S+, ([\d.]+) EUR/
export const OPEN = / not renewed, ([\d.]+) EUR open/

const numbersOf = (where: t.Where<LogRow>, key: string, rows: readonly LogRow[]): number[] =>
  rows.filter(where).map((log) => Number(log.attributes[key] ?? 0))
/** What the lines state under a key: added up, the greatest, or the mean. */
export const field =
  (where: t.Where<LogRow>, key: string, what: 'sum' | 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const all = numbersOf(where, key, t.logsIn(t.any)(world, window) as LogRow[])
    if (what === 'max') return Math.max(...all)
    let sum = 0
    for (const one of all) sum += one
    return what === 'sum' ? sum : sum / all.length
  }

export const gauge = (service: string, name: string, what: t.Statistic, key = '', one = '') =>
  t.metric(service, name, what, (point) => key === '' || point.attributes[key] === one)

/** Spans by name whether or not they entered a service. */
export const spans =
  (where: t.Where<SpanRow>): t.Measure =>
  (world, window) => {
    let count = 0
    for (const span of world.spans)
      if (span.startMs >= window.fromMs && span.startMs < window.toMs && where(span)) count++
    return count
  }

/** A number for each name, of any of several fair measures. */
export const fairGroups =
  (unit: Unit, when: t.When, names: readonly string[], ...measures: ((name: string) => t.Measure)[]): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      names.map((name) => [
        name,
        t.numberOf(
          asked,
          unit,
          when,
          measures.map((measure) => measure(name)),
        ),
      ]),
    ),
  })
export const per = (when: t.When, names: readonly string[], measure: (name: string) => t.Measure) =>
  fairGroups('count', when, names, measure)
/** A metric's number for each value of a key. */
export const gauges =
  (tolerance: number, when: t.When, names: readonly string[], measure: (name: string) => t.Measure): t.Expect =>
  (asked) => ({
    groups: Object.fromEntries(
      names.map((name) => [name, { ...t.numberOf(asked, 'any', when, [measure(name)]), tolerance }]),
    ),
  })

/** How bad it is: failed requests, their share since the onset or overall, customers and zones that met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, panel, editor, publisher, certs, writes, publishing, challenging, ordered]
  const who = [
    t.differentOf(t.all(panel, t.failed), 'customer.id'),
    t.differentOf(t.all(editor, t.failed), 'customer.id'),
    t.differentOf(t.all(editor, t.failed), 'dns.zone'),
    t.differentOf(t.all(publisher, t.failed), 'dns.zone'),
  ]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...who,
    ...[unpublished, panelFailed, unvalidated, insert, t.level('ERROR')].map(t.logs),
  ]
  return howBad(asked, [t.anytime, t.sinceMark('onset'), t.last(5), t.last(10), t.last(15), t.last(30)], measures)
}
