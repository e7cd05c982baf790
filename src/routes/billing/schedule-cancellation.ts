import type { OrganizationScope } from '../../auth/scope.ts'
import { scheduleCancellation } from '../../domain/billing/cancellation.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { CANCELLATION_PREVIEW_EXAMPLE } from './examples.ts'
import { cancellation } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.scheduleCancellation',
  method: 'post',
  path: '/billing/subscription-cancellation',
  tag: 'Billing',
  summary: 'Cancel the subscription at the end of the paid cycle',
  permission: 'billing:manage',
  // Only organizationId, which every operation accepts.
  body: {},
  success: {
    status: 200,
    description: 'The scheduled cancellation. Scheduling it again returns the same one.',
    schema: cancellation,
    example: {
      ...CANCELLATION_PREVIEW_EXAMPLE,
      billingSubscriptionChangeId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a57',
      alreadyScheduled: false,
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
})

export class ScheduleCancellation extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return scheduleCancellation({ ctx, scope })
  }
}
