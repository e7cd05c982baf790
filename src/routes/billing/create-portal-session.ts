import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { createPortalSession } from '../../domain/billing/create-portal-session.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ portalUrl: z.string() })

const operation = defineOperation({
  operationId: 'billing.createPortalSession',
  method: 'post',
  path: '/billing/portal-session',
  tag: 'Billing',
  summary: "Open the payment processor's customer portal",
  permission: 'billing:manage',
  // Only organizationId, which every operation accepts.
  body: {},
  success: {
    status: 200,
    description: 'The URL of the page for payment methods and past invoices.',
    schema: response,
    example: { portalUrl: 'https://billing.stripe.com/p/session/test_123' },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
})

export class CreatePortalSession extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return createPortalSession({ ctx, scope })
  }
}
