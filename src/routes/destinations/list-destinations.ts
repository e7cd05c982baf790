import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listDestinations } from '../../domain/destinations/destinations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { DESTINATION_EXAMPLE, destination, destinationOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.list',
  method: 'get',
  path: '/destinations',
  tag: 'Destinations',
  summary: 'List destinations',
  permission: 'destinations:read',
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'The destinations, newest first.',
    schema: z.object({ destinations: z.array(destination), nextCursor }),
    example: { destinations: [DESTINATION_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListDestinations extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor } = input.query
    const page = await listDestinations({ ctx, scope, input: { limit, cursor } })
    return { destinations: page.destinations.map(destinationOf), nextCursor: page.nextCursor }
  }
}
