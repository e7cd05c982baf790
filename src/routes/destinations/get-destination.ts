import { z } from 'zod'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { DESTINATION_EXAMPLE, destination, destinationOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.get',
  method: 'get',
  path: '/destinations/{destinationId}',
  tag: 'Destinations',
  summary: 'Get a destination',
  permission: 'destinations:read',
  pathParameters: { destinationId: z.uuid() },
  success: {
    status: 200,
    description: 'The destination.',
    schema: z.object({ destination }),
    example: { destination: DESTINATION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetDestination extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted }: Call<typeof operation, GrantedDestination>) {
    return { destination: destinationOf(granted.row) }
  }
}
