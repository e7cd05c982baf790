/** Metric points per instance and half minute: CPU, memory, pool use, and the durations of what was served. */
import type { Fault } from './faults.ts'
import type { ServiceDefinition, SimulatedHistogram, SimulatedMetric, SimulatedSpan } from './model.ts'
import type { Random } from './random.ts'

const INTERVAL_MS = 30_000
/** The bucket boundaries OpenTelemetry recommends for http.server.request.duration, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] as const

function histogram(durationsS: readonly number[]): SimulatedHistogram {
  const counts = new Array<number>(BOUNDS.length + 1).fill(0)
  for (const duration of durationsS) {
    const place = BOUNDS.findIndex((bound) => duration <= bound)
    const bucket = place === -1 ? BOUNDS.length : place
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return {
    count: durationsS.length,
    sum: durationsS.reduce((sum, duration) => sum + duration, 0),
    min: Math.min(...durationsS),
    max: Math.max(...durationsS),
    bounds: BOUNDS,
    counts,
  }
}

interface MetricsInput {
  readonly services: readonly ServiceDefinition[]
  readonly instances: ReadonlyMap<string, readonly string[]>
  readonly spans: readonly SimulatedSpan[]
  readonly fault: Fault | null
  readonly startMs: number
  readonly endMs: number
  readonly random: Random
}

/** Durations in seconds by instance and interval. */
function servedDurations(input: MetricsInput): Map<string, number[]> {
  const durations = new Map<string, number[]>()
  for (const span of input.spans) {
    if (span.kind !== 'server') continue
    const key = `${span.instance} ${Math.floor((span.endMs - input.startMs) / INTERVAL_MS)}`
    const list = durations.get(key)
    if (list === undefined) durations.set(key, [(span.endMs - span.startMs) / 1000])
    else list.push((span.endMs - span.startMs) / 1000)
  }
  return durations
}

function instanceLevels(service: ServiceDefinition, random: Random) {
  return {
    cpu: 0.08 + random.next() * 0.2,
    memoryBytes: (180 + random.next() * 500) * 1_048_576,
    pool: service.datastore === null ? 0 : 1 + random.next() * 1.5,
  }
}

export function simulateMetrics(input: MetricsInput): SimulatedMetric[] {
  const durations = servedDurations(input)
  const points: SimulatedMetric[] = []
  for (const service of input.services) {
    for (const instance of input.instances.get(service.name) ?? []) {
      const levels = instanceLevels(service, input.random)
      for (let interval = 0; input.startMs + (interval + 1) * INTERVAL_MS <= input.endMs; interval++) {
        const startMs = input.startMs + interval * INTERVAL_MS
        const timeMs = startMs + INTERVAL_MS
        const isFaulty = input.fault !== null && input.fault.service === service.name && timeMs > input.fault.startMs
        const shift = isFaulty && input.fault !== null ? input.fault.gauges : { cpu: 1, memory: 1, pool: 1 }
        const base = { service: service.name, instance, startMs, timeMs, attributes: {} }
        const noise = () => input.random.logNormal(1, 0.08)
        points.push(
          {
            ...base,
            name: 'process.cpu.utilization',
            unit: '1',
            type: 'gauge',
            value: Math.min(1, levels.cpu * shift.cpu * noise()),
          },
          {
            ...base,
            name: 'process.memory.usage',
            unit: 'By',
            type: 'gauge',
            value: Math.round(levels.memoryBytes * shift.memory * noise()),
          },
        )
        if (service.datastore !== null) {
          const used = Math.min(20, Math.round(levels.pool * shift.pool * noise()))
          points.push({
            ...base,
            name: 'db.client.connection.count',
            unit: '{connection}',
            type: 'gauge',
            value: used,
            attributes: { 'db.client.connection.state': 'used' },
          })
        }
        const served = durations.get(`${instance} ${interval}`)
        if (served !== undefined) {
          points.push({
            ...base,
            name: 'http.server.request.duration',
            unit: 's',
            type: 'histogram',
            value: histogram(served),
          })
        }
      }
    }
  }
  return points
}
