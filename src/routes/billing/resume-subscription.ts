import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { resumeSubscription } from '../../domain/billing/cancellation.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ billingSubscriptionId: z.uuid(), resumed: z.boolean() })

const operation = defineOperation({
  operationId: 'billing.resumeSubscription',
  method: 'post',
  path: '/billing/subscription-cancellation/resume',
  tag: 'Billing',
  summary: 'Withdraw a scheduled cancellation',
  permission: 'billing:manage',
  // The body has only organizationId, which every operation accepts.
  body: {},
  success: {
    status: 200,
    description: 'The subscription continues; its cancellation is withdrawn.',
    schema: response,
    example: { billingSubscriptionId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55', resumed: true },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class ResumeSubscription extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return resumeSubscription({ ctx, scope })
  }
}
