import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { logPatterns } from '../../domain/telemetry/query-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput } from '../../http/parameters.ts'
import { pattern, queryFields, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'logs.patterns',
  method: 'post',
  path: '/logs/patterns',
  tag: 'Telemetry',
  summary: 'Patterns of log lines',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    compareWith: z.strictObject({ from: dateTimeInput, to: dateTimeInput }).optional(),
    intervals: z.boolean().default(false).openapi({ description: 'Also count each pattern over time (`points`).' }),
    limit: z.number().int().min(1).max(500).default(50),
  },
  success: {
    status: 200,
    description: 'Patterns, most frequent first; compared: largest change first.',
    schema: z.object({ patterns: z.array(pattern), total: z.number(), comparedTotal: z.number().optional(), work }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class LogPatterns extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return logPatterns({ ctx, scope, input: input.body })
  }
}
