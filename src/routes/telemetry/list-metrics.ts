import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listMetrics } from '../../domain/telemetry/query-metrics.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput, queryInteger } from '../../http/parameters.ts'
import { work } from './schema.ts'

const operation = defineOperation({
  operationId: 'metrics.list',
  method: 'get',
  path: '/metrics',
  tag: 'Telemetry',
  summary: 'List metrics',
  permission: 'telemetry:read',
  query: {
    from: dateTimeInput.optional(),
    to: dateTimeInput.optional(),
    prefix: z.string().max(200).optional(),
    limit: queryInteger(1, 1000, 100),
  },
  success: {
    status: 200,
    description: 'The metrics that have points in the range.',
    schema: z.object({
      metrics: z.array(
        z.object({
          name: z.string(),
          unit: z.string(),
          type: z.string(),
          description: z.string(),
          services: z.array(z.string()),
          points: z.number(),
        }),
      ),
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListMetrics extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { from, to, prefix, limit } = input.query
    return listMetrics({ ctx, scope, input: { from, to, prefix, limit } })
  }
}
