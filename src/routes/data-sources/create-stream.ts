import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { createStream } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class CreateStream extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { scope, row: source }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const { displayName, config } = input.body
    return { streamId: await createStream({ ctx, scope, input: { source, displayName, config } }) }
  }
}
