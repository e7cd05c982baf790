import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listPlans } from '../../domain/billing/list-plans.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { textOrNull } from '../../http/parameters.ts'
import { PLAN_EXAMPLE } from './examples.ts'
import { plan } from './schema.ts'

const response = z.object({
  billingModel: z.string(),
  currentPlanSlug: textOrNull,
  hasActiveProcessorBilling: z.boolean(),
  plans: z.array(plan),
})

const operation = defineOperation({
  operationId: 'billing.listPlans',
  method: 'get',
  path: '/billing/plans',
  tag: 'Billing',
  summary: 'List the plans on offer and the current plan',
  permission: 'billing:read',
  success: {
    status: 200,
    description: 'The plans, cheapest first, and the current one.',
    schema: response,
    example: {
      billingModel: 'credit-balance-v1',
      currentPlanSlug: 'starter',
      hasActiveProcessorBilling: false,
      plans: [PLAN_EXAMPLE],
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListPlans extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return listPlans({ ctx, scope })
  }
}
