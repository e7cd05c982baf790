import type { ProjectScope } from '../../auth/scope.ts'
import { assertCredits } from '../../domain/billing/enforcement.ts'
import { currentRun } from '../../domain/runs/read-runs.ts'
import { createThread } from '../../domain/threads/start-run.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { clientSourceHeader, RUN_REQUEST_EXAMPLE, RUN_RESULT_EXAMPLE, runRequest, runResult } from './schema.ts'

const operation = defineOperation({
  operationId: 'threads.create',
  method: 'post',
  path: '/threads',
  tag: 'Threads',
  summary: 'Start a thread with its first message',
  description:
    'Starts a run. With `wait`, the answer arrives when the run has ended, or after `timeoutSeconds` with `completed: false`; then poll GET /runs/{runId}.',
  permission: 'threads:write',
  headers: clientSourceHeader,
  body: runRequest,
  bodyExample: RUN_REQUEST_EXAMPLE,
  success: { status: 201, description: 'The run.', schema: runResult, example: RUN_RESULT_EXAMPLE },
  errors: ['PAYMENT_REQUIRED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class CreateThread extends Operation<ProjectScope> {
  readonly operation = operation

  protected async authorize({ access, ctx }: Asked<typeof operation>) {
    const scope = await access.project()
    await assertCredits({ ctx, scope })
    return scope
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { message, context, wait, timeoutSeconds } = input.body
    const clientSource = input.headers['x-oas-client-source']
    return createThread({ ctx, scope, input: { message, context, wait, timeoutSeconds, clientSource } })
  }

  protected override refreshed(body: unknown, { access, ctx }: Asked<typeof operation>) {
    return currentRun(ctx, access, body)
  }
}
