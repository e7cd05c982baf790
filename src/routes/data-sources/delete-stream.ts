import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { deleteStream } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const operation = defineOperation({
  operationId: 'dataSources.deleteStream',
  method: 'delete',
  path: '/data-sources/streams/{streamId}',
  tag: 'Data sources',
  summary: 'Delete a stream',
  permission: 'data_sources:manage',
  pathParameters: { streamId: z.uuid() },
  success: {
    status: 200,
    description: 'Deleted. A job removes what the stream has on the platform.',
    schema: z.object({ success: z.boolean() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'connection', input.path.streamId), 'The stream')
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    await deleteStream({ ctx, scope, input: { stream: row } })
    return { success: true }
  }
}
