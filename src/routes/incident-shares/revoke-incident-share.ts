import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { revokeIncidentShare } from '../../domain/oncall/incident-shares.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'incidentShares.revoke',
  method: 'delete',
  path: '/incidents/{incidentId}/shares/{shareId}',
  tag: 'Incidents',
  summary: 'Revoke a link',
  description: 'The link shows nothing any more, at the latest after 30 seconds. Every member can revoke every link.',
  permission: 'incidents:write',
  pathParameters: { incidentId: z.uuid(), shareId: z.uuid() },
  success: { status: 204, description: 'The link is revoked.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class RevokeIncidentShare extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    await revokeIncidentShare({ ctx, scope, input: input.path })
  }
}
