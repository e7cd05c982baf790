/** Metrics of the water utility: tanks, pressures, pumps, queues, memory, processors, restarts, open work orders. */
import { durationsOf } from './conventions.ts'
import { eachTick } from './scribe.ts'
import type { Waterworks } from './waterworks.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

export function sendWaterworksMetrics(system: Waterworks): void {
  const { random, scribe, startMs, endMs } = system
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendNetwork(system, timeMs)
    sendUse(system, timeMs)
    for (const service of ['aqua-edge', 'pipe-registry'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const lost = scribe.logs.filter(
      ({ message, timeMs: at }) => message.startsWith('leak alarm not placed') && at >= fromMs && at < timeMs,
    )
    const counter = { name: 'leak.alarms.unplaced', unit: '{alarm}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('leak-sentry', { ...counter, value: lost.length })
    fromMs = timeMs
  })
}

/** Water in the tanks and in the mains; one tank is drawn down in the morning. */
function sendNetwork({ random, scribe, startMs, endMs }: Waterworks, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  const tenth = (value: number) => Math.round(value * 10) / 10
  for (const [tank, level] of [
    ['northfield', 81 - 24 * progress],
    ['castle-hill', 66],
    ['dockside', 73],
  ] as const) {
    const value = tenth(level + random.integer(-6, 6) / 10)
    scribe.point('pump-scada', { ...gauge, name: 'tank.level', unit: '%', value, attributes: { tank } })
  }
  for (const [district, bar] of [
    ['north', 4.6],
    ['harbour', 5.1],
    ['old-town', 4.2],
    ['hillside', 3.4],
  ] as const) {
    const value = Math.round((bar + random.integer(-14, 14) / 100) * 100) / 100
    const attributes = { 'supply.district': district }
    scribe.point('pump-scada', { ...gauge, name: 'network.pressure', unit: 'bar', value, attributes })
  }
  for (const [pump, flow] of [
    ['P1-north', 118],
    ['P3-harbour', 94],
    ['P4-hill', 61],
  ] as const) {
    const value = tenth(flow + random.integer(-50, 50) / 10)
    scribe.point('pump-scada', { ...gauge, name: 'pump.flow', unit: 'L/s', value, attributes: { 'pump.id': pump } })
  }
}

function sendUse({ random, scribe, restartMs, onsetMs, recoveryMs }: Waterworks, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['mywater-web', 232, 0.24],
    ['field-orders', 371, 0.16],
    ['pipe-registry', 154, 0.12],
    ['tariff-engine', 590, 0.21],
    ['pump-scada', 88, 0.07],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'pump-scada' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  for (const [service, queue, most] of [
    ['reading-intake', 'meter.readings', 24],
    ['leak-sentry', 'pressure.samples', 9],
    ['bill-press', 'bill.jobs', 430],
  ] as const) {
    const value = random.integer(Math.round(most / 3), most)
    const attributes = { 'messaging.destination.name': queue }
    scribe.point(service, { ...gauge, name: 'rabbitmq.queue.messages', unit: '{message}', value, attributes })
  }
  /** Crews go on closing jobs while few new ones come in. */
  const minutes = Math.max(0, Math.min(timeMs, recoveryMs) - onsetMs) / 60_000
  const open = Math.round(184 - 1.6 * minutes) + random.integer(-3, 3)
  scribe.point('field-orders', { ...gauge, name: 'work_orders.open', unit: '{order}', value: open })
}
