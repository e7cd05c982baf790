/** What the questions to the software for veterinary clinics count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const desk = t.of('front-desk')
export const booking = t.of('appointment-api')
export const records = t.of('patient-records')
export const treatments = t.of('treatment-service')
export const rx = t.of('rx-service')
export const invoices = t.of('invoice-service')
export const televet = t.of('televet')
export const devices = t.of('device-hub')
export const reminders = t.of('reminder-worker')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const line = (key: string, ...values: (string | number)[]) => t.has(key, ...values)
export const clinic = (...names: string[]) => t.has('clinic.id', ...names)
export const species = (...names: string[]) => t.has('animal.species', ...names)
export const drug = (...names: string[]) => t.has('drug.name', ...names)
export const app = (...names: string[]) => t.has('app.client', ...names)
export const method = (...names: string[]) => t.has('payment.method', ...names)
export const device = (...names: string[]) => t.has('device.type', ...names)
export const on = (where: t.Where, ...routes: string[]) => t.all<SpanRow>(where, t.has('http.route', ...routes))
export const CLINICS = ['hillcrest', 'oakfield', 'riverside', 'marina']
export const BROKEN_DRUGS = ['amoxicillin', 'meloxicam', 'prednisolone']
export const DEVICES = ['hematology', 'chemistry', 'urinalysis', 'xray']

export const prescribing = t.all<SpanRow>(rx, t.named('POST /prescriptions'))
export const checking = t.all<SpanRow>(rx, t.named('POST /doses/check'))
export const treating = t.all<SpanRow>(treatments, t.named('POST /treatments'))
export const bookingPost = t.all<SpanRow>(booking, t.named('POST /appointments'))

export const unreadDose = t.says(/cannot read dose/)
export const issued = t.says(/^prescription issued/)
export const saved = t.says(/^treatment saved/)
export const unsaved = t.says(/^treatment not saved/)
export const booked = t.says(/^appointment booked/)
export const sent = t.says(/^reminder sent/)
export const chips = t.says(/^chip number not registered/)
export const paid = t.says(/^invoice paid/)
export const started = t.says(/^consultation started/)
export const alone = t.says(/^owner did not join/)
export const stored = t.says(/^result stored/)
export const unreadable = t.says(/^sample label unreadable/)
export const snapshots = t.says(/^snapshot written/)

export const BOOKED = [t.logs(booked), t.requests(t.all(bookingPost, status(201)))]
export const ISSUED = [t.logs(issued), t.requests(t.all(prescribing, status(201)))]
/** Prescriptions that failed; whoever counts all of the service's failures counts the checks of doses too. */
export const FAILED_RX = [t.failures(prescribing), t.logs(unreadDose), t.failures(on(desk, '/prescriptions'))]
export const SAVED = [t.logs(saved), t.requests(t.all(treating, status(201)))]
export const UNSAVED = [t.logs(unsaved), t.failures(treating)]
export const VIDEO = [t.logs(started), t.requests(t.all(televet, status(201))), t.requests(televet)]

/** A code as the spans of the desk have it, or as its lines say it. */
export const atDesk = (...codes: number[]) => [
  t.requests(t.all(desk, status(...codes))),
  t.logs(t.all(desk, line('status', ...codes))),
]

/** What the lines state under a key, added up. */
export const sumOf =
  (where: t.Where<LogRow>, key: string): t.Measure =>
  (world, window) => {
    let sum = 0
    for (const log of t.logsIn(where)(world, window)) sum += Number(log.attributes[key] ?? 0)
    return sum
  }

/** The greatest or the mean number that lines state under a key. */
export const statedIn =
  (where: t.Where<LogRow>, key: string, what: 'max' | 'mean'): t.Measure =>
  (world, window) => {
    const values = t
      .logsIn(where)(world, window)
      .map((log) => Number(log.attributes[key] ?? 0))
    return what === 'max' ? Math.max(...values) : values.reduce((sum, one) => sum + one, 0) / values.length
  }

/** The time between the first line of the incident and the last. */
export const during: t.When = ({ world }) => [
  [{ fromMs: world.marks['onset'] ?? 0, toMs: world.marks['recovery'] ?? 0 }],
]

/** How bad it was: failed requests, their share, people who met them. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, desk, treatments, rx, prescribing, treating, checking]
  const who = [t.differentOf(t.all(desk, t.failed), 'user.id'), t.differentOf(t.all(desk, t.failed), 'clinic.id')]
  const measures = [...wheres.flatMap((one) => [t.failures(one), t.share(one)]), ...who, t.logs(unreadDose)]
  return howBad(asked, [t.anytime, t.since('onset'), t.sinceMark('onset'), during], measures)
}
