import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { deleteStream } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

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

export class DeleteLogStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'log_source', input.path.logStreamId), 'The log stream')
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    await deleteStream({ ctx, scope, input: { stream: row } })
    return { success: true }
  }
}
