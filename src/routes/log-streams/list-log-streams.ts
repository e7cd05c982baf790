import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { findSource, pageOfStreams } from '../../domain/sources/rows.ts'
import { streamKeyValues } from '../../domain/sources/stream-changes.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { logStream, logStreamOf } from '../log-sources/schema.ts'

const operation = defineOperation({
  operationId: 'logStreams.list',
  method: 'get',
  path: '/log-streams',
  tag: 'Log sources',
  summary: 'List the streams of a log source',
  permission: 'log_sources:read',
  query: { logSourceId: z.uuid(), limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The streams, newest first.',
    schema: z.object({ streams: z.array(logStream), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListLogStreams extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findSource(ctx, 'log_source', input.query.logSourceId)
    await access.resource(row, 'The log source')
    const { provider } = orNotFound(row, 'The log source')
    const { limit, cursor } = input.query
    const page = await pageOfStreams(ctx, input.query.logSourceId, limit, cursor)
    const keys = await streamKeyValues(
      ctx,
      page.streams.map((stream) => stream.id),
    )
    return {
      streams: page.streams.map((stream) => logStreamOf(stream, provider, ctx.baseUrl, keys.get(stream.id))),
      nextCursor: page.nextCursor,
    }
  }
}
