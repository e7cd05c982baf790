import { z } from 'zod'
import { createPortalSession } from '../../domain/billing/create-portal-session.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'

const response = z.object({ portalUrl: z.string() })

const operation = defineOperation({
  operationId: 'billing.createPortalSession',
  method: 'post',
  path: '/billing/portal-session',
  tag: 'Billing',
  summary: "Open the payment processor's customer portal",
  permission: 'billing:manage',
  // Only organizationId, which every operation takes.
  body: {},
  success: {
    status: 200,
    description: 'Where to manage payment methods and see past invoices.',
    schema: response,
    example: { portalUrl: 'https://billing.stripe.com/p/session/test_123' },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY', 'SERVICE_UNAVAILABLE'],
})

export class CreatePortalSession extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx }: Call<typeof operation>) {
    const scope = await access.organization({ mustBeNamedByUsers: true })
    return createPortalSession({ ctx, scope })
  }
}
