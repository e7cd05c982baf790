import { GetSharedEvidence } from './get-shared-evidence.ts'
import { GetSharedIncident } from './get-shared-incident.ts'
import { GetSharedPostmortem } from './get-shared-postmortem.ts'
import { GetSharedTelemetry } from './get-shared-telemetry.ts'

export const sharedIncidentOperations = [GetSharedIncident, GetSharedPostmortem, GetSharedTelemetry, GetSharedEvidence]
