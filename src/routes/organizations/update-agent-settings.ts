import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { updateAgentSettings } from '../../domain/organizations/agent-settings.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { AGENT_SETTINGS_EXAMPLE, agentSettings } from './schema.ts'

const operation = defineOperation({
  operationId: 'organizations.updateAgentSettings',
  method: 'patch',
  path: '/organizations/{organizationId}/agent-settings',
  tag: 'Organizations',
  summary: 'Change what the agent may send to model providers',
  description:
    '`maskingEnabled: null` returns to the setting of the deployment. A change takes effect within 60 seconds.',
  permission: 'organization:manage',
  pathParameters: { organizationId: z.string().min(1) },
  body: { maskingEnabled: z.union([z.boolean(), z.null()]).optional() },
  bodyExample: { maskingEnabled: true },
  success: {
    status: 200,
    description: 'The settings.',
    schema: z.object({ agentSettings }),
    example: { agentSettings: AGENT_SETTINGS_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class UpdateAgentSettings extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.organizationById(input.path.organizationId)
  }

  protected async answer({ granted: scope, input, ctx }: Call<typeof operation, OrganizationScope>) {
    const { maskingEnabled } = input.body
    return { agentSettings: await updateAgentSettings({ ctx, scope, input: { maskingEnabled } }) }
  }
}
