import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { changePlan } from '../../domain/billing/plan-change.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { PLAN_CHANGE_PREVIEW_EXAMPLE } from './examples.ts'
import { planChange } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.changePlan',
  method: 'post',
  path: '/billing/plan-change',
  tag: 'Billing',
  summary: 'Change the plan',
  permission: 'billing:manage',
  body: { planSlug: z.string().min(1) },
  bodyExample: { planSlug: 'team' },
  success: {
    status: 200,
    description: 'The change, with the amounts of its preview.',
    schema: planChange,
    example: {
      billingSubscriptionChangeId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a57',
      billingSubscriptionId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
      status: 'applied',
      checkoutUrl: null,
      ...PLAN_CHANGE_PREVIEW_EXAMPLE,
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
})

export class ChangePlan extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return changePlan({ ctx, scope, input: input.body })
  }
}
