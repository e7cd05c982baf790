import { currentRun } from '../../domain/runs/runs.ts'
import { createThread } from '../../domain/threads/start-run.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { clientSourceHeader, RUN_REQUEST_EXAMPLE, RUN_RESULT_EXAMPLE, runRequest, runResult } from './schema.ts'

const operation = defineOperation({
  operationId: 'threads.create',
  method: 'post',
  path: '/threads',
  tag: 'Threads',
  summary: 'Start a thread with its first message',
  description:
    'Starts a run. With `wait` the answer comes when the run has ended, or after `timeoutSeconds` with `completed` false; poll GET /runs/{runId} then.',
  permission: 'threads:write',
  headers: clientSourceHeader,
  body: runRequest,
  bodyExample: RUN_REQUEST_EXAMPLE,
  success: { status: 201, description: 'The run.', schema: runResult, example: RUN_RESULT_EXAMPLE },
  errors: ['PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class CreateThread extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    const scope = await access.project()
    const { message, context, wait, timeoutSeconds } = input.body
    const clientSource = input.headers['x-oas-client-source']
    return createThread({ ctx, scope, input: { message, context, wait, timeoutSeconds, clientSource } })
  }

  protected override refreshed(body: unknown, { access, ctx }: Call<typeof operation>) {
    return currentRun(ctx, access, body)
  }
}
