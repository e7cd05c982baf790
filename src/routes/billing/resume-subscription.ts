import { z } from 'zod'
import { resumeSubscription } from '../../domain/billing/cancellation.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ billingSubscriptionId: z.uuid(), resumed: z.boolean() })

const operation = defineOperation({
  operationId: 'billing.resumeSubscription',
  method: 'post',
  path: '/billing/subscription-cancellation/resume',
  tag: 'Billing',
  summary: 'Take back a scheduled cancellation',
  permission: 'billing:manage',
  // Only organizationId, which every operation takes.
  body: {},
  success: {
    status: 200,
    description: 'The subscription goes on.',
    schema: response,
    example: { billingSubscriptionId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55', resumed: true },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export class ResumeSubscription extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization({ mustBeNamedByUsers: true })
    return resumeSubscription({ ctx, scope })
  }
}
