/** Metrics of the co-operative: durations, memory, processors, restarts, lag, milk, tankers, silos, water, payouts. */
import { durationsOf } from './conventions.ts'
import type { Source } from './dairy-background.ts'
import { eachTick } from './scribe.ts'

const EVERY_MS = 30_000
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Tick {
  readonly fromMs: number
  readonly timeMs: number
}

export function sendDairyMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendFarm(source, timeMs)
    sendCounters(source, { fromMs, timeMs })
    for (const service of ['coop-gateway', 'pickup-service'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['coop-gateway', 88, 0.17],
    ['tour-planner', 512, 0.13],
    ['pickup-service', 146, 0.11],
    ['sample-desk', 610, 0.16],
    ['herd-book', 334, 0.21],
    ['barn-sensors', 121, 0.12],
    ['milk-money', 203, 0.06],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-4, 7) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const restarts = service === 'barn-sensors' && timeMs > restartMs + 8000 ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value: restarts })
  }
  /** What came in while the consumer was away waits a little. */
  const sinceRestart = timeMs - restartMs
  const backlog = sinceRestart > 0 && sinceRestart < 40_000 ? 160 : 0
  const lag = { name: 'kafka.consumer.lag', unit: '{message}', value: backlog + random.integer(1, 24) }
  scribe.point('barn-sensors', { ...gauge, ...lag, attributes: { 'messaging.destination.name': 'farm.readings' } })
}

function sendFarm({ random, scribe, startMs, endMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const progress = (timeMs - startMs) / (endMs - startMs)
  for (const [silo, celsius, fill] of [
    ['S1', 14, 71],
    ['S2', 16, 48],
    ['S3', 15, 83],
    ['S4', 13, 22],
  ] as const) {
    const attributes = { 'silo.id': silo }
    const warmth = silo === 'S3' ? 5 * progress : 0
    const value = Math.round((celsius + warmth + random.next()) * 10) / 10
    scribe.point('silo-keeper', { ...gauge, name: 'silo.temperature', unit: 'Cel', value, attributes })
    const percent = Math.round((fill + 3 * progress + random.next() * 0.4) * 10) / 10
    scribe.point('silo-keeper', { ...gauge, name: 'silo.fill', unit: '%', value: percent, attributes })
  }
  for (const [fleet, tankers] of [
    ['north', 9],
    ['west', 7],
    ['lake', 5],
  ] as const) {
    const value = tankers - random.integer(0, 2)
    scribe.point('tour-planner', {
      ...{ ...gauge, name: 'tankers.on_tour', unit: '{tanker}', value },
      attributes: { 'tanker.fleet': fleet },
    })
  }
  const flow = Math.round((310 + 60 * Math.sin(progress * 9) + random.integer(-15, 15)) * 10) / 10
  scribe.point('field-control', { ...gauge, name: 'water.flow', unit: 'L/min', value: flow })
  const pending = 18 + random.integer(0, 9)
  scribe.point('milk-money', { ...gauge, name: 'payouts.pending', unit: '{payout}', value: pending })
}

/** Counted from the lines of the same time: messages that were too large, litres that were booked. */
function sendCounters({ scribe }: Source, { fromMs, timeMs }: Tick): void {
  const delta = { type: 'delta', timeMs, startMs: fromMs } as const
  const lines = scribe.logs.filter((log) => log.timeMs >= fromMs && log.timeMs < timeMs)
  const lost = lines.filter(({ service, severity }) => service === 'sample-desk' && severity === 'ERROR')
  const failures = { name: 'messaging.publish.failures', unit: '{message}', value: lost.length }
  scribe.point('sample-desk', { ...delta, ...failures })
  for (const fleet of ['north', 'west', 'lake']) {
    let value = 0
    for (const { message, attributes } of lines)
      if (message === 'pickup booked' && attributes['fleet'] === fleet) value += Number(attributes['litres'])
    const milk = { name: 'milk.collected', unit: 'L', value, attributes: { 'tanker.fleet': fleet } }
    scribe.point('pickup-service', { ...delta, ...milk })
  }
}
