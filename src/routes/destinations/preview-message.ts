import { z } from 'zod'
import { previewMessage } from '../../domain/destinations/deliveries.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { anyObject } from '../../http/parameters.ts'
import { type GrantedDestination, grantedDestination } from './granted.ts'
import { sampleType } from './schema.ts'

const operation = defineOperation({
  operationId: 'destinations.preview',
  method: 'post',
  path: '/destinations/{destinationId}/preview',
  tag: 'Destinations',
  summary: 'Preview a message',
  description:
    'Returns the message that the destination would receive for a sample incident. Nothing is sent, and credentials are hidden.',
  permission: 'destinations:read',
  pathParameters: { destinationId: z.uuid() },
  body: { type: sampleType.default('brief') },
  bodyExample: { type: 'brief' },
  success: {
    status: 200,
    description: 'The request.',
    schema: z.object({ preview: z.object({ url: z.string(), headers: anyObject, body: anyObject }) }),
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'UNPROCESSABLE_CONTENT'],
})

export class PreviewMessage extends Operation<GrantedDestination> {
  readonly operation = operation

  protected authorize({ access, input, ctx }: Asked<typeof operation>) {
    return grantedDestination(access, ctx, input.path.destinationId)
  }

  protected async answer({ granted: { scope, row }, input, ctx }: Call<typeof operation, GrantedDestination>) {
    const { url, headers, body } = await previewMessage({ ctx, scope, input: { row, type: input.body.type } })
    return { preview: { url, headers, body: JSON.parse(body) } }
  }
}
