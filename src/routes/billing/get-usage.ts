import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { getUsage } from '../../domain/billing/get-usage.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { dateTime } from '../../http/parameters.ts'
import { usageLine } from './schema.ts'

const response = z.object({
  cycle: z.union([z.object({ startsAt: dateTime, endsAt: dateTime }), z.null()]),
  usage: z.array(usageLine),
})

const operation = defineOperation({
  operationId: 'billing.getUsage',
  method: 'get',
  path: '/billing/usage',
  tag: 'Billing',
  summary: 'Get the usage of a cycle by dimension',
  permission: 'billing:read',
  query: { cycle: z.enum(['current', 'previous']).default('current') },
  success: {
    status: 200,
    description: 'Usage debited in the cycle, in units and credits. `cycle` is null when there is no such cycle.',
    schema: response,
    example: {
      cycle: { startsAt: '2026-11-05T09:00:00.000Z', endsAt: '2026-12-05T09:00:00.000Z' },
      usage: [{ dimension: 'log_bytes', totalQuantity: '21874000000', creditsConsumed: '87.496' }],
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class GetBillingUsage extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return getUsage({ ctx, scope, input: input.query })
  }
}
