import { z } from 'zod'
import type { Found } from '../../auth/scope.ts'
import { listResources } from '../../domain/sources/connections.ts'
import { findSource, type SourceRow } from '../../domain/sources/rows.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject, textOrNull } from '../../http/parameters.ts'

const operation = defineOperation({
  operationId: 'dataSources.listResources',
  method: 'get',
  path: '/data-sources/connections/{connectionId}/resources',
  tag: 'Data sources',
  summary: 'List the resources that can be streamed',
  permission: 'data_sources:read',
  pathParameters: { connectionId: z.uuid() },
  query: { cursor: z.string().min(1).max(2000).optional() },
  success: {
    status: 200,
    description: 'A page of the platform’s resources. Pass `config` unchanged to create a stream.',
    schema: z.object({
      resources: z.array(
        z.object({ displayName: z.string(), config: anyObject, streamId: z.union([z.uuid(), z.null()]) }),
      ),
      nextCursor: textOrNull,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT', 'BAD_GATEWAY'],
})

export class ListResources extends Operation<Found<SourceRow>> {
  readonly operation = operation

  protected async authorize({ access, input, ctx }: Asked<typeof operation>) {
    return access.found(await findSource(ctx, 'connection', input.path.connectionId), 'The connection')
  }

  protected async answer({ granted: { scope, row: source }, input, ctx }: Call<typeof operation, Found<SourceRow>>) {
    return listResources({ ctx, scope, input: { source, cursor: input.query.cursor ?? null } })
  }
}
