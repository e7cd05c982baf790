import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { queryMetrics } from '../../domain/telemetry/query-metrics.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { groupBy, groupsMax, intervalSeconds, keyedSeries, queryFields, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'metrics.query',
  method: 'post',
  path: '/metrics/query',
  tag: 'Telemetry',
  summary: 'Series of a metric',
  description: '`quantile` reads histograms (default 0.99); `rate` and `increase` read counters.',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    metric: z.string().min(1).max(255),
    aggregation: z.enum(['avg', 'min', 'max', 'sum', 'last', 'count', 'rate', 'increase', 'quantile']),
    quantile: z.number().min(0).max(1).optional(),
    groupBy,
    intervalSeconds,
    groupsMax,
  },
  success: {
    status: 200,
    description: 'One series per group.',
    schema: z.object({
      metric: z.string(),
      unit: z.string(),
      intervalSeconds: z.number(),
      series: z.array(keyedSeries),
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class QueryMetrics extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return queryMetrics({ ctx, scope, input: input.body })
  }
}
