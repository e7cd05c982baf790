/** Takes alerts in: decides on each, places it in an incident, and updates that incident. Runs inside one transaction. */
import { newId } from '../../contracts/ids.ts'
import type { AlertFate, IncidentEvent, NormalizedAlert, PlacedProject } from '../../contracts/oncall-protocol.ts'
import { newThreadId } from '../../contracts/thread-ids.ts'
import type { IncidentChange } from '../../oncall/incidents/change.ts'
import { decideAlert, type KnownAlert, placeOf } from '../../oncall/incidents/decide.ts'
import type { GroupingIncident, Topology } from '../../oncall/incidents/grouping.ts'
import { incidentTransition, mayReopen, openIncident } from '../../oncall/incidents/machine.ts'
import type { WindowScope } from '../../oncall/incidents/maintenance.ts'
import type { IncidentRecord, JoiningAlert } from '../../oncall/incidents/records.ts'
import { ALERTS_SHOWN_MAX, type IncidentStore } from './incident-store.ts'

export interface IntakeInput {
  readonly owner: PlacedProject
  readonly windows: readonly WindowScope[]
  readonly topology: Topology
  readonly urlOf: (incidentId: string) => string
  readonly nowMs: number
}

/** Changed incidents are written once, at the end: ten thousand alerts of one incident write its row once. */
export class AlertIntake {
  readonly #store: IncidentStore
  readonly #input: IntakeInput
  readonly #touched = new Map<string, IncidentRecord>()
  readonly #open: Map<string, GroupingIncident>

  constructor(store: IncidentStore, input: IntakeInput) {
    this.#store = store
    this.#input = input
    this.#open = new Map(store.openIncidents().map((incident) => [incident.id, groupingOf(incident)]))
  }

