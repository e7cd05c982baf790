/** Metrics of services and of the stores that send any, in the words of exporters or of a cloud. */
import type { Attributes, MetricPoint } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import type { Fault } from './faults.ts'
import type { StoreModel } from './keeping.ts'
import type { Customs, Recorder } from './recorder.ts'
import type { Service, System } from './system.ts'

const CORE_SHARE = 0.5

export function readingsOf(
  random: Random,
  system: System,
  recorder: Recorder,
  models: ReadonlyMap<unknown, StoreModel>,
  customs: Customs,
  fault: Fault | null,
  fromMs: number,
  toMs: number,
): MetricPoint[] {
  const sink = new Sink()
  const { stepMs } = customs
  const idle = new Map<string, number>()
  const idleOf = (name: string): number => {
    const known = idle.get(name) ?? random.between(0.02, 0.1)
    idle.set(name, known)
    return known * random.between(0.85, 1.2)
  }
  for (let atMs = fromMs; atMs + stepMs <= toMs; atMs += stepMs) {
    for (const service of system.services) {
      for (let replica = 0; replica < service.replicas; replica++) {
        sink.at(recorder.resourceOf(service.name, replica), atMs + stepMs)
        const tally = recorder.tallyOf(service.name, replica, atMs)
        const cpu = Math.min(1, idleOf(`${service.name}/${replica}`) + (CORE_SHARE * tally.workedMs) / stepMs)
        writeService(sink, customs, tally, cpu)
        if (customs.hasPoolMetrics) writePool(sink, models, service, atMs, stepMs, fault)
      }
    }
    for (const model of models.values()) {
      if (model.store.sends === 'lines' || model.store.sends === 'nothing') continue
      const isRefusing =
        fault?.kind === 'failover' &&
        fault.store === model.store &&
        atMs < fault.startMs + 15_000 &&
        atMs + stepMs > fault.startMs
      if (isRefusing) continue
      sink.at(recorder.resourceOf(model.store.name, 0), atMs + stepMs)
      writeStore(random, sink, customs, model, recorder, fault, atMs, idleOf(model.store.name))
    }
  }
  return sink.points
}

function writeService(
  sink: Sink,
  { metrics, stepMs }: Customs,
  tally: ReturnType<Recorder['tallyOf']>,
  cpu: number,
): void {
  const { requests, failures, durationMs } = tally
  if (metrics === 'exporter') {
    sink.counter('rpc_server_requests_total', requests - failures, { code: '200' })
    sink.counter('rpc_server_requests_total', failures, { code: '500' })
    sink.counter('rpc_server_duration_seconds_sum', durationMs / 1_000)
    sink.counter('rpc_server_duration_seconds_count', requests)
    sink.counter('process_cpu_seconds_total', (cpu * stepMs) / 1_000)
    return
  }
  sink.level('Requests', 'Count', requests)
  sink.level('Errors5xx', 'Count', failures)
  if (requests > 0) sink.level('Latency', 'Milliseconds', durationMs / requests)
  sink.level('CpuUtilized', 'Percent', cpu * 100)
}

function writePool(
  sink: Sink,
  models: ReadonlyMap<unknown, StoreModel>,
  service: Service,
  atMs: number,
  stepMs: number,
  fault: Fault | null,
): void {
  const middle = atMs + stepMs / 2
  const used = Math.max(0, ...[...models.values()].map((model) => model.poolUsed(service, middle)))
  const isOwn = fault !== null && fault.client === service && atMs + stepMs > fault.startMs
  const full = isOwn && (fault.kind === 'small_pool' || fault.kind === 'leaked_connections')
  sink.level('db_pool_connections_active', '{connection}', full ? 20 : Math.min(20, Math.round(used * 20)))
  sink.level('db_pool_connections_max', '{connection}', 20)
}

function writeStore(
  random: Random,
  sink: Sink,
  { metrics, stepMs }: Customs,
  model: StoreModel,
  recorder: Recorder,
  fault: Fault | null,
  atMs: number,
  idle: number,
): void {
  const { store } = model
  const isOwn = fault !== null && fault.store === store && atMs + stepMs > fault.startMs
  const middle = atMs + stepMs / 2
  const slower = isOwn && fault.kind === 'store_starved' ? fault.amount : 1
  let busy = 0
  let statements = 0
  for (let at = atMs; at < atMs + stepMs; at += 1_000) {
    busy += model.busy(at + 1_000, slower) / (stepMs / 1_000)
    statements += model.statements(at)
  }
  const cpu = 100 * Math.min(1, idle + busy * 0.9)
  const disk = isOwn && fault.kind === 'store_disk' ? 100 : 45 + random.between(0, 0.4)
  const leaked =
    isOwn && fault.kind === 'leaked_connections' ? Math.min(80, ((atMs + stepMs - fault.startMs) / 90_000) * 80) : 0
  const connections = Math.round(8 + model.connections(middle) + leaked + random.between(0, 2))
  const name = (exporter: string, cloud: string): string =>
    metrics === 'exporter' ? `${store.product.system}_${exporter}` : cloud
  sink.level(name('cpu_utilization_percent', 'CPUUtilization'), 'Percent', cpu)
  if (store.role === 'broker') {
    sink.level(
      name('queue_messages_ready', 'MessagesVisible'),
      '{message}',
      recorder.tallyOf(store.name, 0, atMs).queuedMs,
    )
    sink.counter(name('messages_published_total', 'MessagesIn'), statements)
    if (isOwn && fault.kind === 'broker_slow')
      sink.level(name('disk_io_time_percent', 'VolumeBusy'), 'Percent', random.between(93, 100))
    else sink.level(name('disk_io_time_percent', 'VolumeBusy'), 'Percent', random.between(3, 12))
    return
  }
  sink.counter(name('commands_total', 'Queries'), statements)
  sink.level(name('connections_active', 'DatabaseConnections'), '{connection}', connections)
  if (store.role !== 'cache') {
    sink.level(name('filesystem_used_percent', 'DiskUsedPercent'), 'Percent', disk)
    return
  }
  const { lookups, found } = recorder.tallyOf(store.name, 0, atMs)
  if (lookups > 0) sink.level(name('hit_ratio', 'CacheHitRate'), 'Percent', (100 * found) / lookups)
  sink.counter(name('evicted_keys_total', 'Evictions'), isOwn && fault.kind === 'cache_evicted' ? lookups * 2 : 0)
}

class Sink {
  readonly points: MetricPoint[] = []
  readonly #sums = new Map<string, number>()
  #resource: MetricPoint['resource'] = { service: '', environment: '', attributes: {} }
  #atMs = 0

  at(resource: MetricPoint['resource'], ms: number): void {
    this.#resource = resource
    this.#atMs = ms
  }

  level(name: string, unit: string, value: number, attributes: Attributes = {}): void {
    this.#push(name, unit, value, attributes, false)
  }

  counter(name: string, by: number, attributes: Attributes = {}): void {
    const key = `${name}${JSON.stringify(attributes)}${String(this.#resource.attributes['service.instance.id'])}`
    const sum = (this.#sums.get(key) ?? 0) + by
    this.#sums.set(key, sum)
    this.#push(name, '', sum, attributes, true)
  }

  #push(name: string, unit: string, value: number, attributes: Attributes, isSum: boolean): void {
    this.points.push({
      time: fromMillis(this.#atMs),
      startTime: null,
      name,
      unit,
      description: '',
      type: isSum ? 'sum' : 'gauge',
      temporality: isSum ? 'cumulative' : 'unspecified',
      isMonotonic: isSum,
      value,
      resource: this.#resource,
      scopeName: '',
      attributes,
    })
  }
}
