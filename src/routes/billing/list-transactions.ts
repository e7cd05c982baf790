import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { listTransactions } from '../../domain/billing/list-transactions.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { queryInteger } from '../../http/parameters.ts'
import { transaction } from './schema.ts'

const response = z.object({
  items: z.array(transaction),
  pagination: z.object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int(),
    totalPages: z.number().int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  }),
})

const operation = defineOperation({
  operationId: 'billing.listTransactions',
  method: 'get',
  path: '/billing/transactions',
  tag: 'Billing',
  summary: 'List the changes of the credit balance',
  permission: 'billing:read',
  query: { limit: queryInteger(1, 100, 10), page: queryInteger(1, 100_000, 1) },
  success: {
    status: 200,
    description: 'Ledger entries, newest first, each with its cause and the balance after it.',
    schema: response,
    example: {
      items: [
        {
          id: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
          type: 'debit',
          kind: 'usage',
          amount: '-0.412',
          balanceAfter: '212.504',
          description: '103000000 bytes of telemetry accepted',
          effectiveAt: '2026-11-20T09:00:31.000Z',
          createdAt: '2026-11-20T09:00:31.000Z',
          projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a56',
          dimension: 'log_bytes',
          hour: '2026-11-20T09:00:00.000Z',
          quantity: '103000000',
        },
      ],
      pagination: { page: 1, limit: 10, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListBillingTransactions extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return listTransactions({ ctx, scope, input: input.query })
  }
}
