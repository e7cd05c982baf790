import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { giveFeedback } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { detailOf, incidentDetail } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.giveFeedback',
  method: 'post',
  path: '/incidents/{incidentId}/feedback',
  tag: 'Incidents',
  summary: 'Say whether the answer was right',
  description:
    'The latest feedback replaces earlier feedback. It is shown with later incidents that resemble this one, and counted in the accuracy.',
  permission: 'incidents:write',
  pathParameters: { incidentId: z.uuid() },
  body: {
    verdict: z.enum(['right', 'wrong']),
    service: text(1, 200).optional().describe('The service that was the actual cause.'),
    cause: text(1, 500).optional().describe('The actual cause.'),
    note: text(1, 2_000).optional(),
  },
  bodyExample: { verdict: 'wrong', service: 'payments', cause: 'an expired certificate' },
  success: { status: 200, description: 'The incident.', schema: z.object({ incident: incidentDetail }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GiveFeedback extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { verdict, service = null, cause = null, note = null } = input.body
    const feedback = { verdict, service, cause, note }
    return { incident: detailOf(await giveFeedback({ ctx, scope, input: { id: input.path.incidentId, feedback } })) }
  }
}
