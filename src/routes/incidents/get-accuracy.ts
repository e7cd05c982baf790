import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getAccuracy } from '../../domain/oncall/incidents.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { accuracy } from './schema.ts'

const operation = defineOperation({
  operationId: 'incidents.getAccuracy',
  method: 'get',
  path: '/incidents/accuracy',
  tag: 'Incidents',
  summary: 'Get how often answers were right',
  description: 'Counts the incidents on which people gave feedback, by the confidence of the answer.',
  permission: 'incidents:read',
  success: {
    status: 200,
    description: 'The counts.',
    schema: z.object({ accuracy }),
    example: { accuracy: { judged: 12, right: 11, incidents: 31, bands: [{ from: 0.9, to: 1, judged: 8, right: 8 }] } },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetAccuracy extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ProjectScope>) {
    return { accuracy: await getAccuracy({ ctx, scope }) }
  }
}
