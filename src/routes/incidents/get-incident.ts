import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getIncident } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { detailOf, incidentDetail } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.get',
  method: 'get',
  path: '/incidents/{incidentId}',
  tag: 'Incidents',
  summary: 'Read an incident',
  description:
    'Returns the incident with its brief, timeline, alerts and follow-ups. Name the project if the credential can reach several.',
  permission: 'incidents:read',
  pathParameters: { incidentId: z.uuid() },
  success: { status: 200, description: 'The incident.', schema: z.object({ incident: incidentDetail }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetIncident extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    return { incident: detailOf(await getIncident({ ctx, scope, input: { id: input.path.incidentId } })) }
  }
}
