import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { streamCountOf, updateLogSource } from '../../domain/sources/log-sources.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { filterInput, logSource, logSourceOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.update',
  method: 'patch',
  path: '/log-sources/{logSourceId}',
  tag: 'Log sources',
  summary: 'Pause, resume or filter a log source',
  description: 'A paused one answers its senders with success and drops, counted. It cannot be renamed.',
  permission: 'log_sources:manage',
  pathParameters: { logSourceId: z.uuid() },
  body: { enabled: z.boolean().optional(), streamAutoProvisionFilter: z.union([filterInput, z.null()]).optional() },
  success: { status: 200, description: 'The log source.', schema: z.object({ logSource }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateLogSource extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findSource(ctx, 'log_source', input.path.logSourceId)
    const scope = await access.resource(row, 'The log source')
    const source = orNotFound(row, 'The log source')
    const { enabled, streamAutoProvisionFilter: filter } = input.body
    const changed = await updateLogSource({ ctx, scope, input: { source, enabled, filter } })
    return { logSource: logSourceOf(changed, await streamCountOf(ctx, source.id)) }
  }
}
