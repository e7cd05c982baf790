import { z } from 'zod'
import { orNotFound } from '../../domain/sources/connections.ts'
import { deleteSource } from '../../domain/sources/delete-source.ts'
import { findSource } from '../../domain/sources/rows.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'logSources.delete',
  method: 'delete',
  path: '/log-sources/{logSourceId}',
  tag: 'Log sources',
  summary: 'Delete a log source',
  permission: 'log_sources:manage',
  pathParameters: { logSourceId: z.uuid() },
  success: {
    status: 200,
    description: 'Deleted; what could not be taken down is said and tried again.',
    schema: z.object({ success: z.boolean(), teardownError: textOrNull }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteLogSource extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const row = await findSource(ctx, 'log_source', input.path.logSourceId)
    const scope = await access.resource(row, 'The log source')
    const source = orNotFound(row, 'The log source')
    return { success: true, teardownError: await deleteSource({ ctx, scope, input: { source } }) }
  }
}
