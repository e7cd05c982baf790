import { z } from 'zod'
import { querySpans } from '../../domain/telemetry/query-traces.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { queryFields, span, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'traces.query',
  method: 'post',
  path: '/traces/query',
  tag: 'Telemetry',
  summary: 'Search spans',
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

export class QueryTraces extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.project()
    return querySpans({ ctx, scope, input: input.body })
  }
}
