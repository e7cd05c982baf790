/** Metrics of the co-working spaces: the sequence, grants, doors, printers, desks, wifi, connections, use. */
import { durationsOf } from './conventions.ts'
import type { Coworking } from './coworking.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendCoworkingMetrics(system: Coworking): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendHouse(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['front-proxy', 'door-api', 'booking-api', 'grant-service', 'visitor-desk'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Coworking, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const used = Math.round(system.usedPercentAt(timeMs) * 100) / 100
  const sequence = { 'db.sequence.name': 'grants_id_seq' }
  scribe.point('grant-service', { ...gauge, name: 'db.sequence.used', unit: '%', value: used, attributes: sequence })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const issued = told('grant-service', /^grant issued/, fromMs).length
  scribe.point('grant-service', { ...delta, name: 'grants.issued', unit: '{grant}', value: issued })
  const opened = told('door-api', /^door opened/, fromMs).length
  scribe.point('door-api', { ...delta, name: 'doors.opened', unit: '{door}', value: opened })
  let pages = 0
  for (const { message } of told('print-relay', /^printed /, startMs))
    pages += Number(/: (\d+) pages/.exec(message)?.[1])
  const total = { type: 'cumulative', timeMs, startMs } as const
  scribe.point('print-relay', { ...total, name: 'pages.printed', unit: '{page}', value: pages })
}

function sendHouse(system: Coworking, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const queue = { 'messaging.destination.name': 'print.jobs' }
  const depth = waiting + random.integer(0, 3)
  scribe.point('print-relay', { ...gauge, name: 'print.queue.depth', unit: '{job}', value: depth, attributes: queue })
  for (const [printer, full, spent] of [
    ['prn-ham-1', 61, 9],
    ['prn-ber-1', 34, 16],
    ['prn-muc-1', 88, 4],
  ] as const) {
    const value = Math.round(full - spent * progress)
    scribe.point('print-relay', { ...gauge, name: 'toner.level', unit: '%', value, attributes: { printer } })
  }
  for (const [site, taken, more] of [
    ['ham-hafen', 118, 46],
    ['ber-mitte', 131, 22],
    ['muc-ost', 74, 9],
    ['cgn-dom', 52, -11],
  ] as const) {
    const value = Math.round(taken + more * progress + random.integer(-2, 2))
    const attributes = { 'site.id': site }
    scribe.point('booking-api', { ...gauge, name: 'desks.occupied', unit: '{desk}', value, attributes })
    const clients = Math.round(2.3 * value + random.integer(-9, 9))
    scribe.point('wifi-radius', { ...gauge, name: 'wifi.clients', unit: '{client}', value: clients, attributes })
  }
  const connections = { 'db.client.connection.pool.name': 'grants', 'db.client.connection.state': 'used' }
  scribe.point('grant-service', {
    ...{ ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: random.integer(3, 9) },
    attributes: connections,
  })
}

function sendUse(system: Coworking, timeMs: number): void {
  const { random, scribe, backfillMs, onsetMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['front-proxy', 120, 13],
    ['member-api', 810, 24],
    ['booking-api', 340, 18],
    ['door-api', 74, 11],
    ['grant-service', 290, 17],
    ['visitor-desk', 215, 9],
    ['print-relay', 160, 8],
    ['usage-ledger', 620, 21],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const isBusy = service === 'grant-service' && timeMs >= backfillMs && timeMs < onsetMs
    const cpu = (isBusy ? 48 : percent) + random.integer(-30, 30) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
