/** Metrics of the box office: the lock table, baskets, orders, seats that are left, gates, paper, queues, memory. */
import type { BoxOffice } from './boxoffice.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const LIMIT = 20_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendBoxOfficeMetrics(system: BoxOffice): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendTable(system, timeMs, fromMs)
    sendSales(system, timeMs, fromMs)
    sendHall(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['shop-front', 'seat-map', 'checkout'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function linesOf({ scribe }: BoxOffice, message: string, fromMs: number, toMs: number) {
  return scribe.logs.filter((log) => log.message === message && log.timeMs >= fromMs && log.timeMs < toMs)
}

function sendTable(system: BoxOffice, timeMs: number, fromMs: number): void {
  const { random, scribe, settingMs, onsetMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const filling = Math.min(1, Math.max(0, (timeMs - settingMs) / (onsetMs - settingMs)))
  const entries = filling >= 1 ? LIMIT : Math.round(6200 + 13_800 * filling + random.integer(-180, 180) * (1 - filling))
  scribe.point('seat-map', { ...gauge, name: 'lock_table.entries', unit: '{entry}', value: entries })
  const evicted = linesOf(system, 'hold evicted: lock table is full', fromMs, timeMs).length
  const delta = { type: 'delta', timeMs, startMs: fromMs, unit: '{hold}' } as const
  scribe.point('seat-map', { ...delta, name: 'lock_table.evictions', value: evicted })
}

function sendSales(system: BoxOffice, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs, endMs, onsetMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const lost = timeMs < onsetMs ? 1 : 0.55
  for (const [channel, usual] of [
    ['web', 96],
    ['app', 61],
    ['kiosk', 14],
    ['phone', 9],
  ] as const) {
    const value = Math.round(usual * lost * (0.94 + 0.12 * random.next()))
    scribe.point('basket', { ...gauge, name: 'baskets.open', unit: '{basket}', value, attributes: { channel } })
  }
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [act, begin, sold] of [
    ['mira-vale', 1420, 233],
    ['lantern-parade', 2310, 171],
    ['iron-orchard', 880, 126],
    ['nova-kind', 310, 74],
    ['osk-quartet', 190, 37],
    ['festival-express', 640, 95],
  ] as const) {
    const value = Math.round(begin - sold * progress)
    scribe.point('catalogue', { ...gauge, name: 'seats.left', unit: '{seat}', value, attributes: { act } })
  }
  const paid = linesOf(system, 'order paid', startMs, timeMs).length
  const total = { type: 'cumulative', timeMs, startMs, unit: '{order}' } as const
  scribe.point('checkout', { ...total, name: 'orders.paid', value: paid })
  const printed = linesOf(system, 'ticket printed', fromMs, timeMs).length
  const delta = { type: 'delta', timeMs, startMs: fromMs, unit: '{ticket}' } as const
  scribe.point('ticket-print', { ...delta, name: 'tickets.printed', value: printed })
}

function sendHall(system: BoxOffice, timeMs: number): void {
  const { random, scribe, startMs, endMs, darkMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [venue, begin, come] of [
    ['arena', 812, 6140],
    ['club-9', 44, 371],
    ['opera', 120, 905],
  ] as const) {
    const value = Math.round(begin + come * progress)
    scribe.point('scan-gate', { ...gauge, name: 'people.inside', unit: '{person}', value, attributes: { venue } })
  }
  for (const [gate, usual] of [
    ['north', 46],
    ['south', 37],
    ['east', 25],
    ['west', 16],
    ['side', 5],
  ] as const) {
    const value = usual + random.integer(-3, 3)
    scribe.point('scan-gate', { ...gauge, name: 'gate.queue_length', unit: '{person}', value, attributes: { gate } })
  }
  for (const [printer, full, used] of [
    ['P-1', 88, 61],
    ['P-2', 74, 30],
    ['P-3', 69, 22],
    ['P-4', 93, 12],
  ] as const) {
    const value = Math.round(full - used * progress)
    scribe.point('ticket-print', { ...gauge, name: 'printer.paper', unit: '%', value, attributes: { printer } })
  }
  const waiting = timeMs < darkMs ? 0 : linesOf(system, 'ticket printed', darkMs - 2000, timeMs).length
  const depth = waiting + random.integer(0, 2)
  scribe.point('ticket-print', { ...gauge, name: 'mail_queue.depth', unit: '{mail}', value: depth })
}

function sendUse({ random, scribe, onsetMs, darkMs }: BoxOffice, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['shop-front', 420, 24],
    ['catalogue', 610, 33],
    ['seat-map', 1480, timeMs < onsetMs ? 29 : 71],
    ['basket', 350, 12],
    ['checkout', 520, 18],
    ['pay', 470, 15],
    ['ticket-print', 890, 42],
    ['scan-gate', 180, 9],
    ['mailer', 150, 6],
  ] as const) {
    if (service === 'mailer' && timeMs >= darkMs) continue
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-20, 20) / 10
    scribe.point(service, { ...gauge, name: 'cpu.utilization.percent', unit: '%', value: cpu })
  }
}
