import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { replayDelivery } from '../../domain/destinations/deliveries.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { delivery, deliveryOf } from './schema.ts'

const operation = defineOperation({
  operationId: 'deliveries.replay',
  method: 'post',
  path: '/deliveries/{deliveryId}/replay',
  tag: 'Destinations',
  summary: 'Send a delivery again',
  description:
    'Sends the delivery again with the same id, whatever its outcome was. A delivery that waits for its next attempt is sent at once.',
  permission: 'destinations:manage',
  pathParameters: { deliveryId: z.uuid() },
  success: { status: 200, description: 'The delivery, which is being sent again.', schema: z.object({ delivery }) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ReplayDelivery extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, ProjectScope>) {
    const { deliveryId } = input.path
    return { delivery: deliveryOf(await replayDelivery({ ctx, scope, input: { deliveryId } })) }
  }
}
