/** Leaks and crews of the water supplier: zones are checked, orders opened, crews sent, orders closed. */
import type { Trace } from './scribe.ts'
import type { Outcome } from './system.ts'
import type { WaterSupply } from './watersupply.ts'

const ZONES = ['old-town', 'old-town', 'old-town', 'harbour', 'harbour', 'east', 'west']
const CREWS = ['crew-1', 'crew-1', 'crew-2', 'crew-2', 'crew-2', 'crew-3', 'crew-4']
const KINDS = ['hydrant', 'hydrant', 'burst', 'meter-swap', 'meter-swap', 'meter-swap']
const MINUTE_MS = 60_000

interface Order {
  readonly kind: string
  readonly zone: string
  readonly isReal: boolean
}

const numbers = new WeakMap<WaterSupply, number>()
function newNumber(supply: WaterSupply): number {
  const next = (numbers.get(supply) ?? 55_300) + 1
  numbers.set(supply, next)
  return next
}

/** Looks at the flow of a zone; what it cannot read anew it takes from before. */
export function checkZone(supply: WaterSupply, startMs: number): void {
  const { random, onsetMs } = supply
  const zone = random.pick(ZONES)
  supply.plain('leak-detector', 'check zone', startMs, (trace) => {
    const read = supply.database('leak-detector', 'GET /query', startMs + 4, trace, { zone })
    const durationMs = read.durationMs + random.logNormal(60, 0.3)
    const isOld = read.status === 503
    const tell = (afterMs: number, severity: 'INFO' | 'WARN', text: string) =>
      supply.say('leak-detector', startMs + afterMs, severity, text, {}, trace)
    const minutes = Math.max(1, Math.floor((startMs - onsetMs) / MINUTE_MS))
    if (isOld) tell(durationMs - 2, 'WARN', `flow of zone ${zone} is ${minutes} min old, readings-db did not answer`)
    if (random.chance(isOld ? 0.24 : 0.014)) {
      const over = (random.integer(60, 240) / 10).toFixed(1)
      tell(durationMs, 'WARN', `leak suspected in zone ${zone}, ${over} l/s above normal`)
      const opened = open(supply, startMs + durationMs, trace, { kind: 'leak', zone, isReal: !isOld })
      const attributes = { zone, 'leak.result': 'suspected' }
      return { status: 200, durationMs: durationMs + opened.durationMs, attributes }
    }
    if (random.chance(0.5)) tell(durationMs, 'INFO', `zone ${zone} checked, no leak`)
    return { status: 200, durationMs, attributes: { zone, 'leak.result': 'none' } }
  })
}

function open(supply: WaterSupply, startMs: number, parent: Trace, { kind, zone, isReal }: Order): Outcome {
  const { random } = supply
  const order = `WO-${newNumber(supply)}`
  const attributes = {
    ...{ 'http.request.method': 'POST', 'http.route': '/work-orders' },
    ...{ 'order.kind': kind, zone },
  }
  const step = { service: 'crew-dispatch', name: 'POST /work-orders', startMs, parent, attributes }
  return supply.serve(step, 'server', (trace) => {
    const saved = supply.store('crew-dispatch', 'mssql', 'INSERT orders', startMs + 3, trace, 9)
    const durationMs = saved.durationMs + random.logNormal(22, 0.3)
    const fields = { order, kind, zone }
    supply.say(
      'crew-dispatch',
      startMs + durationMs,
      'INFO',
      `order ${order} opened, ${kind} in ${zone}`,
      fields,
      trace,
    )
    const isFree = random.chance(startMs < supply.onsetMs ? 0.97 : 0.6)
    if (isFree) {
      const crew = random.pick(CREWS)
      const sentMs = startMs + durationMs + 1
      supply.say('crew-dispatch', sentMs, 'INFO', `${crew} sent to ${order}`, { ...fields, crew }, trace)
      close(supply, startMs + random.logNormal(5.5 * MINUTE_MS, 0.35), order, { kind, zone, isReal }, crew)
    } else supply.say('crew-dispatch', startMs + durationMs + 1, 'WARN', `no crew free, ${order} waits`, fields, trace)
    return { status: 201, durationMs }
  })
}

/** The crew's tablet closes the order. */
function close(supply: WaterSupply, startMs: number, order: string, { kind, zone, isReal }: Order, crew: string): void {
  const { random } = supply
  const result = isReal ? 'repaired' : 'no leak found'
  const more = { 'order.kind': kind, zone, crew }
  supply.enter('crew-dispatch', 'POST /work-orders/{id}/close', startMs, more, (trace) => {
    const durationMs = random.logNormal(31, 0.3)
    const cost = isReal ? random.integer(140, 2900) : random.integer(90, 210)
    const fields = { order, kind, zone, crew, result: isReal ? 'repaired' : 'no-leak', cost_eur: cost }
    supply.say('crew-dispatch', startMs + durationMs, 'INFO', `order ${order} closed: ${result}`, fields, trace)
    if (!isReal) supply.remember('falseOrder', order, startMs)
    if (kind === 'hydrant') supply.remember('hydrantOrder', order, startMs)
    return { status: 200, durationMs }
  })
}

/** Work that has nothing to do with the detector. */
export function siteOrder(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const kind = random.pick(KINDS)
  open(supply, startMs, supply.root(), { kind, zone: random.pick(ZONES), isReal: true })
}

/** A crew looks at its order, with the pressures of the place. */
export function showOrder(supply: WaterSupply, startMs: number): void {
  const { random } = supply
  const crew = random.pick(CREWS)
  supply.enter('crew-dispatch', 'GET /work-orders/{id}', startMs, { crew }, (trace) => {
    const found = supply.store('crew-dispatch', 'mssql', 'SELECT orders', startMs + 2, trace, 7)
    const ownMs = found.durationMs + random.logNormal(12, 0.3)
    if (random.chance(0.05)) return { status: 404, durationMs: ownMs }
    const read = supply.database('crew-dispatch', 'GET /query', startMs + ownMs, trace, {})
    const durationMs = ownMs + read.durationMs + 2
    if (read.status !== 503) return { status: 200, durationMs }
    const text = `order of ${crew} not shown: pressures could not be read`
    supply.say('crew-dispatch', startMs + durationMs, 'ERROR', text, { crew }, trace)
    return { status: 502, durationMs }
  })
}
