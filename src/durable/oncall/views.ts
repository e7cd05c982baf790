/** From stored incidents to what is answered. */
import type {
  Brief,
  IncidentAlert,
  IncidentAnalysis,
  IncidentDetail,
  IncidentItem,
  IncidentPage,
  IncidentQuery,
  TimelineEntry,
} from '../../contracts/incident-protocol.ts'
import type { IncidentRecord } from '../../oncall/incidents/records.ts'
import type { IncidentStore } from './incident-store.ts'

export function incidentPage(store: IncidentStore, query: IncidentQuery): IncidentPage {
  const rows = store.page(query)
  const incidents = rows.slice(0, query.limit).map(itemOf)
  return { incidents, nextCursor: rows.length > query.limit ? (incidents.at(-1)?.id ?? null) : null }
}

/** Null: there is none. */
export function incidentDetail(store: IncidentStore, id: string): IncidentDetail | null {
  const incident = store.incident(id)
  if (incident === null) return null
  const [timeline, alerts, analysis] = [store.timelineOf(id), store.alertsOf(id), store.analysisOf(id)]
  return detailOf(incident, { timeline, alerts, analysis })
}

function itemOf(incident: IncidentRecord): IncidentItem {
  const { brief, investigation } = incident
  return {
    id: incident.id,
    title: incident.title,
    severity: incident.severity,
    state: incident.state,
    source: incident.source,
    services: incident.services,
    startedAt: incident.startedAtMs,
    openedAt: incident.openedAtMs,
    lastAlertAt: incident.lastAlertAtMs,
    resolvedAt: incident.resolvedAtMs,
    alerts: incident.alerts,
    openAlerts: incident.openAlerts,
    repeats: incident.repeats,
    threadId: incident.threadId,
    investigation: {
      state: investigation.state,
      runId: investigation.runId,
      reason: investigation.reason,
      dueAt: investigation.dueAtMs,
    },
    headline: brief?.cause.statement.text ?? null,
    causeService: brief?.cause.service ?? null,
    confidence: brief?.cause.confidence ?? null,
    feedback: incident.feedback,
  }
}

interface StoredParts {
  readonly timeline: readonly TimelineEntry[]
  readonly alerts: readonly IncidentAlert[]
  readonly analysis: IncidentAnalysis | null
}

function detailOf(incident: IncidentRecord, { timeline, alerts, analysis }: StoredParts): IncidentDetail {
  return {
    ...itemOf(incident),
    brief: incident.brief,
    analysis,
    timeline: wholeTimeline(timeline, incident.brief),
    alertList: alerts,
    followUps: incident.followUps.map(({ kind, dueAtMs, state, runId, text }) => ({
      kind,
      dueAt: dueAtMs,
      state,
      runId,
      text,
    })),
  }
}

/** What happened and what was found to have happened, in the order of time: the brief tells onset, changes and end. */
function wholeTimeline(stored: readonly TimelineEntry[], brief: Brief | null): TimelineEntry[] {
  if (brief === null) return [...stored]
  const { since, runId, changes, cause } = brief
  const drawn: TimelineEntry[] = changes
    .filter(({ state }) => state !== 'unrelated')
    .map(({ changeId, startedAt, kind, title, state, because }) => ({
      id: `change-${changeId}`,
      at: startedAt,
      kind: 'change',
      text: `${kind.replace('_', ' ')} "${title}" (${state === 'culprit' ? 'to blame' : 'does not fit'}: ${because}).`,
      subject: changeId,
    }))
  if (since.at !== null) {
    const where = cause.service === null ? '' : ` in ${cause.service}`
    drawn.push({ id: 'onset', at: since.at, kind: 'onset', text: `The trouble began${where}.`, subject: runId })
  }
  if (since.until !== null)
    drawn.push({ id: 'recovered', at: since.until, kind: 'recovered', text: 'It was over.', subject: runId })
  return [...drawn, ...stored].toSorted((a, b) => a.at - b.at)
}
