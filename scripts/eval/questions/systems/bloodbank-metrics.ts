/** Metrics of the blood donation service: codes, donations, labels, stock, fridges, queues, free slots, connections, use. */
import type { BloodBank } from './bloodbank.ts'
import { NEW_LIST, OLD_LIST } from './bloodbank-names.ts'
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 60_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export function sendBloodBankMetrics(system: BloodBank): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS / 2, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendCounts(system, timeMs, fromMs)
    sendLevels(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['front-gateway', 'appointment-book', 'questionnaire', 'session-desk', 'code-registry'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    for (const service of ['hospital-orders', 'stock-ledger'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendCounts(system: BloodBank, timeMs: number, fromMs: number): void {
  const { scribe, startMs } = system
  const told = (service: string, text: RegExp, sinceMs: number) =>
    scribe.told(service, text, { fromMs: sinceMs, toMs: timeMs }).length
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  for (const kind of ['whole_blood', 'plasma', 'platelets']) {
    const done = told('session-desk', new RegExp(`^donation \\S+ registered .*: ${kind},`), fromMs)
    const attributes = { 'donation.kind': kind }
    scribe.point('session-desk', {
      ...delta,
      name: 'donations.registered',
      unit: '{donation}',
      value: done,
      attributes,
    })
  }
  const total = { type: 'cumulative', timeMs, startMs } as const
  const printed = told('session-desk', /^label for \S+ printed at /, startMs)
  scribe.point('session-desk', { ...total, name: 'labels.printed', unit: '{label}', value: printed })
  const accepted = told('hospital-orders', /^order \S+ accepted/, startMs)
  scribe.point('hospital-orders', { ...total, name: 'orders.accepted', unit: '{order}', value: accepted })
}

function sendLevels(system: BloodBank, timeMs: number): void {
  const { random, scribe, startMs, endMs, queued, onsetMs, recoveryMs, darkMs } = system
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const { codes } = system.isBroken(timeMs) ? NEW_LIST : OLD_LIST
  scribe.point('code-registry', { ...gauge, name: 'codes.loaded', unit: '{code}', value: codes })
  const waiting = queued.filter((one) => one.fromMs <= timeMs && one.toMs > timeMs).length
  const topic = { 'messaging.destination.name': 'units.released' }
  const lag = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}', value: waiting + random.integer(0, 2) }
  scribe.point('stock-ledger', { ...lag, attributes: topic })
  const missing = timeMs < onsetMs ? 0 : (Math.min(timeMs, recoveryMs) - onsetMs) / (endMs - startMs)
  for (const [product, units, less] of [
    ['red_cells', 1840, -35],
    ['plasma', 2210, 12],
    ['platelets', 164, 20],
  ] as const) {
    const value = Math.round(units - less * progress - (product === 'platelets' ? 90 * missing : 0))
    const attributes = { 'product.type': product }
    scribe.point('stock-ledger', { ...gauge, name: 'stock.units', unit: '{unit}', value, attributes })
  }
  for (const [centre, free, less] of [
    ['city-hall', 96, 31],
    ['harbour', 71, 18],
    ['campus', 54, 29],
    ['bus-1', 33, 8],
    ['bus-2', 40, 0],
    ['old-mill', 22, -6],
  ] as const) {
    const value = Math.round(free - less * progress)
    const attributes = { 'centre.id': centre }
    scribe.point('appointment-book', { ...gauge, name: 'slots.free', unit: '{slot}', value, attributes })
  }
  if (timeMs < darkMs)
    for (const [fridge, celsius] of [
      ['F1', 3.6],
      ['F2', 4.1],
      ['F3', 4.9],
      ['F4', 3.9],
    ] as const) {
      const value = Math.round((celsius + random.integer(-4, 4) / 10) * 10) / 10
      scribe.point('cold-chain', { ...gauge, name: 'fridge.temperature', unit: 'Cel', value, attributes: { fridge } })
    }
  const pool = { 'db.client.connection.pool.name': 'appointments', 'db.client.connection.state': 'used' }
  const connections = { ...gauge, name: 'db.client.connection.count', unit: '{connection}' }
  scribe.point('appointment-book', { ...connections, value: random.integer(4, 16), attributes: pool })
  const boxes = { ...gauge, name: 'boxes.underway', unit: '{box}', value: random.integer(18, 34) }
  scribe.point('courier-dispatch', boxes)
}

function sendUse({ random, scribe }: BloodBank, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, percent] of [
    ['front-gateway', 88, 11],
    ['appointment-book', 260, 22],
    ['questionnaire', 174, 15],
    ['session-desk', 410, 19],
    ['code-registry', 62, 6],
    ['lab-results', 530, 41],
    ['stock-ledger', 205, 24],
    ['hospital-orders', 640, 17],
    ['courier-dispatch', 119, 33],
  ] as const) {
    const value = Math.round(megabytes * 1e6 * (0.98 + 0.04 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value })
    const cpu = Math.round((percent + random.integer(-30, 30) / 10) * 10) / 10
    scribe.point(service, { ...gauge, name: 'process.cpu.percent', unit: '%', value: cpu })
  }
}
