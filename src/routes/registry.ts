/** Every operation of the API. The order is the order of the OpenAPI document. */
import type { OperationClass } from '../http/operation.ts'
import { alertKeyOperations } from './alert-keys/index.ts'
import { alertOperations } from './alerts/index.ts'
import { auditEventOperations } from './audit-events/index.ts'
import { billingOperations } from './billing/index.ts'
import { changeOperations } from './changes/index.ts'
import { dataSourceOperations } from './data-sources/index.ts'
import { destinationOperations } from './destinations/index.ts'
import { identityOperations } from './identity/index.ts'
import { incidentShareOperations } from './incident-shares/index.ts'
import { incidentOperations } from './incidents/index.ts'
import { intakeOperations } from './intake/index.ts'
import { invitationOperations } from './invitations/index.ts'
import { logSourceOperations } from './log-sources/index.ts'
import { logStreamOperations } from './log-streams/index.ts'
import { maintenanceWindowOperations } from './maintenance-windows/index.ts'
import { mcpServerOperations } from './mcp-servers/index.ts'
import { memberOperations } from './members/index.ts'
import { messageOperations } from './messages/index.ts'
import { monitorOperations } from './monitors/index.ts'
import { noteOperations } from './notes/index.ts'
import { organizationOperations } from './organizations/index.ts'
import { projectOperations } from './projects/index.ts'
import { publicKeyOperations } from './public-keys/index.ts'
import { recommendationOperations } from './recommendations/index.ts'
import { redactionOperations } from './redaction/index.ts'
import { runOperations } from './runs/index.ts'
import { scheduleOperations } from './schedules/index.ts'
import { searchOperations } from './search/index.ts'
import { secretKeyOperations } from './secret-keys/index.ts'
import { sharedIncidentOperations } from './shared-incidents/index.ts'
import { telemetryOperations } from './telemetry/index.ts'
import { threadOperations } from './threads/index.ts'

export const operations: readonly OperationClass[] = [
  ...identityOperations,
  ...organizationOperations,
  ...memberOperations,
  ...invitationOperations,
  ...auditEventOperations,
  ...projectOperations,
  ...redactionOperations,
  ...threadOperations,
  ...messageOperations,
  ...runOperations,
  ...searchOperations,
  ...publicKeyOperations,
  ...alertKeyOperations,
  ...secretKeyOperations,
  ...dataSourceOperations,
  ...logSourceOperations,
  ...logStreamOperations,
  ...recommendationOperations,
  ...alertOperations,
  ...telemetryOperations,
  ...intakeOperations,
  ...monitorOperations,
  ...scheduleOperations,
  ...destinationOperations,
  ...mcpServerOperations,
  ...changeOperations,
  ...incidentOperations,
  ...incidentShareOperations,
  ...sharedIncidentOperations,
  ...maintenanceWindowOperations,
  ...noteOperations,
  ...billingOperations,
]
