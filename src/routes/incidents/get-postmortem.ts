import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getPostmortem } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { postmortem } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.getPostmortem',
  method: 'get',
  path: '/incidents/{incidentId}/postmortem',
  tag: 'Incidents',
  summary: 'Draft a postmortem',
  description:
    'Returns Markdown, built from stored data without a model. Each sentence names the alert, change or look-up that supports it.',
  permission: 'incidents:read',
  pathParameters: { incidentId: z.uuid() },
  success: {
    status: 200,
    description: 'The draft.',
    schema: z.object({ postmortem }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetPostmortem extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    return { postmortem: await getPostmortem({ ctx, scope, input: { id: input.path.incidentId } }) }
  }
}
