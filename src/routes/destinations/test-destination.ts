import { z } from 'zod'
import { testDestination } from '../../domain/destinations/deliveries.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { delivery, deliveryOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.test',
  method: 'post',
  path: '/destinations/{destinationId}/test',
  tag: 'Destinations',
  summary: 'Send a test message',
  description: 'Sends one message at once, also to a disabled destination. The answer contains the outcome.',
  permission: 'destinations:manage',
  pathParameters: { destinationId: z.uuid() },
  success: { status: 200, description: 'The delivery: delivered or failed.', schema: z.object({ delivery }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class TestDestination extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, ctx }: Call<typeof operation, GrantedDestination>) {
    return { delivery: deliveryOf(await testDestination({ ctx, scope, input: { row } })) }
  }
}
