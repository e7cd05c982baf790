import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listIncidentAlerts } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { incidentAlert, incidentAlertOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.listAlerts',
  method: 'get',
  path: '/incidents/{incidentId}/alerts',
  tag: 'Incidents',
  summary: 'List the alerts of an incident',
  description:
    'In the order in which they came. A page of long alerts is shorter than its limit; `nextCursor` says whether more follow.',
  permission: 'incidents:read',
  pathParameters: { incidentId: z.uuid() },
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'A page of alerts.',
    schema: z.object({ alerts: z.array(incidentAlert), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListIncidentAlerts extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { incidentId } = input.path
    const { limit, cursor } = input.query
    const asked = { incidentId, limit, cursor: cursor?.toLowerCase() ?? null }
    const page = await listIncidentAlerts({ ctx, scope, input: asked })
    return { alerts: page.alerts.map(incidentAlertOf), nextCursor: page.nextCursor }
  }
}
