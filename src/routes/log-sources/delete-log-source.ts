import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { deleteSource } from '../../domain/sources/delete-source.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
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
    description: 'Deleted. The answer names what could not be removed on the platform yet; removal is tried again.',
    schema: z.object({ success: z.boolean(), teardownError: textOrNull }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteLogSource extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'log_source', input.path.logSourceId), 'The log source')
  }

  protected async answer({ granted: { scope, row: source }, ctx }: Call<typeof operation, Found<SourceRow>>) {
    return { success: true, teardownError: await deleteSource({ ctx, scope, input: { source } }) }
  }
}
