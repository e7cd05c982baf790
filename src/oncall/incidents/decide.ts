/** Decides what an incoming alert does: opens an incident, joins one, closes, repeats or is suppressed. Pure. */
import type { NormalizedAlert } from '../../contracts/oncall-protocol.ts'
import { type GroupingIncident, incidentFor, type Topology } from './grouping.ts'
import { type WindowScope, windowFor } from './maintenance.ts'

/** The last known alert with this source and dedup key. */
export interface KnownAlert {
  readonly id: string
  readonly status: 'firing' | 'resolved'
  readonly startedAt: number
  readonly incidentId: string | null
  readonly windowId: string | null
}

export type AlertDecision =
  | { readonly kind: 'repeat'; readonly known: KnownAlert }
  | { readonly kind: 'close'; readonly known: KnownAlert }
  /** The end of an alert whose start has not arrived. It is stored, so that a late start opens no incident. */
  | { readonly kind: 'keep_closed' }
  /** The known alert is newer. */
  | { readonly kind: 'late' }
  | { readonly kind: 'suppress'; readonly windowId: string }
  | { readonly kind: 'join'; readonly incidentId: string }
  | { readonly kind: 'open' }

export interface Surroundings {
  readonly known: KnownAlert | null
  readonly windows: readonly WindowScope[]
  readonly open: readonly GroupingIncident[]
  readonly topology: Topology
  /** Returns true if the incident is resolved and recent enough to be reopened. */
  readonly mayReopen: (incidentId: string) => boolean
  readonly nowMs: number
}

/** Returns what to do with an alert. */
export function decideAlert(alert: NormalizedAlert, around: Surroundings): AlertDecision {
  const { known } = around
  if (alert.status === 'resolved') return decideResolved(alert, known)
  if (known?.status === 'firing') return { kind: 'repeat', known }
  // The start of an occurrence, delivered after its end.
  if (known !== null && alert.startedAt <= known.startedAt) return { kind: 'late' }
  const window = windowFor(alert, around.windows, around.nowMs)
  if (window !== null) return { kind: 'suppress', windowId: window.id }
  return placeOf(alert, around)
}

/** Returns the incident of an alert that no maintenance window suppresses. */
export function placeOf(
  alert: NormalizedAlert,
  { known, open, topology, mayReopen }: Pick<Surroundings, 'known' | 'open' | 'topology' | 'mayReopen'>,
): Extract<AlertDecision, { kind: 'join' | 'open' }> {
  const before = known?.incidentId ?? null
  if (before !== null && mayReopen(before)) return { kind: 'join', incidentId: before }
  const incidentId = incidentFor(alert, open, topology)
  return incidentId === null ? { kind: 'open' } : { kind: 'join', incidentId }
}

function decideResolved(alert: NormalizedAlert, known: KnownAlert | null): AlertDecision {
  if (known === null) return { kind: 'keep_closed' }
  if (known.status === 'resolved') return alert.startedAt > known.startedAt ? { kind: 'keep_closed' } : { kind: 'late' }
  // The end of an earlier occurrence, delivered after the start of the next one.
  if (alert.endedAt !== null && alert.endedAt < known.startedAt) return { kind: 'late' }
  return { kind: 'close', known }
}
