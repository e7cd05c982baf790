import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findStream } from '../../domain/sources/rows.ts'
import { setStreamEnabled } from '../../domain/sources/streams.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class UpdateLogStream extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findStream(ctx, 'log_source', input.path.logStreamId)
    const scope = await access.resource(row, 'The log stream')
    const stream = orNotFound(row, 'The log stream')
    const { enabled } = input.body
    const changed = enabled === undefined ? stream : await setStreamEnabled({ ctx, scope, input: { stream, enabled } })
    return { stream: await viewOf(ctx, changed) }
  }
}
