import { z } from 'zod'
import { cancelRun } from '../../domain/runs/stop-runs.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'runs.cancel',
  method: 'post',
  path: '/runs/{runId}/cancel',
  tag: 'Runs',
  summary: 'Cancel a run',
  description:
    'A running run ends as `aborted` and keeps its results so far. A waiting run is withdrawn together with its message. A run that has ended does not change.',
  permission: 'threads:write',
  pathParameters: { runId: z.uuid() },
  success: {
    status: 200,
    description: 'The run is neither queued nor running.',
    schema: z.object({ success: z.literal(true) }),
    example: { success: true },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class CancelRun extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.runId, 'The run')
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, ThreadScope>) {
    await cancelRun({ ctx, scope })
    return { success: true }
  }
}
