import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { deleteStream } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

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
    description: 'Deleted; what it has on the platform is taken down by a job.',
    schema: z.object({ success: z.boolean() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'connection', input.path.streamId)
    const scope = await access.resource(row, 'The stream')
    await deleteStream({ ctx, scope, input: { stream: orNotFound(row, 'The stream') } })
    return { success: true }
  }
}
