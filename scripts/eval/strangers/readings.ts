/** Metrics of a generated system in one of four habits of the field: counters and histograms, or levels somebody computed. */
import type { Attributes, MetricPoint, MetricType, MetricValue, Resource } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { Habits } from './habits.ts'
import type { Service } from './system.ts'
import type { Tally, Telling } from './telling.ts'

export interface MetricSpan {
  readonly fromMs: number
  readonly toMs: number
}

/** A level of an instance that goes on from step to step. */
interface Body {
  memory: number
  readonly memoryUsual: number
  readonly memoryLimit: number
  disk: number
  readonly idle: number
  /** Sums of counters since the beginning. */
  readonly sums: Map<string, number>
}

/** All readings of all instances over a stretch of time. */
export function readingsOf(
  random: Random,
  telling: Telling,
  habits: Habits,
  services: readonly Service[],
  fault: Fault | null,
  { fromMs, toMs }: MetricSpan,
  batch: { readonly service: Service; readonly fromMs: number; readonly toMs: number } | null,
): MetricPoint[] {
  const points: MetricPoint[] = []
  for (const service of services) {
    for (let instance = 0; instance < service.instances; instance++) {
      const resource = habits.resources.get(service)?.[instance]
      if (resource === undefined) continue
      const usual = random.between(120, 900)
      const body: Body = {
        memory: usual,
        memoryUsual: usual,
        memoryLimit: usual * random.between(1.5, 3),
        disk: random.between(20, 70),
        idle: random.between(0.01, 0.06),
        sums: new Map(),
      }
      const sink = new Sink(points, resource, random.between(0, habits.stepMs), body.sums)
      for (let atMs = fromMs; atMs + habits.stepMs <= toMs; atMs += habits.stepMs) {
        const endMs = atMs + habits.stepMs
        const acting = fault !== null && fault.service === service && endMs > fault.startMs ? fault : null
        if (acting?.kind === 'down') continue
        const tally = telling.tallyOf(service, instance, atMs)
        const state = stateOf(random, body, tally, habits.stepMs, acting, endMs, isBatch(batch, service, atMs))
        sink.at(endMs)
        write(habits, sink, tally, state, body)
      }
    }
  }
  return points
}

function isBatch(
  batch: { service: Service; fromMs: number; toMs: number } | null,
  service: Service,
  atMs: number,
): boolean {
  return batch !== null && batch.service === service && atMs >= batch.fromMs && atMs < batch.toMs
}

interface State {
  /** Shares of one core, of the limit, of the disk, of the pool. */
  readonly cpu: number
  readonly memory: number
  readonly disk: number
  readonly pool: number
}

/** Milliseconds of a core that a millisecond of work takes. */
const CORE_SHARE = 0.4
const POOL_SIZE = 10

function stateOf(
  random: Random,
  body: Body,
  tally: Tally,
  stepMs: number,
  fault: Fault | null,
  endMs: number,
  isBatch: boolean,
): State {
  let cpu = body.idle * random.between(0.8, 1.3) + (CORE_SHARE * tally.workedMs) / stepMs
  if (isBatch) cpu += random.between(0.2, 0.4)
  if (fault?.kind === 'throttled_cpu' || fault?.kind === 'neighbour') cpu = random.between(0.88, 1)
  body.memory += (body.memoryUsual - body.memory) * 0.1 + random.between(-0.01, 0.01) * body.memoryUsual
  if (fault?.kind === 'leak') {
    const full = Math.min(1, (endMs - fault.startMs) / Math.max(180_000, fault.endMs - fault.startMs))
    body.memory = body.memoryUsual + (body.memoryLimit - body.memoryUsual) * full * random.between(0.95, 1)
    cpu += 0.4 * full
  }
  body.disk = Math.min(95, body.disk + random.between(0, 0.02))
  if (fault?.kind === 'disk_full') body.disk = 100
  const pool = fault?.kind === 'pool' ? 1 : Math.min(1, tally.waitedMs / stepMs / POOL_SIZE + random.between(0, 0.1))
  return { cpu: Math.min(1, cpu), memory: body.memory, disk: body.disk, pool }
}

class Sink {
  readonly #points: MetricPoint[]
  readonly #resource: Resource
  readonly #offsetMs: number
  readonly #sums: Map<string, number>
  #atMs = 0

  constructor(points: MetricPoint[], resource: Resource, offsetMs: number, sums: Map<string, number>) {
    this.#points = points
    this.#resource = resource
    this.#offsetMs = offsetMs
    this.#sums = sums
  }

  at(ms: number): void {
    this.#atMs = ms + this.#offsetMs / 10
  }

