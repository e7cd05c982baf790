/** What the questions to the helpdesk count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, PointRow, SpanRow } from '../../records.ts'
import { pointsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const desk = t.of('desk-web')
export const chat = t.of('chat-gateway')
export const core = t.of('ticket-core')
export const vault = t.of('file-vault')
export const search = t.of('search-hub')
export const relay = t.of('mail-relay')
export const sla = t.of('sla-clock')
export const csat = t.of('csat-mailer')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const tenant = (...names: string[]) => t.has('tenant.name', ...names)
export const plan = (...names: string[]) => t.has('tenant.plan', ...names)
export const route = (...names: string[]) => t.has('http.route', ...names)
export const channel = (...names: string[]) => t.has('ticket.channel', ...names)
export const fileType = (...names: string[]) => t.has('file.type', ...names)
export const TENANTS = [
  'brightleaf',
  'kestrel-air',
  'orchard-clinic',
  'solvo-energy',
  'mooncup',
  'tinyhouse',
  'pennywise',
]
export const PLANS = ['enterprise', 'growth', 'starter']
export const host = (name: string) => (row: { readonly instance: string }) => row.instance === name

const at = (...parts: t.Where<SpanRow>[]) => t.all<SpanRow>(...parts)
export const replying = at(desk, route('/tickets/{id}/replies'))
export const coreReplying = at(core, t.named('POST /v1/tickets/{id}/replies'))
export const downloading = at(desk, route('/attachments/{id}'))
export const searching = at(desk, route('/search'))
export const opening = at(core, t.named('POST /v1/tickets'))
export const coreMacros = at(core, t.named('POST /v1/tickets/{id}/macros'))
export const putting = at(vault, t.named('PUT /files/{key}'))
export const getting = at(vault, t.named('GET /files/{key}'))
export const forms = at(chat, route('/widget/forms'))
export const messages = at(chat, route('/widget/messages'))
export const inbound = at(relay, t.named('mail.inbound process'))
export const outbound = at(relay, t.named('mail.outbound process'))

export const stale = t.says(/^ESTALE/)
export const stored = t.says(/^file stored/)
export const tooLarge = t.says(/^file rejected/)
export const infected = t.says(/^infected file/)
export const created = t.says(/^ticket created/)
export const notCreated = t.says(/^ticket TK-\d+ not created/)
export const saved = t.says(/^reply saved/)
export const notSaved = t.says(/^reply to TK-\d+ not saved/)
export const closed = t.says(/^reply refused/)
export const macro = t.says(/^macro applied/)
export const noMacro = t.says(/^macro \S+ not allowed/)
export const session = t.says(/^agent session expired/)
export const limited = t.says(/^visitor rate limited/)
export const accepted = t.says(/^chat message accepted/)
export const spam = t.says(/^mail discarded as spam/)
export const bounced = t.says(/^delivery bounced/)
export const delivered = t.says(/^mail delivered/)
export const putBack = t.says(/^mail put back/)
export const turned = t.says(/^mail turned into/)
export const breached = t.says(/^SLA breached/)
export const escalated = t.says(/escalated to tier2/)
export const surveyed = t.says(/^survey sent/)
export const noHits = t.says(/^query without hits/)

/** How much a counter rose, over all hosts. */
export const rise =
  (service: string, name: string): t.Measure =>
  (world, window) => {
    const ends = new Map<string, { first: number; last: number }>()
    for (const { instance, value } of pointsOf(world, service, name, window))
      ends.set(instance, { first: ends.get(instance)?.first ?? value, last: value })
    let sum = 0
    for (const { first, last } of ends.values()) sum += last - first
    return sum
  }

/** Of a gauge the last value of each series, added up. */
export const lastOfAll =
  (service: string, name: string, keyOf: (point: PointRow) => string): t.Measure =>
  (world, window) => {
    const values = new Map<string, number>()
    for (const point of pointsOf(world, service, name, window)) values.set(keyOf(point), point.value)
    let sum = 0
    for (const one of values.values()) sum += one
    return sum
  }

/** Numbers that records have under a key. */
export const valuesOf =
  (where: t.Where<LogRow>, key: string, fold: (values: readonly number[]) => number): t.Measure =>
  (world, window) =>
    fold(
      t
        .logsIn(where)(world, window)
        .map(({ attributes }) => Number(attributes[key] ?? 0)),
    )
export const total = (values: readonly number[]): number => {
  let sum = 0
  for (const one of values) sum += one
  return sum
}

export const CREATED = [t.logs(created), t.requests(t.all(opening, status(201)))]
export const SAVED = [
  t.logs(saved),
  t.requests(t.all(coreReplying, status(201))),
  t.requests(t.all(replying, status(201))),
]
export const LOST_REPLIES = [t.logs(notSaved), t.failures(replying)]
export const BREACHES = [t.logs(breached), rise('sla-clock', 'sla_breaches_total')]
export const APPLIED = [
  t.logs(macro),
  t.requests(t.all(coreMacros, status(200))),
  rise('ticket-core', 'macros_applied_total'),
]
export const STORED = [
  t.logs(stored),
  t.requests(t.all(putting, status(201))),
  rise('file-vault', 'attachments_stored_total'),
]
export const SURVEYS = [t.logs(surveyed), rise('csat-mailer', 'csat_surveys_sent_total')]

/** How bad it was: failed requests, their share, agents and companies who met them, while it went on or over all. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, desk, core, vault, chat, relay, replying, downloading, putting, getting, opening, inbound]
  const who = [
    t.differentOf(t.all(desk, t.failed), 'agent.id'),
    t.differentOf(t.failed as t.Where<SpanRow>, 'tenant.name'),
  ]
  const lines = [
    t.logs(stale),
    t.logs(t.level('ERROR')),
    ...[core, desk, relay].map((one) => t.logs(t.all(one, t.level('ERROR')))),
  ]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, ...lines]
  const whens = [
    t.anytime,
    t.since('onset'),
    t.during(['onset', 0], ['recovery', 0]),
    t.during(['onset', 0], ['recovery', 1]),
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }]]
  return howBad(asked, [...whens, exact], measures)
}
