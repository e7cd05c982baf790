import type { OrganizationScope } from '../../auth/scope.ts'
import { getSummary } from '../../domain/billing/get-summary.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { SUMMARY_EXAMPLE } from './examples.ts'
import { summary } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.getSummary',
  method: 'get',
  path: '/billing/summary',
  tag: 'Billing',
  summary: 'Get the billing summary',
  permission: 'billing:read',
  success: {
    status: 200,
    description: 'Plan, balance, cycle, and the charge of the next renewal as of now.',
    schema: summary,
    example: SUMMARY_EXAMPLE,
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetBillingSummary extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return getSummary({ ctx, scope })
  }
}
