import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { getLog } from '../../domain/telemetry/query-logs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { queryInteger } from '../../http/parameters.ts'
import { logRecord } from './schema.ts'

const operation = defineOperation({
  operationId: 'logs.get',
  method: 'get',
  path: '/logs/{logId}',
  tag: 'Telemetry',
  summary: 'Get a log record with its neighbours',
  permission: 'telemetry:read',
  pathParameters: { logId: z.uuid() },
  query: { neighbours: queryInteger(0, 50, 5) },
  success: {
    status: 200,
    description: 'The record, with the records of its service before and after it.',
    schema: z.object({ log: logRecord, before: z.array(logRecord), after: z.array(logRecord) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetLog extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { logId } = input.path
    return getLog({ ctx, scope, input: { logId, neighbours: input.query.neighbours } })
  }
}
