/**
 * Finds the incident that an alert belongs to. Alerts of one outage start within minutes of each other, in services that
 * depend on each other, and their labels name the same place. Alerts of different places are never grouped. Pure and
 * bounded: there are at most a few dozen open incidents.
 */

/** The fields of an alert that grouping reads. */
export interface GroupedAlert {
  readonly service: string | null
  readonly startedAt: number
  readonly labels: Readonly<Record<string, string>>
}

/** The fields of an open incident that grouping reads. */
export interface GroupingIncident {
  readonly id: string
  readonly services: readonly string[]
  readonly startedAt: number
  /** The start of the alert that joined last. */
  readonly lastStartedAt: number
  readonly labels: Readonly<Record<string, string>>
}

/** The callers and callees of each service. Empty if there are no traces. */
export type Topology = ReadonlyMap<string, ReadonlySet<string>>

/** Alerts of one onset start within this time. */
const SAME_ONSET_MS = 5 * 60_000
/** Alerts of services that depend on each other may start later, because failures spread. */
const SPREADING_MS = 30 * 60_000
/** An open incident takes alerts of its own services for this long. A later alert is another incident. */
const SAME_SERVICE_MS = 24 * 3_600_000
/** Most calls between two services of one outage. */
const HOPS_MAX = 3
/** Most services to visit on the way from one to another, which bounds the cost for a graph of any size. */
const VISITED_MAX = 2_000

/** Labels that name a place. Alerts with different values of one of them belong to different outages. */
const PLACES: readonly (readonly string[])[] = [
  ['environment', 'env', 'deployment_environment', 'deployment.environment', 'deployment.environment.name', 'stage'],
  ['cluster', 'k8s_cluster', 'k8s.cluster.name', 'kubernetes_cluster'],
  ['region', 'cloud.region', 'aws_region'],
  ['tenant', 'customer'],
]

/** Returns the id of the incident to join, the nearest in time; null if the alert should open a new one. */
export function incidentFor(alert: GroupedAlert, open: readonly GroupingIncident[], topology: Topology): string | null {
  const fitting = open
    .map((incident) => ({ incident, distanceMs: distanceOf(alert, incident) }))
    .filter(({ incident, distanceMs }) => belongs(alert, incident, distanceMs, topology))
    .sort((a, b) => a.distanceMs - b.distanceMs || (a.incident.id < b.incident.id ? -1 : 1))
  return fitting[0]?.incident.id ?? null
}

/** Returns the time between the alert and the starts of the incident's alerts, in milliseconds. */
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
  // It is not known how these services depend on each other, so only alerts that start together are grouped.
  if (related === 'unknown') return distanceMs <= SAME_ONSET_MS
  // The services are far apart. At one time and in one place it is still one outage, such as a host or a network.
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

/** Searches breadth first, over calls in either direction. */
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

/** Makes the topology from a list of calls. */
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
