/** What the questions to the container terminal count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const portal = t.of('truck-portal')
export const gate = t.of('gate-control')
export const planner = t.of('yard-planner')
export const cranes = t.of('crane-dispatch')
export const customs = t.of('customs-link')
export const vessels = t.of('vessel-ops')
export const billing = t.of('tariff-billing')
export const ocr = t.of('ocr-lanes')
export const edi = t.of('edi-courier')

/** The services that keep to the conventions write the newer key. */
export const status =
  (...codes: number[]): t.Where =>
  (row) =>
    codes.includes(Number(row.attributes['http.response.status_code'] ?? row.attributes['http.status_code']))
export const field = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const carrier = (...names: string[]) => t.has('carrier', ...names)
export const lane = (...names: string[]) => t.has('lane', ...names)
export const laden: t.Where = (row) => ['import', 'export'].includes(String(row.attributes['move']))

export const gateIn = t.all<SpanRow>(gate, t.named('POST /gate-in'))
export const gateOut = t.all<SpanRow>(gate, t.named('POST /gate-out'))
export const announcing = t.all<SpanRow>(portal, t.named('POST /api/appointments'))
export const slots = t.all<SpanRow>(portal, t.named('GET /api/slots'))
export const discharging = t.all<SpanRow>(vessels, t.named('POST /calls/{call}/discharges'))
export const loading = t.all<SpanRow>(vessels, t.named('POST /calls/{call}/loads'))
export const charging = t.all<SpanRow>(billing, t.named('POST /charges'))
export const dues = t.all<SpanRow>(billing, t.named('GET /dues'))

export const noSeat = t.says(/licence checkout refused/)
export const assigned = t.all<LogRow>(planner, t.says(/^position (?:assigned|needs)/))
export const rehandle = t.says(/needs a rehandle/)
export const announced = t.says(/^truck announced/)
export const notAnnounced = t.says(/^announcement failed/)
export const admitted = t.says(/^truck admitted/)
export const closed = t.says(/^barrier stays closed/)
export const turnedAway = t.says(/^truck turned away/)
export const left = t.says(/^truck left/)
export const wrongPin = t.says(/^wrong PIN/)
export const slotFull = t.says(/^time slot is full/)
export const hold = t.says(/^hold in force/)
export const retried = t.says(/^customs host did not answer/)
export const discharged = t.says(/^box discharged/)
export const loaded = t.says(/^box loaded/)
export const postponed = t.says(/^discharge postponed/)
export const weight = t.says(/^weight differs/)
export const booked = t.says(/^charge booked/)
export const open = t.says(/^storage dues are open/)
export const unread = t.says(/not readable/)
export const read = t.says(/ read /)
export const wind = t.says(/wind above/)
export const warm = t.says(/above its set point/)
export const codeco = t.says(/^CODECO/)
export const coparn = t.says(/^COPARN/)

export const ADMITTED = [t.logs(admitted), t.requests(t.all(gateIn, status(200)))]
export const STUCK = [t.logs(closed), t.failures(gateIn)]
export const ANNOUNCED = [t.logs(announced), t.requests(t.all(announcing, status(201)))]
export const NOT_ANNOUNCED = [t.logs(notAnnounced), t.failures(announcing)]
export const DISCHARGED = [t.logs(discharged), t.requests(t.all(discharging, status(200)))]
export const LOADED = [t.logs(loaded), t.requests(t.all(loading, status(200)))]
export const POSTPONED = [t.logs(postponed), t.failures(discharging)]
export const CHARGED = [t.logs(booked), t.requests(charging)]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** How bad it is: failed requests, their share, hauliers who met them, refused seats, trucks that wait. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, gate, gateIn, portal, announcing, planner, vessels, discharging]
  const who = t.differentOf(t.all(portal, t.failed), 'haulier.id')
  const queue = (what: t.Statistic) => t.metric('gate-control', 'gate_queue_trucks', what)
  const seen = [who, t.logs(noSeat), t.logs(closed), t.logs(t.level('ERROR')), queue('last'), queue('max')]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...seen]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), t.last(5), t.last(15)], measures)
}
