import { z } from 'zod'
import { updateDestination } from '../../domain/destinations/destinations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { DESTINATION_EXAMPLE, destination, destinationOf, rulesInput, targetInput } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.update',
  method: 'patch',
  path: '/destinations/{destinationId}',
  tag: 'Destinations',
  summary: 'Change a destination',
  description:
    'Fields that are left out stay as they are. The kind cannot change, and a webhook keeps its secrets. Disabling cancels pending deliveries; enabling resets the record of failures.',
  permission: 'destinations:manage',
  pathParameters: { destinationId: z.uuid() },
  body: {
    name: text(1, 100).optional(),
    target: targetInput.optional(),
    rules: rulesInput.optional(),
    enabled: z.boolean().optional(),
  },
  bodyExample: { rules: { severityMin: 'error' } },
  success: {
    status: 200,
    description: 'The destination.',
    schema: z.object({ destination }),
    example: { destination: DESTINATION_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'],
})

export class UpdateDestination extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedDestination>) {
    const { name, target, rules, enabled } = input.body
    const after = await updateDestination({ ctx, scope, input: { row, name, target, rules, enabled } })
    return { destination: destinationOf(after) }
  }
}