  level(name: string, unit: string, value: number, attributes: Attributes = {}): void {
    this.#push(name, unit, 'gauge', value, attributes)
  }

  /** A counter that never falls. */
  counter(name: string, unit: string, by: number, attributes: Attributes = {}): void {
    this.#push(name, unit, 'sum', this.#summed(`${name}${JSON.stringify(attributes)}`, by), attributes)
  }

  histogram(name: string, unit: string, observations: readonly number[], attributes: Attributes = {}): void {
    const bounds = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    const counts = [...bounds, Number.POSITIVE_INFINITY].map((upper, i) =>
      this.#summed(
        `${name} ${i}`,
        observations.filter((ms) => ms <= upper && (i === 0 || ms > (bounds[i - 1] ?? 0))).length,
      ),
    )
    const count = this.#summed(`${name} count`, observations.length)
    const sum = this.#summed(
      `${name} sum`,
      observations.reduce((total, ms) => total + ms, 0),
    )
    const value: MetricValue = { kind: 'explicit', count, sum, min: null, max: null, bounds, counts }
    this.#push(name, unit, 'histogram', value, attributes)
  }

  #summed(key: string, by: number): number {
    const sum = (this.#sums.get(key) ?? 0) + by
    this.#sums.set(key, sum)
    return sum
  }

  #push(name: string, unit: string, type: MetricType, value: MetricValue, attributes: Attributes): void {
    this.#points.push({
      time: fromMillis(this.#atMs),
      startTime: null,
      name,
      unit,
      description: '',
      type,
      temporality: type === 'gauge' ? 'unspecified' : 'cumulative',
      isMonotonic: type === 'sum',
      value,
      resource: this.#resource,
      scopeName: '',
      attributes,
    })
  }
}

function write({ metrics, stepMs }: Habits, sink: Sink, tally: Tally, state: State, body: Body): void {
  const { requests, failures, durations } = tally
  const seconds = stepMs / 1_000
  switch (metrics) {
    case 'prometheus':
      sink.counter('http_requests_total', '', requests - failures, { status: '200' })
      sink.counter('http_requests_total', '', failures, { status: '500' })
      sink.counter('http_request_duration_seconds_sum', '', durations.reduce((sum, ms) => sum + ms, 0) / 1_000)
      sink.counter('http_request_duration_seconds_count', '', requests)
      sink.counter('process_cpu_seconds_total', '', state.cpu * seconds)
      sink.level('container_memory_working_set_bytes', '', state.memory * 1_048_576)
      sink.level('container_spec_memory_limit_bytes', '', body.memoryLimit * 1_048_576)
      sink.level('container_fs_usage_bytes', '', state.disk * 1e9)
      sink.level('hikaricp_connections_active', '', Math.round(state.pool * POOL_SIZE))
      sink.counter('cache_hits_total', '', tally.hits)
      sink.counter('cache_misses_total', '', tally.lookups - tally.hits)
      return
    case 'otel':
      sink.histogram('http.server.request.duration', 'ms', durations)
      if (failures > 0 || body.sums.has('http.server.request.errors{}'))
        sink.counter('http.server.request.errors', '{request}', failures)
      sink.level('process.cpu.utilization', '1', state.cpu)
      sink.level('process.memory.usage', 'By', state.memory * 1_048_576)
      sink.level('system.filesystem.utilization', '1', state.disk / 100)
      sink.level('db.client.connection.count', '{connection}', Math.round(state.pool * POOL_SIZE), { state: 'used' })
      return
    case 'cloud':
      sink.level('RequestCount', 'Count', requests)
      sink.level('HTTPCode_Target_5XX_Count', 'Count', failures)
      if (requests > 0) sink.level('TargetResponseTime', 'Seconds', meanOf(durations) / 1_000)
      sink.level('CPUUtilization', 'Percent', state.cpu * 100)
      sink.level('MemoryUtilization', 'Percent', (100 * state.memory) / body.memoryLimit)
      return
    case 'statsd':
      sink.level('app.requests', '', requests)
      sink.level('app.failed', '', failures)
      if (requests > 0) {
        sink.level('app.time.mean', 'ms', meanOf(durations))
        sink.level('app.time.p50', 'ms', quantileOf(durations, 0.5))
        sink.level('app.time.p95', 'ms', quantileOf(durations, 0.95))
      }
      sink.level('host.load1', '', state.cpu * 4)
      sink.level('vm.rss', 'MB', state.memory)
      if (tally.lookups > 0) sink.level('app.cache.ratio', '', tally.hits / tally.lookups)
  }
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
