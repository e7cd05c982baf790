/** From stored incidents to what is answered. */
import type { IncidentAlert, IncidentDetail, IncidentItem, TimelineEntry } from '../../contracts/incident-protocol.ts'
import type { IncidentRecord } from '../../oncall/incidents/records.ts'

export function itemOf(incident: IncidentRecord): IncidentItem {
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

export function detailOf(
  incident: IncidentRecord,
  timeline: readonly TimelineEntry[],
  alertList: readonly IncidentAlert[],
): IncidentDetail {
  return {
    ...itemOf(incident),
    brief: incident.brief,
    timeline,
    alertList,
    followUps: incident.followUps.map(({ kind, dueAtMs, state, runId, text }) => ({
      kind,
      dueAt: dueAtMs,
      state,
      runId,
      text,
    })),
  }
}
