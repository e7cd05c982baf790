import { z } from 'zod'
import { cancelRun } from '../../domain/runs/runs.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

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

export class CancelRun extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    await cancelRun(await accessThread(ctx, access, input.path.runId, 'The run'))
    return { success: true }
  }
}
