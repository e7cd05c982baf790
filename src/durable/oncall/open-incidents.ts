/**
 * The open incidents as they are stored, kept in memory: every alert is compared with them, and reading them anew for
 * each turn of a storm costs more than all else. Whoever undoes a transaction calls `forget`.
 */
import type { IncidentRecord } from '../../oncall/incidents/records.ts'

/** Incidents that new alerts are compared with: the ones that met an alert last. */
export const OPEN_MAX = 200

export class OpenIncidents {
  readonly #read: (limit: number) => readonly IncidentRecord[]
  #known: Map<string, IncidentRecord> | null = null
  /** More than these are open: when one of them is resolved, another takes its place. */
  #areMore = false

  /** `read` gives the open incidents that met an alert last, up to a limit. */
  constructor(read: (limit: number) => readonly IncidentRecord[]) {
    this.#read = read
  }

  all(): readonly IncidentRecord[] {
    return [...this.#load().values()]
  }

  /** Null: it is not open, or not among the latest. */
  get(id: string): IncidentRecord | null {
    return this.#known?.get(id) ?? null
  }

  /** Takes over an incident that was just written. */
  put(incident: IncidentRecord): void {
    const known = this.#known
    if (known === null) return
    if (incident.state === 'open') known.set(incident.id, incident)
    else if (known.delete(incident.id) && this.#areMore) this.#known = null
    if (known.size > OPEN_MAX) {
      this.#areMore = true
      known.delete(earliestOf(known))
    }
  }

  /** What was taken over may not be what is stored. */
  forget(): void {
    this.#known = null
  }

  #load(): Map<string, IncidentRecord> {
    if (this.#known !== null) return this.#known
    const read = this.#read(OPEN_MAX + 1)
    this.#areMore = read.length > OPEN_MAX
    this.#known = new Map(read.slice(0, OPEN_MAX).map((incident) => [incident.id, incident]))
    return this.#known
  }
}

function earliestOf(known: ReadonlyMap<string, IncidentRecord>): string {
  let [earliest, atMs] = ['', Number.POSITIVE_INFINITY]
  for (const { id, lastAlertAtMs } of known.values()) if (lastAlertAtMs < atMs) [earliest, atMs] = [id, lastAlertAtMs]
  return earliest
}
