import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deliveryHealth } from '../../domain/sources/health.ts'
import { findSource, type SourceRow, streamsOfSource } from '../../domain/sources/rows.ts'
import { streamKeyValues } from '../../domain/sources/stream-changes.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { health } from '../../http/parameters.ts'
import { logSourceOf, logSourceWithStreams, logStreamOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.get',
  method: 'get',
  path: '/log-sources/{logSourceId}',
  tag: 'Log sources',
  summary: 'Get a log source with its streams',
  permission: 'log_sources:read',
  pathParameters: { logSourceId: z.uuid() },
  success: {
    status: 200,
    description: 'The log source; its streams newest first.',
    schema: z.object({ logSource: logSourceWithStreams.extend({ health }).openapi('LogSourceWithHealth') }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetLogSource extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'log_source', input.path.logSourceId), 'The log source')
  }

  protected async answer({ granted: { scope, row: source }, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const streams = await streamsOfSource({ ctx, scope, input: { sourceId: source.id } })
    const keys = await streamKeyValues({ ctx, scope, input: { streamIds: streams.map((stream) => stream.id) } })
    return {
      logSource: {
        ...logSourceOf(source, streams.length),
        health: await deliveryHealth({ ctx, scope, input: { sourceId: source.id } }),
        streams: streams.map((stream) => logStreamOf(stream, source.provider, ctx.baseUrl, keys.get(stream.id))),
      },
    }
  }
}
