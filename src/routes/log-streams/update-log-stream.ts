import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findStream, type StreamRow } from '../../domain/sources/rows.ts'
import { setStreamEnabled } from '../../domain/sources/streams.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { logStream } from '../log-sources/schema.ts'
import { viewOf } from './view.ts'

const operation = defineOperation({
  operationId: 'logStreams.update',
  method: 'patch',
  path: '/log-streams/{logStreamId}',
  tag: 'Log sources',
  summary: 'Pause or resume a log stream',
  permission: 'log_sources:manage',
  pathParameters: { logStreamId: z.uuid() },
  body: { enabled: z.boolean().optional() },
  success: { status: 200, description: 'The log stream.', schema: z.object({ stream: logStream }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateLogStream extends Operation<Found<StreamRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findStream(ctx, 'log_source', input.path.logStreamId), 'The log stream')
  }

  protected async answer({ granted: { scope, row: stream }, input, ctx }: Call<typeof operation, Found<StreamRow>>) {
    const { enabled } = input.body
    const changed = enabled === undefined ? stream : await setStreamEnabled({ ctx, scope, input: { stream, enabled } })
    return { stream: await viewOf({ ctx, scope, input: changed }) }
  }
}
