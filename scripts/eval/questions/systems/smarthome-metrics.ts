/** Metrics of the smart homes by semantic conventions: durations, memory, processors, restarts, lag, hubs, subscriptions. */
import type { Random } from '../../../demo/random.ts'
import { durationsOf } from './conventions.ts'
import { eachTick, type Scribe } from './scribe.ts'

const EVERY_MS = 30_000
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

export function sendSmartHomeMetrics(source: Source): void {
  const { random, scribe, startMs, endMs } = source
  let fromMs = startMs
  eachTick({ fromMs: startMs + EVERY_MS, toMs: endMs, everyMs: EVERY_MS }, random, (timeMs) => {
    sendUse(source, timeMs)
    sendHomes(source, timeMs)
    for (const service of ['app-edge', 'command-router'])
      scribe.point(service, durationsOf(scribe, service, BOUNDS_S, { fromMs, toMs: timeMs }))
    const refused = scribe.logs.filter(
      ({ service, severity, timeMs: at }) =>
        service === 'hub-bridge' && severity === 'ERROR' && at >= fromMs && at < timeMs,
    )
    const counter = { name: 'mqtt.publish.refused', unit: '{message}', type: 'delta', timeMs, startMs: fromMs } as const
    scribe.point('hub-bridge', { ...counter, value: refused.length })
    fromMs = timeMs
  })
}

function sendUse({ random, scribe, restartMs, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  for (const [service, megabytes, share] of [
    ['home-api', 288, 0.31],
    ['command-router', 205, 0.18],
    ['device-registry', 512, 0.24],
    ['hub-bridge', 147, 0.12],
    ['automation-engine', 366, 0.27],
    ['voice-link', 98, 0.06],
    ['plan-billing', 231, 0.05],
  ] as const) {
    const bytes = Math.round(megabytes * 1e6 * (0.92 + 0.16 * random.next()))
    scribe.point(service, { ...gauge, name: 'process.memory.usage', unit: 'By', value: bytes })
    const cpu = Math.round((share + random.integer(-3, 8) / 100) * 1000) / 1000
    scribe.point(service, { ...gauge, name: 'process.cpu.utilization', unit: '1', value: cpu })
    const value = service === 'voice-link' && timeMs >= restartMs ? 1 : 0
    scribe.point(service, { ...gauge, name: 'k8s.container.restarts', unit: '{restart}', value })
  }
  const isLimited = timeMs >= onsetMs && timeMs < recoveryMs
  const behind = { ...gauge, name: 'kafka.consumer.lag', unit: '{message}' }
  const events = { attributes: { 'messaging.destination.name': 'device.events' } }
  scribe.point('automation-engine', { ...behind, ...events, value: random.integer(3, 28) + (isLimited ? 55 : 0) })
  const jobs = { attributes: { 'messaging.destination.name': 'firmware.jobs' } }
  scribe.point('firmware-rollout', { ...behind, ...jobs, value: random.integer(0, 9) })
  const pool = { name: 'db.client.connection.count', unit: '{connection}', value: random.integer(6, 19) }
  scribe.point('device-registry', { ...gauge, ...pool, attributes: { 'db.client.connection.state': 'used' } })
}

/** Hubs that hang on their brokers: the limit throws European ones out within minutes, they come back as fast. */
function sendHomes({ random, scribe, onsetMs, recoveryMs }: Source, timeMs: number): void {
  const gauge = { type: 'gauge', timeMs } as const
  const lostMinutes = Math.max(0, Math.min(5, (timeMs - onsetMs) / 60_000))
  const backMinutes = Math.max(0, Math.min(3, (timeMs - recoveryMs) / 60_000))
  const kept = 1 - 0.12 * lostMinutes + 0.2 * backMinutes * (lostMinutes / 5)
  for (const [region, hubs] of [
    ['eu-west', 842],
    ['eu-north', 391],
    ['us-east', 418],
  ] as const) {
    const value = Math.round(hubs * (region === 'us-east' ? 1 : Math.min(1, kept))) + random.integer(-4, 4)
    scribe.point('hub-bridge', {
      ...{ ...gauge, name: 'hubs.connected', unit: '{hub}', value },
      attributes: { 'home.region': region },
    })
  }
  for (const [plan, active] of [
    ['basic', 5120],
    ['plus', 2340],
    ['family', 1180],
  ] as const) {
    scribe.point('plan-billing', {
      ...{ ...gauge, name: 'subscriptions.active', unit: '{subscription}', value: active + random.integer(-9, 9) },
      attributes: { 'subscription.plan': plan },
    })
  }
}
