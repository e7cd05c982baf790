/** Metrics of the seed bank: processes, labels, orders, packs, deposits, slots, freezers, connections, use. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { Seedbank } from './seedbank.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function sendSeedbankMetrics(system: Seedbank): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendHalls(system, timeMs)
    sendUse(system, timeMs)
    for (const service of [
      'portal',
      'accession-catalog',
      'order-desk',
      'permit-office',
      'vault-inventory',
      'label-press',
    ])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: Seedbank, timeMs: number, fromMs: number): void {
  const { random, scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs })
  const processes = { name: 'container.processes', unit: '{process}', type: 'gauge', timeMs } as const
  scribe.point('label-press', { ...processes, value: system.processesAt(timeMs), instance: 'label-press-1' })
  scribe.point('label-press', { ...processes, value: 21 + random.integer(0, 3), instance: 'label-press-2' })
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const printed = told('label-press', /^label printed/, fromMs).length
  scribe.point('label-press', { ...delta, name: 'labels.printed', unit: '{label}', value: printed })
  const saved = told('order-desk', /^Order \S+ of \S+ saved/, fromMs).length
  scribe.point('order-desk', { ...delta, name: 'orders.saved', unit: '{order}', value: saved })
  const total = { type: 'cumulative', timeMs, startMs } as const
  const packed = told('pack-worker', / packed at /, startMs).length
  scribe.point('pack-worker', { ...total, name: 'orders.packed', unit: '{order}', value: packed })
  let sprouted = 0
  for (const { message } of told('germination-bench', / counted: /, startMs))
    sprouted += Number(/: (\d+) of 100/.exec(message)?.[1])
  scribe.point('germination-bench', { ...total, name: 'seeds.sprouted', unit: '{seed}', value: sprouted })
}

function sendHalls(system: Seedbank, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const waiting = queued.filter(({ fromMs, toMs }) => fromMs <= timeMs && toMs > timeMs).length
  const queue = { 'messaging.destination.name': 'orders-approved' }
  const depth = waiting + random.integer(0, 2)
  scribe.point('pack-worker', { ...gauge, name: 'orders.waiting', unit: '{order}', value: depth, attributes: queue })
  for (const [vault, free, more] of [
    ['nordvik', 5210, -64],
    ['puglia', 1840, -22],
    ['kilimo', 960, 35],
  ] as const) {
    const attributes = { 'vault.id': vault }
    const value = Math.round(free + more * progress)
    scribe.point('vault-inventory', { ...gauge, name: 'slots.free', unit: '{slot}', value, attributes })
  }
  for (const [freezer, degrees] of [
    ['F1', -18.4],
    ['F2', -18.9],
    ['F3', -17.6],
    ['F4', -20.2],
    ['F5', -19.3],
    ['F6', -18.1],
  ] as const) {
    const value = Math.round((degrees + random.integer(-20, 20) / 100) * 100) / 100
    scribe.point('cold-watch', { ...gauge, name: 'freezer.temperature', unit: 'Cel', value, attributes: { freezer } })
  }
  const pool = { 'db.client.connection.pool.name': 'vault', 'db.client.connection.state': 'used' }
  const used = random.integer(2, 9)
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}', value: used }
  scribe.point('vault-inventory', { ...connections, attributes: pool })
}

function sendUse({ random, scribe }: Seedbank, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['portal', 74, 9],
    ['accession-catalog', 610, 31],
    ['order-desk', 480, 24],
    ['permit-office', 190, 12],
    ['vault-inventory', 130, 16],
    ['pack-worker', 245, 19],
    ['germination-bench', 820, 62],
    ['cold-watch', 38, 4],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = percent + random.integer(-20, 20) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
