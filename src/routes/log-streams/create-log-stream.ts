import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { createStream } from '../../domain/sources/streams.ts'
import { HttpError } from '../../http/errors.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'logStreams.create',
  method: 'post',
  path: '/log-streams',
  tag: 'Log sources',
  summary: 'Stream a resource of a managed log source',
  permission: 'log_sources:manage',
  body: { logSourceId: z.uuid(), config: anyObject.optional() },
  success: {
    status: 201,
    description: 'The stream; provisioning is asynchronous.',
    schema: z.object({ streamId: z.uuid() }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'],
})

export class CreateLogStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findSource(ctx, 'log_source', input.body.logSourceId)
    const scope = await access.resource(row, 'The log source')
    const source = orNotFound(row, 'The log source')
    if (source.mode !== 'managed') {
      throw new HttpError('UNPROCESSABLE_CONTENT', 'A connectionless log source has the one stream it was made with.')
    }
    const config = input.body.config ?? {}
    const displayName =
      Object.values(config)
        .filter((value) => typeof value === 'string')
        .join(' ') || source.provider
    return {
      streamId: await createStream({ ctx, scope, input: { source, displayName: displayName.slice(0, 200), config } }),
    }
  }
}
