import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { deleteStream } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'logStreams.delete',
  method: 'delete',
  path: '/log-streams/{logStreamId}',
  tag: 'Log sources',
  summary: 'Delete a log stream',
  permission: 'log_sources:manage',
  pathParameters: { logStreamId: z.uuid() },
  success: { status: 200, description: 'Deleted.', schema: z.object({ success: z.boolean() }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteLogStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'log_source', input.path.logStreamId)
    const scope = await access.resource(row, 'The log stream')
    await deleteStream({ ctx, scope, input: { stream: orNotFound(row, 'The log stream') } })
    return { success: true }
  }
}
