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
    'A run under way ends `aborted` and keeps what it has; one that waits is taken back with its message. A run that has ended stays as it ended.',
  permission: 'threads:write',
  pathParameters: { runId: z.uuid() },
  success: {
    status: 200,
    description: 'The run is not queued or under way any more.',
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
