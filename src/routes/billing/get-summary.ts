import { getSummary } from '../../domain/billing/get-summary.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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
    description: 'Plan, balance, cycle and what the next renewal would charge as of now.',
    schema: summary,
    example: SUMMARY_EXAMPLE,
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetBillingSummary extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization({ mustBeNamedByUsers: true })
    return getSummary({ ctx, scope })
  }
}
