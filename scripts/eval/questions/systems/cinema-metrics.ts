/** Metrics of the cinemas: holds, evicted keys, seats that are left, queues, stock, mail, bookings, durations, memory, restarts. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

interface Source {
  readonly scribe: Scribe
  readonly random: Random
  readonly startMs: number
  readonly endMs: number
  readonly onsetMs: number
  readonly recoveryMs: number
  readonly restartMs: number
}

export function sendCinemaMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendHolds(source, timeMs, fromMs)
    sendHouses(source, timeMs, fromMs)
    for (const service of ['box-front', 'seat-hold', 'pay-desk'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, startMs, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const isNew = timeMs >= restartMs
  const grown = (isNew ? 190 : 265) + (timeMs - (isNew ? restartMs : startMs)) / 40_000
  for (const [service, megabytes, share] of [
    ['box-front', 312, 0.34],
    ['seat-hold', 96, 0.22],
    ['screenings', 204, 0.12],
    ['pay-desk', 604, 0.19],
    ['loyalty', 171, 0.08],
    ['snackbar', 148, 0.06],
    ['newsletter', grown, 0.05],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.96 + 0.08 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((share + random.integer(-3, 6) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'newsletter' && isNew ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
}

/** Holds of the large halls shrink while keys are thrown away. */
function sendHolds(source: Source, timeMs: number, fromMs: number): void {
  const { random, scribe, onsetMs, recoveryMs } = source
  const gauge = { type: 'gauge', timeMs } as const
  const isEvicting = timeMs >= onsetMs && timeMs < recoveryMs
  for (const [size, usual] of [
    ['large', 96],
    ['medium', 47],
    ['small', 19],
  ] as const) {
    const left = size === 'large' && isEvicting ? 27 : usual
    const attributes = { 'hall.size': size }
    const value = left + random.integer(-4, 4)
    scribe.point('seat-hold', { ...gauge, name: 'holds.active', unit: '{hold}', value, attributes })
  }
  const evicted = isEvicting ? random.integer(140, 310) : 0
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  scribe.point('seat-hold', { ...delta, name: 'redis.keys.evicted', unit: '{key}', value: evicted })
  const megabytes =
    timeMs < onsetMs ? random.integer(82, 90) : isEvicting ? random.integer(62, 64) : random.integer(70, 79)
  scribe.point('seat-hold', { ...gauge, name: 'redis.memory.used', unit: 'By', value: megabytes * 1_000_000 })
}

function sendHouses({ random, scribe, startMs, endMs }: Source, timeMs: number, fromMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [site, free, leaving, waiting] of [
    ['riverside', 910, 420, 31],
    ['oldtown', 640, 210, 22],
    ['airport', 385, 60, 8],
    ['harbour', 505, 175, 15],
  ] as const) {
    const attributes = { 'cinema.site': site }
    const seats = Math.round(free - leaving * progress) + random.integer(-3, 3)
    scribe.point('screenings', { ...gauge, name: 'seats.free', unit: '{seat}', value: seats, attributes })
    const queue = waiting + random.integer(-5, 7)
    scribe.point('door-scan', { ...gauge, name: 'door.queue.length', unit: '{person}', value: queue, attributes })
  }
  for (const [item, portions, eaten] of [
    ['popcorn', 820, 340],
    ['nachos', 118, 72],
    ['soda', 640, 210],
    ['icecream', 260, 45],
  ] as const) {
    const value = Math.round(portions - eaten * progress) + random.integer(-2, 2)
    const attributes = { 'snack.item': item }
    scribe.point('snackbar', { ...gauge, name: 'snack.stock', unit: '{portion}', value, attributes })
  }
  const depth = Math.round(180 + 260 * progress) + random.integer(-8, 8)
  scribe.point('newsletter', { ...gauge, name: 'mail.queue.depth', unit: '{mail}', value: depth })
  const visitors = 1180 + random.integer(-90, 90)
  scribe.point('box-front', { ...gauge, name: 'sessions.active', unit: '{session}', value: visitors })
  const done = { name: 'bookings.completed', unit: '{booking}', type: 'delta', timeMs, startMs: fromMs } as const
  for (const channel of ['web', 'app', 'kiosk']) {
    const count = scribe.logs.filter(
      ({ service, message, attributes, timeMs: at }) =>
        service === 'box-front' &&
        message === 'booking completed' &&
        attributes['channel'] === channel &&
        at >= fromMs &&
        at < timeMs,
    ).length
    scribe.point('box-front', { ...done, value: count, attributes: { 'booking.channel': channel } })
  }
}
