import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { streamCountOf, updateLogSource } from '../../domain/sources/log-sources.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { filterInput, logSource, logSourceOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.update',
  method: 'patch',
  path: '/log-sources/{logSourceId}',
  tag: 'Log sources',
  summary: 'Pause, resume or filter a log source',
  description:
    'While a log source is paused, its senders get a success, and the records are dropped and counted. A log source cannot be renamed. nativeQueriesEnabled allows the agent to use the query language of the platform. Only administrators may change it, keys may not.',
  permission: 'log_sources:manage',
  pathParameters: { logSourceId: z.uuid() },
  body: {
    enabled: z.boolean().optional(),
    streamAutoProvisionFilter: z.union([filterInput, z.null()]).optional(),
    nativeQueriesEnabled: z.boolean().optional(),
  },
  success: { status: 200, description: 'The log source.', schema: z.object({ logSource }) },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT'],
})

export class UpdateLogSource extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'log_source', input.path.logSourceId), 'The log source')
  }

  protected async answer({ granted: { scope, row: source }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    const { enabled, streamAutoProvisionFilter: filter, nativeQueriesEnabled } = input.body
    const changed = await updateLogSource({ ctx, scope, input: { source, enabled, filter, nativeQueriesEnabled } })
    return { logSource: logSourceOf(changed, await streamCountOf({ ctx, scope, input: { sourceId: source.id } })) }
  }
}
