/** The window of an incident: the range of telemetry, and the services, that show what it did. */
import type { IncidentDetail } from '../../contracts/incident-protocol.ts'

export interface IncidentWindow {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly onset: number
  readonly to: number
  /** The cause first, then who alerts, then who was drawn in. */
  readonly services: readonly string[]
}

/** What is normal has to be seen before what is not. */
const BEFORE_MS = 600_000
/** Changes within this time before the onset belong to the window: whether one fits is the question. */
const CHANGE_NEAR_MS = 3_600_000
const AFTER_MS = 60_000
/** Lines of a chart that a reader can still tell apart. */
const SERVICES_MAX = 4

/** Reaches from as long before the onset as the analysis looked at, until the end of the incident or the last alert. */
export function windowOf(incident: IncidentDetail): IncidentWindow {
  const { analysis, brief, resolvedAt, startedAt, lastAlertAt } = incident
  const onset = analysis?.onset?.at ?? startedAt
  const changes = brief?.changes.map((change) => change.startedAt) ?? []
  const near = changes.filter((at) => at < onset && onset - at <= CHANGE_NEAR_MS).map((at) => at - AFTER_MS)
  return {
    from: Math.min(analysis?.from ?? startedAt, onset - BEFORE_MS, ...near),
    onset,
    to: Math.max(analysis?.to ?? lastAlertAt, resolvedAt ?? lastAlertAt, onset) + AFTER_MS,
    services: servicesOf(incident).slice(0, SERVICES_MAX),
  }
}

/** Every service that the incident names as cause, alerting or drawn in, each once. */
export function servicesOf({ causeService, services, analysis }: IncidentDetail): readonly string[] {
  const drawnIn = analysis?.propagation.flatMap(({ from, to }) => [to, from]) ?? []
  return [...new Set([...(causeService === null ? [] : [causeService]), ...services, ...drawnIn])]
}
