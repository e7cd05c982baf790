/** Metrics of the clinics' platform: the certificate, open slots, refills on hold, patients in video visits, messages, money, memory, processors. */
import type { Clinics } from './clinics.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendClinicsMetrics(system: Clinics): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCare(system, timeMs)
    sendQueues(system, timeMs)
    sendUse(system, timeMs)
    sendTotals(system, timeMs, fromMs)
    for (const service of ['portal-api', 'scheduling-api', 'eligibility-api'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCare({ random, scribe, startMs, endMs, onsetMs }: Clinics, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [clinic, begin, gone] of [
    ['riverside', 214, 61],
    ['hilltop', 168, 44],
    ['lakeview', 97, 17],
    ['oldtown', 58, 12],
  ] as const) {
    const value = Math.round(begin - gone * progress)
    const name = 'appointments.open_slots'
    scribe.point('scheduling-api', { ...gauge, name, unit: '{slot}', value, attributes: { 'clinic.name': clinic } })
  }
  for (const [kind, usual] of [
    ['medical', 46],
    ['dental', 11],
    ['therapy', 23],
  ] as const) {
    const value = Math.max(0, usual + random.integer(-5, 5))
    const name = 'visits.active'
    scribe.point('video-visits', { ...gauge, name, unit: '{visit}', value, attributes: { 'visit.type': kind } })
  }
  const waiting = random.integer(3, 12)
  scribe.point('video-visits', { ...gauge, name: 'waiting_room.patients', unit: '{patient}', value: waiting })
  const minutes = Math.max(0, Math.floor((onsetMs - timeMs) / 60_000))
  const attributes = { 'server.address': 'edi.clearmed.example' }
  const left = { name: 'tls.peer_certificate.remaining', unit: 'min', value: minutes, attributes }
  scribe.point('eligibility-api', { ...gauge, ...left })
  const due = Math.round(184_320 - 2900 * progress + random.integer(-40, 40))
  scribe.point('billing-service', { ...gauge, name: 'balance.due', unit: 'USD', value: due })
}

function sendQueues({ random, scribe, queued, held, startMs, endMs }: Clinics, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length + random.integer(0, 2)
  const attributes = { 'messaging.destination.name': 'reminders' }
  const depth = { name: 'rabbitmq.queue.messages', unit: '{message}', value: waiting, attributes }
  scribe.point('reminder-worker', { ...gauge, ...depth })
  const credits = Math.round(9840 - (710 * (timeMs - startMs)) / (endMs - startMs))
  scribe.point('reminder-worker', { ...gauge, name: 'sms.credits_left', unit: '{credit}', value: credits })
  const onHold = 2 + held.filter((one) => one <= timeMs).length
  scribe.point('refill-api', { ...gauge, name: 'refills.on_hold', unit: '{refill}', value: onHold })
}

function sendUse({ random, scribe, startMs, endMs, restartMs }: Clinics, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [service, megabytes, percent] of [
    ['portal-api', 190, 24],
    ['scheduling-api', 260, 31],
    ['eligibility-api', 120, 9],
    ['refill-api', 145, 7],
    ['video-visits', 910, 57],
    ['reminder-worker', timeMs < restartMs ? 430 : 210 + 35 * progress, 12],
    ['billing-service', 640, 18],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-25, 25) / 10
    scribe.point(service, { ...gauge, name: 'cpu.utilization.percent', unit: '%', value: cpu })
  }
}

function sendTotals({ scribe, startMs }: Clinics, timeMs: number, fromMs: number): void {
  const within = (message: string, sinceMs: number) =>
    scribe.logs.filter((log) => log.message === message && log.timeMs >= sinceMs && log.timeMs < timeMs).length
  const total = { type: 'cumulative', timeMs, startMs, name: 'refills.sent', unit: '{refill}' } as const
  scribe.point('refill-api', { ...total, value: within('refill sent to pharmacy', startMs) })
  const delta = { type: 'delta', timeMs, startMs: fromMs, name: 'sms.sent', unit: '{message}' } as const
  scribe.point('reminder-worker', { ...delta, value: within('text message sent', fromMs) })
}
