import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listLogSources } from '../../domain/sources/log-sources.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { logSource, logSourceOf, provider } from './schema.ts'

const operation = defineOperation({
  operationId: 'logSources.list',
  method: 'get',
  path: '/log-sources',
  tag: 'Log sources',
  summary: 'List log sources',
  permission: 'log_sources:read',
  query: { provider: provider.optional() },
  success: {
    status: 200,
    description: 'The log sources, newest first.',
    schema: z.object({ logSources: z.array(logSource) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListLogSources extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const rows = await listLogSources({ ctx, scope, input: { provider: input.query.provider } })
    return { logSources: rows.map((row) => logSourceOf(row, row.streamCount)) }
  }
}
