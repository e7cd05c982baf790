import type { OrganizationScope } from '../../auth/scope.ts'
import { previewCancellation } from '../../domain/billing/cancellation.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { CANCELLATION_PREVIEW_EXAMPLE } from './examples.ts'
import { cancellationPreview } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.previewCancellation',
  method: 'post',
  path: '/billing/subscription-cancellation/preview',
  tag: 'Billing',
  summary: 'Preview the cancellation of the subscription',
  permission: 'billing:read',
  // Only organizationId, which every operation accepts.
  body: {},
  success: {
    status: 200,
    description: 'What a cancellation would charge and when it would take effect, as of now. Nothing is changed.',
    schema: cancellationPreview,
    example: CANCELLATION_PREVIEW_EXAMPLE,
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class PreviewCancellation extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return previewCancellation({ ctx, scope })
  }
}
