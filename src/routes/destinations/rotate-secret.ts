import { z } from 'zod'
import { rotateSecret } from '../../domain/destinations/destinations.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { text } from '../../http/parameters.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { DESTINATION_EXAMPLE, destination, destinationOf, secretOnce } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.rotateSecret',
  method: 'post',
  path: '/destinations/{destinationId}/rotate-secret',
  tag: 'Destinations',
  summary: 'Rotate the secret of a webhook',
  description:
    'Messages are signed with the new secret at once, and also with the previous one until the overlap ends. An older secret is invalid at once.',
  permission: 'destinations:manage',
  pathParameters: { destinationId: z.uuid() },
  body: {
    overlapHours: z.int().min(0).max(168).default(24),
    secret: text(1, 120).optional(),
  },
  bodyExample: { overlapHours: 24 },
  success: {
    status: 200,
    description: 'The destination with its new secret.',
    schema: z.object({ destination, secret: secretOnce }),
    example: { destination: DESTINATION_EXAMPLE, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE_CONTENT'],
})

export class RotateSecret extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedDestination>) {
    const { overlapHours, secret } = input.body
    const rotated = await rotateSecret({ ctx, scope, input: { row, overlapHours, secret } })
    return { destination: destinationOf(rotated.row), secret: rotated.secret }
  }
}
