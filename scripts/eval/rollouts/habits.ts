/** How a cluster sends its readings: whose names, where a pod is named, how often, and what is left out. */
import type { Random } from '../synthetic/random.ts'
import { type Cluster, calleesOf, type Service } from './cluster.ts'
import { needsTimes, type RolloutFault } from './faults.ts'

/** Of containers: cAdvisor and kube-state-metrics, OpenTelemetry's kubelet receiver, or agents of two vendors. */
type Resources = 'cadvisor' | 'kubelet' | 'agent' | 'insights'
/** Of requests: two service meshes, OpenTelemetry's and Micrometer's servers, a proxy, or rates a rule recorded. */
type Requests = 'istio' | 'linkerd' | 'otel' | 'micrometer' | 'proxy' | 'rates'

/** What may be left out, in the order in which it is. */
const OPTIONS = ['files', 'readiness', 'pressure', 'outbound', 'throttling', 'network'] as const
export type Option = (typeof OPTIONS)[number]

export interface Habits {
  readonly resources: Resources
  readonly requests: Requests
  readonly stepMs: number
  /** Pods named by the resource, or by each point. */
  readonly namesOnPoints: boolean
  readonly namesNodes: boolean
  readonly namesVersions: boolean
  readonly namesHashes: boolean
  readonly isDelta: boolean
  /** Counts without durations. */
  readonly isWithoutTimes: boolean
  readonly options: Set<Option>
  /** Readings that were lost on the way. */
  readonly lost: number
}

const POINTS_AIM = 10_500
/** Series of a pod that are never left out, about. */
const BASE_SERIES: Readonly<Record<Requests, number>> = {
  istio: 7,
  linkerd: 8,
  otel: 5,
  micrometer: 7,
  proxy: 8,
  rates: 7,
}
const SERIES: Readonly<Record<Option, number>> = {
  files: 1,
  readiness: 1,
  pressure: 1,
  outbound: 0,
  throttling: 2,
  network: 2,
}

/** Nobody could tell a slow way from slow callers that measure nothing of it, or answers that have less in them. */
function neededFor(kind: RolloutFault | null): Option[] {
  if (kind === 'network_delay') return ['outbound']
  return kind !== null && ['release_wrong', 'release_early', 'release_skips'].includes(kind) ? ['network'] : []
}

/** Kinds that are seen without any count of requests. */
const SEEN_IN_RESOURCES: ReadonlySet<string> = new Set([
  'release_burns',
  'release_leaks',
  'release_not_ready',
  'evicted',
  'scaled_down',
])

/** Services whose requests nobody counts, in some systems; null where nothing of the fault would be left. */
export function makeUncounted(
  random: Random,
  { services, entries }: Cluster,
  kind: RolloutFault | null,
  faulty: Service | null,
): Set<Service> | null {
  const isPartial = random.chance(0.25)
  const uncounted = services.filter((one) => {
    return isPartial && !entries.some(({ operation }) => operation.service === one) && random.chance(0.5)
  })
  const isSeen = kind === null || faulty === null || !uncounted.includes(faulty) || SEEN_IN_RESOURCES.has(kind)
  return isSeen ? new Set(uncounted) : null
}

export function makeHabits(random: Random, stepMs: number, kind: RolloutFault | null): Habits {
  const resources = random.pick(['cadvisor', 'cadvisor', 'kubelet', 'kubelet', 'agent', 'insights'] as const)
  const requests = random.pick(['istio', 'istio', 'linkerd', 'otel', 'micrometer', 'proxy', 'rates'] as const)
  const options = new Set(OPTIONS.filter(() => random.chance(0.6)))
  for (const option of neededFor(kind)) options.add(option)
  return {
    resources,
    requests,
    stepMs,
    namesOnPoints: random.chance(resources === 'cadvisor' ? 0.6 : 0.15),
    namesNodes: kind === 'noisy_node' || random.chance(0.8),
    namesVersions: random.chance(0.5),
    namesHashes: random.chance(0.3),
    isDelta: random.chance(0.4),
    isWithoutTimes: !needsTimes(kind) && random.chance(0.2),
    options,
    lost: random.pick([0, 0, 0.004, 0.012]),
  }
}

/** Leaves out what would make a case too large. Returns whether it then fits. */
export function isFitted(
  { options, requests, stepMs }: Habits,
  cluster: Cluster,
  kind: RolloutFault | null,
  seconds: number,
): boolean {
  const samples = (seconds * 1_000) / stepMs
  const pods = cluster.services.reduce((sum, { replicas }) => sum + replicas, 0)
  const edges = cluster.services.reduce((sum, one) => sum + one.replicas * calleesOf(one).length, 0)
  const points = (): number => {
    const own = [...options].reduce((sum, option) => sum + SERIES[option], BASE_SERIES[requests])
    return samples * (pods * own + (options.has('outbound') ? 2.3 * edges : 0))
  }
  for (const option of OPTIONS) {
    if (points() <= POINTS_AIM) return true
    if (!neededFor(kind).includes(option)) options.delete(option)
  }
  return points() <= POINTS_AIM
}
