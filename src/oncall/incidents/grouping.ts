/**
 * Which incident an alert belongs to. Alerts of one outage come within minutes from services that depend on each other,
 * and the labels of the place they happen in agree; alerts of another place never belong together. Pure and bounded: at
 * most a few dozen open incidents are looked at.
 */

/** What grouping looks at of an alert. */
export interface GroupedAlert {
  readonly service: string | null
  readonly startedAt: number
  readonly labels: Readonly<Record<string, string>>
}

/** What grouping looks at of an open incident. */
export interface GroupingIncident {
  readonly id: string
  readonly services: readonly string[]
  readonly startedAt: number
  /** Start of the alert that joined last. */
  readonly lastStartedAt: number
  readonly labels: Readonly<Record<string, string>>
}

/** Who calls whom, in either direction; empty where no traces are known. */
export type Topology = ReadonlyMap<string, ReadonlySet<string>>

/** Alerts of one onset come within this of each other. */
const SAME_ONSET_MS = 5 * 60_000
/** Alerts of one service, and of services that depend on each other, may come later: trouble spreads. */
const SPREADING_MS = 30 * 60_000
/** While it is open, an incident takes what its own services say; a day later it is another one. */
const SAME_SERVICE_MS = 24 * 3_600_000
/** Calls between two services that one outage spans. */
const HOPS_MAX = 3
/** Services walked through to find the way from one to another: a graph of any size costs no more. */
const VISITED_MAX = 2_000

/** Labels that name a place: where two alerts have them with other values, they are of different outages. */
const PLACES: readonly (readonly string[])[] = [
  ['environment', 'env', 'deployment_environment', 'deployment.environment', 'deployment.environment.name', 'stage'],
  ['cluster', 'k8s_cluster', 'k8s.cluster.name', 'kubernetes_cluster'],
  ['region', 'cloud.region', 'aws_region'],
  ['tenant', 'customer'],
]

/** The incident this alert joins, null where it opens one of its own. Of several the nearest in time. */
export function incidentFor(alert: GroupedAlert, open: readonly GroupingIncident[], topology: Topology): string | null {
  const fitting = open
    .map((incident) => ({ incident, distanceMs: distanceOf(alert, incident) }))
    .filter(({ incident, distanceMs }) => belongs(alert, incident, distanceMs, topology))
    .sort((a, b) => a.distanceMs - b.distanceMs || (a.incident.id < b.incident.id ? -1 : 1))
  return fitting[0]?.incident.id ?? null
}

/** To the stretch in which the incident's alerts began. */
function distanceOf(alert: GroupedAlert, { startedAt, lastStartedAt }: GroupingIncident): number {
  if (alert.startedAt < startedAt) return startedAt - alert.startedAt
  return Math.max(0, alert.startedAt - lastStartedAt)
}

function belongs(alert: GroupedAlert, incident: GroupingIncident, distanceMs: number, topology: Topology): boolean {
  if (isElsewhere(alert.labels, incident.labels)) return false
  if (alert.service !== null && incident.services.includes(alert.service)) return distanceMs <= SAME_SERVICE_MS
  if (distanceMs > SPREADING_MS) return false
  const related = isRelated(alert.service, incident.services, topology)
  if (related === 'near') return true
  // Nobody knows how these depend on each other: only what begins together is taken for one.
  if (related === 'unknown') return distanceMs <= SAME_ONSET_MS
  // Known, and far apart: at one moment and in one place it is still one outage, such as a host or a network.
  return distanceMs <= SAME_ONSET_MS && isSamePlace(alert.labels, incident.labels)
}

function isRelated(
  service: string | null,
  services: readonly string[],
  topology: Topology,
): 'near' | 'far' | 'unknown' {
  if (service === null || services.length === 0 || !topology.has(service)) return 'unknown'
  const goals = new Set(services.filter((name) => topology.has(name)))
  if (goals.size === 0) return 'unknown'
  return isWithin(service, goals, topology) ? 'near' : 'far'
}

/** Breadth first, over calls in either direction. */
function isWithin(from: string, goals: ReadonlySet<string>, topology: Topology): boolean {
  const seen = new Set([from])
  let edge = [from]
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    const next: string[] = []
    for (const name of edge)
      for (const other of topology.get(name) ?? []) {
        if (goals.has(other)) return true
        if (seen.has(other) || seen.size >= VISITED_MAX) continue
        seen.add(other)
        next.push(other)
      }
    edge = next
  }
  return false
}

function placeOf(labels: Readonly<Record<string, string>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(labels, name) ? labels[name] : undefined
    if (value !== undefined && value !== '') return value
  }
  return null
}

function isElsewhere(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return PLACES.some((names) => {
    const [one, other] = [placeOf(a, names), placeOf(b, names)]
    return one !== null && other !== null && one !== other
  })
}

function isSamePlace(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return PLACES.some((names) => {
    const place = placeOf(a, names)
    return place !== null && place === placeOf(b, names)
  })
}

/** Callers and callees of each service. */
export function topologyOf(calls: readonly (readonly [caller: string, callee: string])[]): Topology {
  const neighbours = new Map<string, Set<string>>()
  const add = (name: string, other: string) => {
    const known = neighbours.get(name)
    if (known === undefined) neighbours.set(name, new Set([other]))
    else known.add(other)
  }
  for (const [caller, callee] of calls) {
    add(caller, callee)
    add(callee, caller)
  }
  return neighbours
}