  /** Returns what became of the alert. */
  take(alert: NormalizedAlert): AlertFate {
    const { nowMs, windows, topology } = this.#input
    const known = this.#store.knownAlert(alert)
    const around = {
      known,
      windows,
      open: [...this.#open.values()],
      topology,
      mayReopen: (id: string) => this.#mayReopen(id),
      nowMs,
    }
    const decision = decideAlert(alert, around)
    switch (decision.kind) {
      case 'late':
        return fateOf('late', known?.incidentId)
      case 'keep_closed':
        this.#store.addAlert(newId(), { ...alert, raw: '' }, { incidentId: null, windowId: null, nowMs })
        return fateOf('keep_closed')
      case 'suppress':
        this.#store.addAlert(newId(), alert, { incidentId: null, windowId: decision.windowId, nowMs })
        return { ...fateOf('suppress'), windowId: decision.windowId }
      case 'repeat':
        this.#repeat(alert, decision.known)
        return { ...fateOf('repeat', decision.known.incidentId), windowId: decision.known.windowId }
      case 'close':
        this.#close(alert, decision.known)
        return fateOf('close', decision.known.incidentId)
      case 'join': {
        const isResolved = this.#incident(decision.incidentId)?.state === 'resolved'
        this.#place(newId(), alert, decision.incidentId, true)
        return fateOf(isResolved ? 'reopen' : 'join', decision.incidentId)
      }
      case 'open':
        return fateOf('open', this.#place(newId(), alert, null, true))
    }
  }

  /** Places an alert that a maintenance window suppressed and that still fires when the window has ended. */
  release(id: string, alert: NormalizedAlert): void {
    const { topology } = this.#input
    const around = { known: null, open: [...this.#open.values()], topology, mayReopen: () => false }
    const place = placeOf(alert, around)
    this.#place(id, alert, place.kind === 'join' ? place.incidentId : null, false)
  }

  /** Applies one change to an incident and returns it. */
  change(incident: IncidentRecord, event: IncidentChange): IncidentRecord {
    return this.#apply(incident, incidentTransition(incident, event, this.#input.nowMs))
  }

  /** Writes the incidents that changed. */
  finish(): void {
    for (const incident of this.#touched.values()) this.#store.put(incident)
    this.#touched.clear()
  }

  /** Returns the id of its incident. */
  #place(id: string, alert: NormalizedAlert, incidentId: string | null, isNew: boolean): string {
    const joining = joiningOf(id, alert)
    const found = incidentId === null ? null : this.#incident(incidentId)
    const before = found?.alerts ?? 0
    const incident =
      found === null
        ? this.#apply(null, openIncident(this.#ids(), joining, this.#input.nowMs))
        : this.change(found, { type: 'alert_joined', alert: joining })
    if (!isNew) {
      this.#store.placeAlert(id, incident.id)
      return incident.id
    }
    // In a storm, only the first alerts keep what their senders wrote.
    const kept = before < ALERTS_SHOWN_MAX ? alert : { ...alert, raw: '' }
    this.#store.addAlert(id, kept, { incidentId: incident.id, windowId: null, nowMs: this.#input.nowMs })
    return incident.id
  }

  #repeat(alert: NormalizedAlert, known: KnownAlert): void {
    this.#store.repeatAlert(known.id, this.#input.nowMs)
    const incident = known.incidentId === null ? null : this.#incident(known.incidentId)
    if (incident !== null) this.change(incident, { type: 'alert_repeated', severity: alert.severity })
  }

  #close(alert: NormalizedAlert, known: KnownAlert): void {
    const endedAt = alert.endedAt ?? this.#input.nowMs
    this.#store.closeAlert(known.id, endedAt, this.#input.nowMs)
    const incident = known.incidentId === null ? null : this.#incident(known.incidentId)
    if (incident !== null)
      this.change(incident, { type: 'alert_closed', alertId: known.id, title: alert.title, endedAt })
  }

  #apply(before: IncidentRecord | null, outcome: ReturnType<typeof openIncident>): IncidentRecord {
    const { incident, entries, events, analysis } = outcome
    this.#store.addEntries(incident.id, before?.entries ?? 0, entries)
    this.#store.addEvents(events.map((draft) => this.#event(incident, draft)))
    if (analysis !== null) this.#store.putAnalysis(incident.id, analysis)
    this.#touched.set(incident.id, incident)
    if (incident.state === 'open') this.#open.set(incident.id, groupingOf(incident))
    else this.#open.delete(incident.id)
    return incident
  }

  #event(
    incident: IncidentRecord,
    { type, sequence, at, headline, text }: ReturnType<typeof openIncident>['events'][number],
  ): IncidentEvent {
    const { id, severity, title, threadId, state, services } = incident
    const cause = incident.brief?.cause.service ?? null
    return {
      id: `${id}.${sequence}`,
      incidentId: id,
      sequence,
      type,
      at,
      severity,
      state,
      services: cause === null || services.includes(cause) ? services : [...services, cause],
      title,
      headline,
      text,
      url: this.#input.urlOf(id),
      threadId,
    }
  }

  #incident(id: string): IncidentRecord | null {
    return this.#touched.get(id) ?? this.#store.incident(id)
  }

  #mayReopen(id: string): boolean {
    const incident = this.#incident(id)
    return incident !== null && (incident.state === 'open' || mayReopen(incident, this.#input.nowMs))
  }

  #ids(): { readonly id: string; readonly threadId: string } {
    const threadId = newThreadId(this.#input.nowMs, (bytes) => crypto.getRandomValues(bytes))
    return { id: newId(), threadId }
  }
}

function fateOf(action: AlertFate['action'], incidentId: string | null = null): AlertFate {
  return { action, incidentId, windowId: null }
}

function groupingOf({ id, services, startedAtMs, lastStartedAtMs, labels }: IncidentRecord): GroupingIncident {
  return { id, services, startedAt: startedAtMs, lastStartedAt: lastStartedAtMs, labels }
}

function joiningOf(id: string, alert: NormalizedAlert): JoiningAlert {
  const { source, severity, title, service, entities, startedAt, labels } = alert
  return { id, source, severity, title, service, entities, startedAt, labels }
}
