import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listDependencies } from '../../domain/telemetry/query-traces.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTimeInput } from '../../http/parameters.ts'
import { dependency, work } from './schema.ts'

const operation = defineOperation({
  operationId: 'dependencies.list',
  method: 'get',
  path: '/dependencies',
  tag: 'Telemetry',
  summary: 'Who calls whom',
  permission: 'telemetry:read',
  query: { from: dateTimeInput.optional(), to: dateTimeInput.optional() },
  success: {
    status: 200,
    description: 'Edges between services, from traces.',
    schema: z.object({
      dependencies: z.array(dependency),
      work,
    }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListDependencies extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { from, to } = input.query
    return listDependencies({ ctx, scope, input: { from, to } })
  }
}
