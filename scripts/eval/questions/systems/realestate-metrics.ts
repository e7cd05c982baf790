/** A few metrics of the property portal by names of Prometheus: what waits, listings, slots, tickets, checks, photos, memory. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
}

export function sendRealEstateMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendWaiting(source, timeMs)
    sendHouse(source, timeMs)
    sendTotals(source, timeMs)
    for (const service of ['listing-portal', 'credit-gate', 'tenant-apply']) {
      const histogram = durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs })
      scribe.point(service, { ...histogram, name: 'http_request_duration_seconds' })
    }
    fromMs = timeMs
  })
}

/** Applications and contracts pile up while the bureau refuses, and are worked off afterwards. */
function sendWaiting({ random, scribe, startMs, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const heldMinutes = timeMs < recoveryMs ? Math.max(0, (timeMs - onsetMs) / 60_000) : 0
  const after = timeMs < recoveryMs ? 0 : Math.max(0, 1 - (timeMs - recoveryMs) / 420_000)
  const peakMinutes = (recoveryMs - onsetMs) / 60_000
  const held = heldMinutes + after * peakMinutes
  const applications = Math.round(11 + 2.4 * held) + random.integer(-3, 3)
  scribe.point('tenant-apply', { ...gauge, name: 'applications_waiting', unit: '', value: applications })
  const contracts = Math.round(8 + 1.1 * held) + random.integer(-2, 2)
  scribe.point('contract-desk', { ...gauge, name: 'contracts_on_hold', unit: '', value: contracts })
  for (const [service, megabytes] of [
    ['listing-portal', 188],
    ['credit-gate', 430],
    ['viewing-planner', 240 + (timeMs - startMs) / 36_000],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.97 + 0.06 * random.next()))
    scribe.point(service, { ...gauge, name: 'process_resident_memory_bytes', unit: '', value })
  }
}

function sendHouse({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [city, listings, slots] of [
    ['cologne', 268, 74],
    ['hamburg', 197, 61],
    ['leipzig', 121, 88],
    ['munich', 226, 39],
  ] as const) {
    const attributes = { city }
    const online = listings + random.integer(-2, 2)
    scribe.point('listing-portal', { ...gauge, name: 'listings_online', unit: '', value: online, attributes })
    const taken = city === 'munich' ? 27 * progress : 6 * progress
    const free = Math.round(slots - taken) + random.integer(-1, 1)
    scribe.point('viewing-planner', { ...gauge, name: 'viewing_slots_free', unit: '', value: free, attributes })
  }
  for (const [trade, usual] of [
    ['heating', 64],
    ['plumbing', 41],
    ['electrics', 23],
    ['locks', 12],
  ] as const) {
    const value = usual + random.integer(-3, 3)
    scribe.point('repair-desk', { ...gauge, name: 'tickets_open', unit: '', value, attributes: { trade } })
  }
  for (const [pool, usual] of [
    ['small', 5],
    ['large', 14],
  ] as const) {
    const value = usual + random.integer(-3, 4)
    scribe.point('photo-worker', { ...gauge, name: 'photo_queue_length', unit: '', value, attributes: { pool } })
  }
}

/** Counters that only grow. */
function sendTotals({ scribe, startMs }: Source, timeMs: number): void {
  const counter = { type: 'cumulative', timeMs, startMs, unit: '' } as const
  const soFar = scribe.logs.filter((log) => log.timeMs >= startMs && log.timeMs < timeMs)
  const of = (service: string, text: string) =>
    soFar.filter((log) => log.service === service && log.message.includes(text))
  for (const [outcome, text] of [
    ['received', 'credit report received'],
    ['refused', 'bureau refused the check'],
  ] as const) {
    const value = of('credit-gate', text).length
    scribe.point('credit-gate', { ...counter, name: 'credit_checks_total', value, attributes: { outcome } })
  }
  let euros = 0
  for (const { message } of of('rent-collect', ' collected, ')) euros += Number(/, ([\d.]+) EUR/.exec(message)?.[1])
  scribe.point('rent-collect', { ...counter, name: 'rent_collected_euros_total', value: Math.round(euros * 100) / 100 })
}
