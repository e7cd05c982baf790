import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { findSource, pageOfStreams, type SourceRow } from '../../domain/sources/rows.ts'
import { streamKeyValues } from '../../domain/sources/stream-changes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListLogStreams extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'log_source', input.query.logSourceId), 'The log source')
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const { provider } = row
    const { limit, cursor } = input.query
    const page = await pageOfStreams({ ctx, scope, input: { sourceId: row.id, limit, cursor } })
    const keys = await streamKeyValues({ ctx, scope, input: { streamIds: page.streams.map((stream) => stream.id) } })
    return {
      streams: page.streams.map((stream) => logStreamOf(stream, provider, ctx.baseUrl, keys.get(stream.id))),
      nextCursor: page.nextCursor,
    }
  }
}
