import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { logVolume } from '../../domain/telemetry/query-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { groupBy, groupsMax, intervalSeconds, keyedSeries, queryFields, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'logs.volume',
  method: 'post',
  path: '/logs/volume',
  tag: 'Telemetry',
  summary: 'Count logs over time',
  permission: 'telemetry:read',
  body: { ...queryFields, groupBy, intervalSeconds, groupsMax },
  success: {
    status: 200,
    description: 'Counts per interval and group.',
    schema: z.object({
      intervalSeconds: z.number(),
      series: z.array(keyedSeries.extend({ total: z.number() })),
      other: z.number(),
      total: z.number(),
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class LogVolume extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return logVolume({ ctx, scope, input: input.body })
  }
}
