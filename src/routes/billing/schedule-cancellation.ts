import { scheduleCancellation } from '../../domain/billing/cancellation.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { CANCELLATION_PREVIEW_EXAMPLE } from './examples.ts'
import { cancellation } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.scheduleCancellation',
  method: 'post',
  path: '/billing/subscription-cancellation',
  tag: 'Billing',
  summary: 'Cancel the subscription at the end of the paid cycle',
  permission: 'billing:manage',
  // Only organizationId, which every operation takes.
  body: {},
  success: {
    status: 200,
    description: 'The scheduled cancellation; scheduling again answers the same one.',
    schema: cancellation,
    example: {
      ...CANCELLATION_PREVIEW_EXAMPLE,
      billingSubscriptionChangeId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a57',
      alreadyScheduled: false,
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
})

export class ScheduleCancellation extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization({ mustBeNamedByUsers: true })
    return scheduleCancellation({ ctx, scope })
  }
}
