import { GetIncident } from './get-incident.ts'
import { ListIncidents } from './list-incidents.ts'

export const incidentOperations = [ListIncidents, GetIncident]
