import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { createStream } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, text } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'dataSources.createStream',
  method: 'post',
  path: '/data-sources/connections/{connectionId}/streams',
  tag: 'Data sources',
  summary: 'Stream a resource',
  description: 'Poll GET /data-sources/streams/{streamId} until it is active or in error.',
  permission: 'data_sources:manage',
  pathParameters: { connectionId: z.uuid() },
  body: { displayName: text(1, 200), config: anyObject },
  success: {
    status: 201,
    description: 'The stream; provisioning is asynchronous.',
    schema: z.object({ streamId: z.uuid() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'],
})

export class CreateStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const connectionRow = await findSource(ctx, 'connection', input.path.connectionId)
    const scope = await access.resource(connectionRow, 'The connection')
    const source = orNotFound(connectionRow, 'The connection')
    const { displayName, config } = input.body
    return { streamId: await createStream({ ctx, scope, input: { source, displayName, config } }) }
  }
}
