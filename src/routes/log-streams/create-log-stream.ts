import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { createStream } from '../../domain/sources/streams.ts'
import { HttpError } from '../../http/errors.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class CreateLogStream extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'log_source', input.body.logSourceId), 'The log source')
  }

  protected async answer({ granted: { scope, row: source }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    if (source.mode !== 'managed') {
      throw new HttpError(
        'UNPROCESSABLE_CONTENT',
        'A connectionless log source has exactly one stream, created together with it. Create another log source instead.',
      )
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
