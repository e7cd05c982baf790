import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { logFields } from '../../domain/telemetry/query-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { fieldName, queryFields, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'logs.fields',
  method: 'post',
  path: '/logs/fields',
  tag: 'Telemetry',
  summary: 'List log fields and their values',
  permission: 'telemetry:read',
  body: {
    ...queryFields,
    field: fieldName.optional(),
    signal: z.enum(['logs', 'spans']).default('logs'),
    limit: z.number().int().min(1).max(1000).default(50),
  },
  success: {
    status: 200,
    description: 'The values of the field with their counts, or all keys when no field is named.',
    schema: z.object({ values: z.array(z.object({ value: z.string(), count: z.number() })), work }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class LogFields extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    return logFields({ ctx, scope, input: input.body })
  }
}
