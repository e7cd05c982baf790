import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { spanStats } from '../../domain/telemetry/query-traces.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { groupsMax, intervalSeconds, queryFields, spanStatsRow, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'traces.stats',
  method: 'post',
  path: '/traces/stats',
  tag: 'Telemetry',
  summary: 'Requests, errors and durations',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    groupBy: z
      .array(z.enum(['service', 'operation']))
      .max(2)
      .default(['service']),
    intervalSeconds,
    groupsMax,
  },
  success: {
    status: 200,
    description: 'One row per group and interval.',
    schema: z.object({
      intervalSeconds: z.union([z.number(), z.null()]),
      rows: z.array(spanStatsRow),
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class TraceStats extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return spanStats({ ctx, scope, input: input.body })
  }
}
