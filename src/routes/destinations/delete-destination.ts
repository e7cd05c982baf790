import { z } from 'zod'
import { deleteDestination } from '../../domain/destinations/destinations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'

const operation = defineOperation({
  operationId: 'destinations.delete',
  method: 'delete',
  path: '/destinations/{destinationId}',
  tag: 'Destinations',
  summary: 'Delete a destination',
  description: 'Pending deliveries to it are cancelled.',
  permission: 'destinations:manage',
  pathParameters: { destinationId: z.uuid() },
  success: { status: 204, description: 'Deleted.', schema: null },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class DeleteDestination extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, GrantedDestination>) {
    await deleteDestination({ ctx, scope, input: { row } })
  }
}
