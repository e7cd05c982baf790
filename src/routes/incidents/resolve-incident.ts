import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { resolveIncident } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { detailOf, incidentDetail } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.resolve',
  method: 'post',
  path: '/incidents/{incidentId}/resolve',
  tag: 'Incidents',
  summary: 'Close an incident by hand',
  description: 'For alerts whose sender never reports recovery. A closed incident does not change.',
  permission: 'incidents:write',
  pathParameters: { incidentId: z.uuid() },
  success: { status: 200, description: 'The incident.', schema: z.object({ incident: incidentDetail }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ResolveIncident extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    return { incident: detailOf(await resolveIncident({ ctx, scope, input: { id: input.path.incidentId } })) }
  }
}
