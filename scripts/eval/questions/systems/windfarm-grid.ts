/** Curtailment: grid operators order it, the farms are set to it. */
import { eachArrival, type Trace } from './scribe.ts'
import type { WindFarmBase } from './windfarm-base.ts'
import { farmValues, publish } from './windfarm-field.ts'
import { type Farm, GRIDS } from './windfarm-names.ts'

interface Order {
  readonly id: string
  readonly farm: Farm
  readonly grid: string
  readonly percent: number
}

/** An order is carried out, or put back twice and then parked. */
function carryOut(base: WindFarmBase, order: Order, startMs: number, parent: Trace, attempt: number): void {
  const { scribe } = base
  const { id, farm, grid, percent } = order
  const topic = { 'messaging.system': 'artemis', 'messaging.destination.name': 'curtail.orders' }
  const attributes = { ...topic, ...farmValues(farm), 'grid.operator': grid, 'order.attempt': attempt }
  const step = { service: 'curtail-desk', name: 'curtail.orders process', startMs, parent, attributes }
  const done = base.serve(step, 'consumer', (trace) => {
    const to = { service: 'turbine-link', name: 'POST /setpoints', startMs: startMs + 4, parent: trace }
    const set = base.through('curtail-desk', { ...to, attributes: farmValues(farm) }, (inner) =>
      publish(base, startMs + 6, inner, farm, `setpoint ${percent} percent of ${id}`),
    )
    const durationMs = set.durationMs + 8
    const atMs = startMs + durationMs
    if (set.status === 200) {
      const text = `order ${id} of ${grid} carried out at ${farm.name}, ${percent} percent, attempt ${attempt}`
      scribe.log('curtail-desk', atMs, 'INFO', text, {}, trace)
      base.remember(attempt > 1 ? 'lateOrder' : 'goodOrder', id, startMs)
      return { status: 200, durationMs }
    }
    const failed = `order ${id} not carried out at ${farm.name}: turbine-link answered 503, attempt ${attempt} of 3`
    scribe.log('curtail-desk', atMs, 'WARN', failed, {}, trace)
    if (attempt === 3) {
      const text = `order ${id} of ${grid} parked after 3 attempts, ${farm.name} runs uncurtailed`
      scribe.log('curtail-desk', atMs + 5, 'ERROR', text, {}, trace)
      base.remember('parkedOrder', id, startMs)
    }
    return { status: 503, durationMs }
  })
  if (done.status === 503 && attempt < 3) carryOut(base, order, startMs + 45_000, parent, attempt + 1)
}

function receive(base: WindFarmBase, startMs: number): void {
  const { random, scribe } = base
  const farm = base.farm()
  const [grid, percent] = [random.pick(GRIDS[farm.kind]), random.integer(2, 9) * 10]
  const id = `CO-${7000 + base.next()}`
  const values = { 'http.request.method': 'POST', 'http.route': '/orders', 'grid.operator': grid }
  const root = { traceId: scribe.newTrace(), spanId: '' }
  const attributes = { ...values, ...farmValues(farm) }
  const step = { service: 'curtail-desk', name: 'POST /orders', startMs, parent: root, attributes }
  base.serve(step, 'server', (trace) => {
    const write = base.store('curtail-desk', 'postgresql', 'INSERT orders', startMs + 3, trace, 4)
    const durationMs = write.durationMs + random.logNormal(21, 0.35)
    const atMs = startMs + durationMs
    if (random.chance(0.05)) {
      const text = `order of ${grid} refused: ${percent} percent is below the technical minimum of ${farm.name}`
      scribe.log('curtail-desk', atMs, 'WARN', text, {}, trace)
      return { status: 422, durationMs }
    }
    if (random.chance(0.03)) {
      scribe.log('curtail-desk', atMs, 'WARN', `order of ${grid} refused: signature does not match`, {}, trace)
      return { status: 401, durationMs }
    }
    scribe.log('curtail-desk', atMs, 'INFO', `order ${id} of ${grid}: ${farm.name} to ${percent} percent`, {}, trace)
    const topic = { 'messaging.system': 'artemis', 'messaging.destination.name': 'curtail.orders' }
    const sent = { service: 'curtail-desk', name: 'curtail.orders publish', startMs: atMs, parent: trace }
    base.call({ ...sent, attributes: topic }, 'producer', (inner) => {
      carryOut(base, { id, farm, grid, percent }, atMs + random.logNormal(300, 0.4), inner, 1)
      return { status: 200, durationMs: random.logNormal(3, 0.2) }
    })
    return { status: 202, durationMs }
  })
}

export function runGrid(base: WindFarmBase): void {
  const range = { fromMs: base.startMs, toMs: base.endMs - 4000, meanMs: 13_000 }
  eachArrival(range, base.random, (timeMs) => receive(base, timeMs))
}
