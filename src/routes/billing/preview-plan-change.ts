import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { previewPlanChange } from '../../domain/billing/plan-change.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { PLAN_CHANGE_PREVIEW_EXAMPLE } from './examples.ts'
import { planChangePreview } from './schema.ts'

const operation = defineOperation({
  operationId: 'billing.previewPlanChange',
  method: 'post',
  path: '/billing/plan-change/preview',
  tag: 'Billing',
  summary: 'Preview a change of plan',
  permission: 'billing:manage',
  body: { planSlug: z.string().min(1) },
  bodyExample: { planSlug: 'team' },
  success: {
    status: 200,
    description: 'What the change would charge and grant now. Nothing is changed.',
    schema: planChangePreview,
    example: PLAN_CHANGE_PREVIEW_EXAMPLE,
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})

export class PreviewPlanChange extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.organization({ mustBeNamedByUsers: true })
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    return previewPlanChange({ ctx, scope, input: input.body })
  }
}
