import { z } from 'zod'
import { listSent } from '../../domain/runs/read-runs.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SENT_EXAMPLE, sentToProviders } from './schema.ts'

/** A run makes at most 24 steps, each with at most four attempts. */
const CALLS_MAX = 96

const operation = defineOperation({
  operationId: 'runs.listSent',
  method: 'get',
  path: '/runs/{runId}/sent',
  tag: 'Runs',
  summary: 'What a run sent to language model providers',
  description:
    'One entry per prompt, in the order in which they were sent, including repeated attempts. The embedded model sends nothing, so it has no entries. With `include=body`, an entry also contains the prompt as JSON text, masked as it was sent. The prompt is rebuilt from the thread and included only if it has the recorded SHA-256; otherwise `bodyMissing` says why.',
  permission: 'threads:read',
  pathParameters: { runId: z.uuid() },
  query: {
    include: z.enum(['body']).optional(),
    call: z
      .string()
      .regex(/^[1-9]\d?$/, { error: `must be an integer from 1 to ${CALLS_MAX}` })
      .transform(Number)
      .pipe(z.number().int().max(CALLS_MAX))
      .optional()
      .openapi({ type: 'integer', minimum: 1, maximum: CALLS_MAX }),
  },
  success: { status: 200, description: 'The prompts.', schema: sentToProviders, example: SENT_EXAMPLE },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListSent extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.runId, 'The run')
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ThreadScope>) {
    const { include, call } = input.query
    return listSent({ ctx, scope, input: { withBodies: include === 'body', call } })
  }
}
