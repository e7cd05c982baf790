/** Readings of every pod, step by step, as a cluster's habits have them. */
import type { Attributes, MetricPoint, Resource } from '../../../src/telemetry/model.ts'
import type { Random } from '../synthetic/random.ts'
import type { Cluster, Service } from './cluster.ts'
import type { Habits } from './habits.ts'
import type { Fleet, Pod, Usage } from './pods.ts'
import { outboundOf, requestsOf } from './request-readings.ts'
import { Sink } from './sink.ts'

const MB = 1_048_576
const PERIOD_MS = 100
const MESH: ReadonlySet<string> = new Set(['istio', 'linkerd', 'proxy'])

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export interface Extra {
  /** Processors of a service's pods that no request needs. */
  readonly cores: (service: Service, atMs: number) => number
  /** Busy part of a node beside its pods. */
  readonly nodeBusy: (node: string, atMs: number) => number
}

export function readingsOf(
  random: Random,
  cluster: Cluster,
  fleet: Fleet,
  habits: Habits,
  uncounted: ReadonlySet<Service>,
  { fromMs, toMs }: Span,
  extra: Extra,
): MetricPoint[] {
  const sink = new Sink(random, habits.isDelta)
  for (const service of cluster.services) {
    for (const pod of fleet.pods.get(service) ?? []) {
      if (pod.endMs > fromMs)
        readPod(random, sink, cluster, habits, pod, !uncounted.has(service), { fromMs, toMs }, extra)
    }
  }
  return sink.points.toSorted((a, b) => a.time.day - b.time.day || a.time.nanos - b.time.nanos)
}

function readPod(
  random: Random,
  sink: Sink,
  cluster: Cluster,
  habits: Habits,
  pod: Pod,
  isCounted: boolean,
  { fromMs, toMs }: Span,
  extra: Extra,
): void {
  const { stepMs } = habits
  const { resource, attributes } = namesOf(cluster, habits, pod)
  const state = new PodState(random, pod)
  const first = Math.ceil((Math.max(fromMs, pod.bornMs) - pod.phaseMs) / stepMs)
  const fromStart = pod.bornMs < fromMs ? fromMs - pod.bornMs : 0
  for (let at = first; (at + 1) * stepMs + pod.phaseMs <= Math.min(toMs, pod.endMs); at++) {
    const readMs = (at + 1) * stepMs + pod.phaseMs
    const usage = pod.usageAt(readMs - 1)
    const level = state.read(usage, readMs, stepMs, extra)
    if (random.chance(habits.lost)) continue
    const startMs = pod.startedMs(readMs)
    const age = { aged: fromStart / stepMs, startMs, pod: pod.name, life: `${pod.name}@${startMs}` }
    sink.at(resource, attributes, readMs, age)
    const busy = extra.nodeBusy(pod.node, readMs)
    if (!isGone(pod, readMs)) resourcesOf(sink, habits, pod, usage, level, busy)
    statesOf(sink, habits, pod, readMs)
    // A store speaks no protocol that a mesh or a framework would count.
    if (pod.service.isStore || !isCounted || readMs < pod.readyMs) continue
    if (MESH.has(habits.requests)) sink.keepsCounting()
    requestsOf(sink, habits, usage)
    if (habits.options.has('outbound')) outboundOf(sink, habits, usage)
  }
}

/** Between the kill of a container and its next start there is nothing to read. */
function isGone(pod: Pod, atMs: number): boolean {
  return atMs >= pod.downFromMs && pod.restarts.every((one) => one < pod.downFromMs || one > atMs)
}

interface Level {
  readonly cores: number
  readonly memoryMb: number
  readonly receivedBytes: number
  readonly sentBytes: number
  readonly filesBytes: number
}

/** What of a pod goes on from reading to reading. */
class PodState {
  readonly #random: Random
  readonly #pod: Pod
  readonly #idle: number
  readonly #own: number
  readonly #files: number
  #memory = 0
  #cpu = 0
  #written = 0

