import { GetAccuracy } from './get-accuracy.ts'
import { GetIncident } from './get-incident.ts'
import { GetPostmortem } from './get-postmortem.ts'
import { GiveFeedback } from './give-feedback.ts'
import { ListIncidentAlerts } from './list-incident-alerts.ts'
import { ListIncidents } from './list-incidents.ts'
import { ResolveIncident } from './resolve-incident.ts'

// The path with a fixed word comes before the one with an id.
export const incidentOperations = [
  ListIncidents,
  GetAccuracy,
  GetIncident,
  ListIncidentAlerts,
  GetPostmortem,
  GiveFeedback,
  ResolveIncident,
]
