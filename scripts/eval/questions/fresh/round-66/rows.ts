/** What the questions to the clinics' platform count, under the names that people give it. */
import type { Asked } from '../../catalog/define.ts'
import type { Expectation } from '../../expectation.ts'
import type { LogRow, SpanRow } from '../../records.ts'
import { logsOf } from '../../truth.ts'
import { howBad } from '../measures.ts'
import * as t from '../truths.ts'

export { each, spansOf } from '../measures.ts'

export const ingress = t.of('clinic-ingress')
export const portal = t.of('portal-api')
export const scheduling = t.of('scheduling-api')
export const eligibility = t.of('eligibility-api')
export const refillApi = t.of('refill-api')
export const video = t.of('video-visits')
export const billing = t.of('billing-service')
export const labs = t.of('lab-import')

export const status = (...codes: number[]) => t.has('http.response.status_code', ...codes)
export const channel = (...names: string[]) => t.has('app.channel', ...names)
export const clinic = (...names: string[]) => t.has('clinic.name', ...names)
export const payer = (...names: string[]) => t.has('payer.name', ...names)
export const kind = (...names: string[]) => t.has('visit.kind', ...names)
export const atClinic = (...names: string[]) => t.has('clinic', ...names)
export const ofKind = (...names: string[]) => t.has('kind', ...names)
export const ofPayer = (...names: string[]) => t.has('payer', ...names)
/** What only the text of a line says. */
export const body =
  (pattern: RegExp): t.Where<LogRow> =>
  (log) =>
    pattern.test(log.body)
export const CLINICS = ['riverside', 'hilltop', 'lakeview', 'oldtown']
export const KINDS = ['checkup', 'dental', 'telehealth', 'physio']
export const CHANNELS = ['app', 'web', 'frontdesk']

const route = (where: t.Where, name: string) => t.all<SpanRow>(where, t.named(name))
export const booking = route(scheduling, 'POST /v1/appointments')
export const portalBooking = route(portal, 'POST /api/appointments')
export const slots = route(scheduling, 'GET /v1/slots')
export const refilling = route(refillApi, 'POST /v1/refills')
export const portalRefilling = route(portal, 'POST /api/refills')
export const joining = route(video, 'POST /v1/visits/{id}/join')
export const paying = route(billing, 'POST /v1/payments')
const estimating = route(billing, 'POST /v1/estimates')
export const login = route(portal, 'POST /api/login')
export const checking = route(eligibility, 'POST /v1/eligibility')

export const booked = t.says(/^appointment booked/)
export const bookedLate = t.says(/^appointment booked on last known/)
const unverified = t.says(/^appointment refused: coverage could not/)
export const taken = t.says(/slot already taken$/)
export const refusedBooking = t.says(/^appointment refused/)
export const checkFailed = t.says(/^eligibility check failed/)
export const retry = t.says(/^clearing house not reached/)
export const soon = t.says(/^peer certificate expires soon/)
export const held = t.says(/^refill put on hold/)
export const tooEarly = t.says(/^refill refused: too early/)
export const sentRefill = t.says(/^refill sent/)
export const joined = t.says(/^visit joined/)
export const texted = t.says(/^text message sent/)
export const landline = t.says(/landline number$/)
export const paid = t.says(/^Payment .* received$/)
export const declined = t.says(/^Payment .* refused/)
const noEstimate = t.says(/^Estimate .* failed/)
export const wrongCode = t.says(/wrong code$/)
export const imported = t.says(/^lab results imported/)

export const BOOKED = [t.logs(booked), t.requests(t.all(booking, status(201)))]
export const UNVERIFIED = [t.logs(unverified), t.failures(booking), t.failures(portalBooking)]
export const CHECKS_FAILED = [t.logs(checkFailed), t.failures(checking)]
export const HELD = [t.logs(held), t.requests(t.all(refilling, status(202)))]
export const SENT = [t.logs(sentRefill), t.requests(t.all(refilling, status(201)))]
export const DECLINED = [t.logs(declined), t.requests(t.all(paying, status(402)))]
export const NO_ESTIMATE = [t.logs(noEstimate), t.failures(estimating)]
export const PAID = /^Payment \S+ of ([\d.]+) USD .* received$/

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
export const openSlots = (one: string, what: t.Statistic) =>
  gauge('scheduling-api', 'appointments.open_slots', what, 'clinic.name', one)
export const onHold = (what: t.Statistic) => gauge('refill-api', 'refills.on_hold', what)
export const active = (one: string, what: t.Statistic) =>
  gauge('video-visits', 'visits.active', what, 'visit.type', one)
export const waiting = (what: t.Statistic) => gauge('video-visits', 'waiting_room.patients', what)
export const depth = (what: t.Statistic) => gauge('reminder-worker', 'rabbitmq.queue.messages', what)
export const credits = (what: t.Statistic) => gauge('reminder-worker', 'sms.credits_left', what)
export const memory = (service: string, what: t.Statistic) => gauge(service, 'process.memory.usage', what)
export const cpu = (service: string, what: t.Statistic) => gauge(service, 'cpu.utilization.percent', what)

const at = (ms: number | undefined, toleranceS: number): Expectation => ({
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

export const PATIENTS_HIT = [
  t.differentOf(t.all(booking, t.failed), 'patient.id'),
  t.differentOf(t.all(portal, t.failed), 'patient.id'),
  t.differentIn(unverified, 'patient'),
]

/** How bad it is: failed requests, their share since the onset or overall, patients that met them, what waits. */
export function damage(asked: Asked): Expectation {
  const wheres = [t.any, portal, scheduling, eligibility, billing, booking, portalBooking, checking, estimating]
  const measures = [
    ...wheres.flatMap((one) => [t.failures(one), t.share(one)]),
    ...[...PATIENTS_HIT, t.differentIn(checkFailed, 'patient'), t.logs(t.level('ERROR'))],
    ...[t.logs(unverified), t.logs(held), t.logs(noEstimate), t.logs(bookedLate), t.logs(checkFailed)],
  ]
  const exact: t.When = ({ world }) => [[{ fromMs: world.marks['onset'] ?? 0, toMs: world.endMs }]]
  return howBad(asked, [t.anytime, exact, t.since('onset'), t.last(5), t.last(10), t.last(30)], measures)
}
