import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deliveryHealth } from '../../domain/sources/health.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { health } from '../../http/parameters.ts'
import { logStream } from '../log-sources/schema.ts'
import { viewOf } from './view.ts'

const operation = defineOperation({
  operationId: 'logStreams.get',
  method: 'get',
  path: '/log-streams/{logStreamId}',
  tag: 'Log sources',
  summary: 'Get a log stream',
  permission: 'log_sources:read',
  pathParameters: { logStreamId: z.uuid() },
  success: {
    status: 200,
    description: 'The log stream.',
    schema: z.object({ stream: logStream.extend({ health }).openapi('LogStreamWithHealth') }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetLogStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'log_source', input.path.logStreamId), 'The log stream')
  }

  protected async answer({ granted: { scope, row: found }, ctx }: Call<typeof operation, Found<StreamRow>>) {
    const health = await deliveryHealth({ ctx, scope, input: { streamId: found.id } })
    return { stream: { ...(await viewOf({ ctx, scope, input: found })), health } }
  }
}