  constructor(random: Random, pod: Pod) {
    this.#random = random
    this.#pod = pod
    this.#idle = pod.service.cores * random.between(0.01, 0.06) + 0.001
    this.#own = random.between(0.96, 1.04) * pod.release.costs ** 0.5
    this.#files = random.between(20, 400)
  }

  read(usage: Usage, readMs: number, stepMs: number, extra: Extra): Level {
    const random = this.#random
    const { service } = this.#pod
    this.#memory = 0.9 * this.#memory + random.between(-0.012, 0.012)
    this.#cpu = 0.7 * this.#cpu + random.between(-0.05, 0.05)
    const seconds = stepMs / 1_000
    const startedMs = this.#pod.startedMs(readMs)
    const isStarting = readMs - startedMs < Math.min(60_000, service.startupMs + stepMs)
    const starting = isStarting
      ? service.cores * random.between(0.25, 0.7) * Math.min(1, service.startupMs / stepMs)
      : 0
    const worked = usage.cpuMs / stepMs + this.#idle + starting + extra.cores(service, readMs)
    const grown = 0.12 * (1 - Math.exp(-(readMs - startedMs) / 500_000)) - (isStarting ? 0.25 : 0)
    const open = (usage.durationMs / stepMs) * 0.4
    this.#written += usage.requests * 300 * random.between(0.8, 1.2)
    return {
      cores: worked * (1 + this.#cpu) * random.between(0.96, 1.04),
      memoryMb: service.baseMb * this.#own * (0.88 + grown + this.#memory) + usage.leakedMb + open,
      receivedBytes: usage.receivedBytes + seconds * random.between(150, 420),
      sentBytes: usage.sentBytes + seconds * random.between(150, 420),
      filesBytes: this.#files * MB + this.#written,
    }
  }
}

function resourcesOf(sink: Sink, habits: Habits, pod: Pod, usage: Usage, level: Level, nodeBusy: number): void {
  const { options, stepMs, resources } = habits
  const { cores, memoryMb, receivedBytes, sentBytes, filesBytes } = level
  const { service } = pod
  const seconds = stepMs / 1_000
  const periods = Math.round((stepMs / PERIOD_MS) * Math.min(1, 0.1 + cores / service.cores))
  const throttled = Math.min(periods, Math.round(usage.throttledMs / PERIOD_MS))
  const [cpu, memory] = [Math.min(cores, service.cores * 1.02), Math.min(memoryMb, service.limitMb)]
  const has = (option: Parameters<typeof options.has>[0]): boolean => options.has(option)
  if (resources === 'cadvisor') {
    sink.counter('container_cpu_usage_seconds_total', '', cpu * seconds)
    sink.level('container_memory_working_set_bytes', '', Math.round(memory * MB))
    if (has('throttling') && service.hasLimit) {
      sink.counter('container_cpu_cfs_periods_total', '', periods)
      sink.counter('container_cpu_cfs_throttled_periods_total', '', throttled)
    }
    if (has('network')) {
      sink.counter('container_network_receive_bytes_total', '', Math.round(receivedBytes))
      sink.counter('container_network_transmit_bytes_total', '', Math.round(sentBytes))
    }
    if (has('files')) sink.level('container_fs_usage_bytes', '', Math.round(filesBytes))
    if (has('pressure'))
      sink.counter('container_pressure_cpu_waiting_seconds_total', '', Math.min(seconds, usage.stalledMs / 1_000))
    return
  }
  if (resources === 'kubelet') {
    if (service.hasLimit) sink.level('k8s.container.cpu_limit_utilization', '1', cpu / service.cores)
    else sink.level('container.cpu.usage', '{cpu}', cpu)
    sink.level('k8s.pod.memory.working_set', 'By', Math.round(memory * MB))
    if (has('network')) {
      sink.counter('k8s.pod.network.io', 'By', Math.round(receivedBytes), { interface: 'eth0', direction: 'receive' })
      sink.counter('k8s.pod.network.io', 'By', Math.round(sentBytes), { interface: 'eth0', direction: 'transmit' })
    }
    if (has('files')) sink.level('k8s.pod.filesystem.usage', 'By', Math.round(filesBytes))
    if (has('pressure')) sink.level('k8s.node.cpu.utilization', '%', 100 * nodeBusy)
    return
  }
  if (resources === 'agent') {
    sink.level('kubernetes.cpu.usage.total', 'nanocore', Math.round(cpu * 1e9))
    sink.level('kubernetes.memory.working_set', 'byte', Math.round(memory * MB))
    if (has('throttling') && service.hasLimit) sink.level('container.cpu.throttled.periods', '', throttled / seconds)
    if (has('network')) {
      sink.level('kubernetes.network.rx_bytes', 'byte/s', receivedBytes / seconds)
      sink.level('kubernetes.network.tx_bytes', 'byte/s', sentBytes / seconds)
    }
    if (has('files')) sink.level('kubernetes.ephemeral_storage.usage', 'byte', Math.round(filesBytes))
    if (has('pressure'))
      sink.level('container.cpu.partial_stall', 'ns/s', Math.min(1e9, (usage.stalledMs * 1e6) / seconds))
    return
  }
  sink.level('pod_cpu_utilization_over_pod_limit', 'Percent', (100 * cpu) / service.cores)
  sink.level('pod_memory_utilization_over_pod_limit', 'Percent', (100 * memory) / service.limitMb)
  if (has('network')) {
    sink.level('pod_network_rx_bytes', 'Bytes/Second', receivedBytes / seconds)
    sink.level('pod_network_tx_bytes', 'Bytes/Second', sentBytes / seconds)
  }
  if (has('files')) sink.level('container_filesystem_usage', 'Bytes', Math.round(filesBytes))
  if (has('pressure')) sink.level('node_cpu_utilization', 'Percent', 100 * nodeBusy)
}

/** Restarts and readiness, which the cluster itself tells. */
function statesOf(sink: Sink, { resources, options }: Habits, pod: Pod, readMs: number): void {
  const names = {
    cadvisor: ['kube_pod_container_status_restarts_total', 'kube_pod_container_status_ready', ''],
    kubelet: ['k8s.container.restarts', 'k8s.container.ready', '{restart}'],
    agent: ['kubernetes.containers.restarts', 'kubernetes_state.container.ready', ''],
    insights: ['pod_number_of_container_restarts', 'pod_status_ready', 'Count'],
  } as const
  const [restarts, ready, unit] = names[resources]
  sink.level(restarts, unit, pod.restarts.filter((one) => one <= readMs).length)
  if (!options.has('readiness')) return
  const isReady = readMs >= pod.readyMs && !(readMs >= pod.downFromMs && readMs < pod.downToMs)
  sink.level(ready, '', isReady ? 1 : 0)
}

function namesOf(cluster: Cluster, habits: Habits, pod: Pod): { resource: Resource; attributes: Attributes } {
  const { service, version, hash } = { ...pod.release, service: pod.service.name }
  const named = habits.namesVersions && !pod.service.isStore
  if (habits.namesOnPoints) {
    const attributes = {
      namespace: cluster.namespace,
      pod: pod.name,
      container: service,
      ...(habits.namesNodes ? { node: pod.node } : {}),
      ...(named ? { version: `v${version}` } : {}),
      ...(habits.namesHashes && !pod.service.isStore ? { pod_template_hash: hash } : {}),
    }
    return { resource: { service, environment: '', attributes: { 'service.name': service } }, attributes }
  }
  const attributes = {
    'service.name': service,
    ...(named ? { 'service.version': `1.${version}.0` } : {}),
    'k8s.namespace.name': cluster.namespace,
    'k8s.pod.name': pod.name,
    ...(habits.namesNodes ? { 'k8s.node.name': pod.node } : {}),
    ...(habits.namesHashes && !pod.service.isStore ? { 'k8s.replicaset.name': `${service}-${hash}` } : {}),
  }
  return { resource: { service, environment: '', attributes }, attributes: {} }
}
