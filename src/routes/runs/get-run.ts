import { z } from 'zod'
import { getRun } from '../../domain/runs/read-runs.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { RUN_RESULT_EXAMPLE, runResult } from '../threads/schema.ts'

const operation = defineOperation({
  operationId: 'runs.get',
  method: 'get',
  path: '/runs/{runId}',
  tag: 'Runs',
  summary: 'Get a run',
  permission: 'threads:read',
  pathParameters: { runId: z.uuid() },
  success: { status: 200, description: 'The run.', schema: runResult, example: RUN_RESULT_EXAMPLE },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetRun extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.runId, 'The run')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    return getRun({ ctx, scope })
  }
}
