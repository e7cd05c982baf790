import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listIncidentShares } from '../../domain/oncall/incident-shares.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { incidentShare, shareView } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidentShares.list',
  method: 'get',
  path: '/incidents/{incidentId}/shares',
  tag: 'Incidents',
  summary: 'List the links of an incident',
  description: 'Returns the links that still work, newest first, at most 20; never what they consist of.',
  permission: 'incidents:read',
  pathParameters: { incidentId: z.uuid() },
  success: { status: 200, description: 'The links.', schema: z.object({ shares: z.array(incidentShare) }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListIncidentShares extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const shares = await listIncidentShares({ ctx, scope, input: { incidentId: input.path.incidentId } })
    return { shares: shares.map(shareView) }
  }
}
