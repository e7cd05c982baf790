import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getTrace } from '../../domain/telemetry/query-traces.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput } from '../../http/parameters.ts'
import { span, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'traces.get',
  method: 'get',
  path: '/traces/{traceId}',
  tag: 'Telemetry',
  summary: 'Get a trace',
  description: 'Searches the last 7 days if no time is given. `isTruncated`: a parent or child is missing.',
  permission: 'telemetry:read',
  pathParameters: { traceId: z.string().regex(/^[0-9a-fA-F]{32}$/, { error: 'must be 32 hex digits' }) },
  query: { from: dateTimeInput.optional(), to: dateTimeInput.optional() },
  success: {
    status: 200,
    description: 'All its spans, oldest first.',
    schema: z.object({ traceId: z.string(), spans: z.array(span), isTruncated: z.boolean(), work }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetTrace extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { from, to } = input.query
    return getTrace({ ctx, scope, input: { traceId: input.path.traceId.toLowerCase(), from, to } })
  }
}
