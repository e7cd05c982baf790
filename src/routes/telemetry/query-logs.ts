import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { queryLogs } from '../../domain/telemetry/query-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { fieldName, logRecord, queryFields, selectedLog, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'logs.query',
  method: 'post',
  path: '/logs/query',
  tag: 'Telemetry',
  summary: 'Search logs',
  description:
    'Words are matched in bodies and attribute values. `substring` reads the bodies and is more expensive. Without a time, the last 24 hours are searched.',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    select: z.array(fieldName).min(1).max(50).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    limit: z.number().int().min(1).max(1000).default(100),
    cursor: z.string().min(1).max(200).optional(),
  },
  bodyExample: {
    search: { mode: 'all', text: 'connection refused' },
    filters: [{ field: 'service', op: 'eq', value: 'checkout' }],
    limit: 50,
  },
  success: {
    status: 200,
    description: 'Matching records, and what was scanned.',
    schema: z.object({
      logs: z.array(z.union([logRecord, selectedLog])),
      nextCursor: textOrNull,
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class QueryLogs extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return queryLogs({ ctx, scope, input: input.body })
  }
}
