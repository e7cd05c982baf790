import { z } from 'zod'
import { listPlans } from '../../domain/billing/list-plans.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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
  summary: 'List the plans that can be switched to, and the current one',
  permission: 'billing:read',
  success: {
    status: 200,
    description: 'The plans, cheapest first, and which one is held.',
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

export class ListPlans extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization({ mustBeNamedByUsers: true })
    return listPlans({ ctx, scope })
  }
}
