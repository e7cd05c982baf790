/** Metrics of the software for veterinary clinics: durations, memory, processors, restarts, lag, and what clinics count. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendVetsMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendClinics(source, timeMs)
    for (const service of ['front-desk', 'rx-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    sendCounters(source, fromMs, timeMs)
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['front-desk', 210, 0.24],
    ['appointment-api', 330, 0.17],
    ['patient-records', 512, 0.21],
    ['treatment-service', 145, 0.11],
    ['rx-service', 96, 0.08],
    ['invoice-service', 280, 0.07],
    ['televet', 640, 0.31],
    ['reminder-worker', 118, 0.05],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.9 + 0.2 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 9) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'reminder-worker' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  const isCatchingUp = timeMs >= restartMs && timeMs < restartMs + 60_000
  const lag = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const attributes = { 'messaging.destination.name': 'owner.reminders' }
  scribe.point('reminder-worker', { ...lag, attributes, value: random.integer(0, 7) + (isCatchingUp ? 38 : 0) })
}

function sendClinics({ random, scribe, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [clinic, animals, devices] of [
    ['hillcrest', 14, 8],
    ['oakfield', 9, 6],
    ['riverside', 8, 5],
    ['marina', 4, 3],
  ] as const) {
    const attributes = { 'clinic.id': clinic }
    const waiting = { name: 'waitingroom.animals', unit: '{animal}', value: animals + random.integer(-3, 4) }
    scribe.point('appointment-api', { ...gauge, ...waiting, attributes })
    const connected = { name: 'lab.devices.connected', unit: '{device}', value: devices - (random.chance(0.1) ? 1 : 0) }
    scribe.point('device-hub', { ...gauge, ...connected, attributes })
  }
  const rooms = { name: 'televet.rooms.open', unit: '{room}', value: random.integer(6, 19) }
  scribe.point('televet', { ...gauge, ...rooms })
  const isNewer = timeMs >= onsetMs && timeMs < recoveryMs
  const entries = { name: 'rx.catalogue.entries', unit: '{entry}', value: isNewer ? 4871 : 4806 }
  scribe.point('rx-service', { ...gauge, ...entries })
  const stuckMinutes = isNewer ? (timeMs - onsetMs) / 60_000 : 0
  const left = Math.max(0, 1 - (timeMs - recoveryMs) / 360_000)
  const after = timeMs >= recoveryMs ? ((recoveryMs - onsetMs) / 60_000) * left : 0
  const drafts = Math.round(5 + 4 * (stuckMinutes + after)) + random.integer(-2, 2)
  scribe.point('treatment-service', { ...gauge, name: 'treatments.drafts.open', unit: '{draft}', value: drafts })
}

function sendCounters({ scribe }: Source, fromMs: number, timeMs: number): void {
  const logs = scribe.logs.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const issued = logs.filter(({ message }) => message === 'prescription issued').length
  scribe.point('rx-service', { ...delta, name: 'rx.prescriptions.issued', unit: '{prescription}', value: issued })
  for (const channel of ['sms', 'email']) {
    const sent = logs.filter(({ message, body }) => message === 'reminder sent' && body.includes(`channel=${channel}`))
    const attributes = { 'reminder.channel': channel }
    scribe.point('reminder-worker', {
      ...{ ...delta, name: 'reminders.sent', unit: '{reminder}', value: sent.length, attributes },
    })
  }
  let euros = 0
  for (const { message, fields } of logs.map(({ message: text, attributes }) => ({
    message: text,
    fields: attributes,
  })))
    if (message === 'invoice paid') euros += Number(fields['euros'] ?? 0)
  scribe.point('invoice-service', { ...delta, name: 'invoices.revenue', unit: 'EUR', value: euros })
}
