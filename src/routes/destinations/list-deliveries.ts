import { z } from 'zod'
import { DELIVERY_STATES } from '../../contracts/delivery-protocol.ts'
import { listDeliveries } from '../../domain/destinations/deliveries.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { delivery, deliveryOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.listDeliveries',
  method: 'get',
  path: '/destinations/{destinationId}/deliveries',
  tag: 'Destinations',
  summary: 'List deliveries',
  description: 'Lists every message with its outcome, kept for 30 days after it was delivered or given up.',
  permission: 'destinations:read',
  pathParameters: { destinationId: z.uuid() },
  query: {
    limit: listLimit,
    cursor: listCursor,
    state: z.enum(DELIVERY_STATES).optional(),
    incidentId: z.string().max(100).optional(),
  },
  success: {
    status: 200,
    description: 'The deliveries, newest first.',
    schema: z.object({ deliveries: z.array(delivery), nextCursor }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListDeliveries extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedDestination>) {
    const { limit, cursor, state, incidentId } = input.query
    const page = await listDeliveries({
      ctx,
      scope,
      input: { destinationId: row.id, limit, cursor, state, incidentId },
    })
    return { deliveries: page.deliveries.map(deliveryOf), nextCursor: page.nextCursor }
  }
}
