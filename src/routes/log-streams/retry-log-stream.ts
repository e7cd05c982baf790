import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { retryStream } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { logStream } from '../log-sources/schema.ts'
import { viewOf } from './view.ts'

const operation = defineOperation({
  operationId: 'logStreams.retry',
  method: 'post',
  path: '/log-streams/{logStreamId}/retry',
  tag: 'Log sources',
  summary: 'Provision a log stream in error again',
  permission: 'log_sources:manage',
  pathParameters: { logStreamId: z.uuid() },
  success: { status: 200, description: 'The log stream.', schema: z.object({ stream: logStream }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class RetryLogStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'log_source', input.path.logStreamId)
    const scope = await access.resource(row, 'The log stream')
    const stream = orNotFound(row, 'The log stream')
    return { stream: await viewOf(ctx, await retryStream({ ctx, scope, input: { stream } })) }
  }
}
