import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { querySpans } from '../../domain/telemetry/query-traces.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { queryFields, span, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'traces.query',
  method: 'post',
  path: '/traces/query',
  tag: 'Telemetry',
  summary: 'Search spans',
  description:
    'Newest or oldest first, in pages by `nextCursor`. With `slowest` there is one page: if more spans match than it shows, `work.partial` contains `limit`. To see more, raise `limit`, shorten the time range or filter by `duration`.',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    sort: z.enum(['newest', 'oldest', 'slowest']).default('newest'),
    limit: z.number().int().min(1).max(1000).default(100),
    cursor: z.string().min(1).max(200).optional(),
  },
  success: {
    status: 200,
    description: 'Matching spans.',
    schema: z.object({ spans: z.array(span), nextCursor: textOrNull, work }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class QueryTraces extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return querySpans({ ctx, scope, input: input.body })
  }
}
