import { z } from 'zod'
import type { OrganizationScope } from '../../auth/scope.ts'
import { getAgentSettings } from '../../domain/organizations/agent-settings.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { AGENT_SETTINGS_EXAMPLE, agentSettings } from './schema.ts'

const operation = defineOperation({
  operationId: 'organizations.getAgentSettings',
  method: 'get',
  path: '/organizations/{organizationId}/agent-settings',
  tag: 'Organizations',
  summary: 'Get what the agent may send to model providers',
  description:
    'Masking replaces e-mail addresses, IP addresses, hosts and ids by pseudonyms before a prompt leaves for a language model provider, and puts them back in the answer. If the organization has no setting of its own, the setting of the deployment applies. A change takes effect within 60 seconds.',
  permission: 'organization:read',
  pathParameters: { organizationId: z.string().min(1) },
  success: {
    status: 200,
    description: 'The settings.',
    schema: z.object({ agentSettings }),
    example: { agentSettings: AGENT_SETTINGS_EXAMPLE },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class GetAgentSettings extends Operation<OrganizationScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    return access.organizationById(input.path.organizationId)
  }

  protected async answer({ granted: scope, ctx }: Call<typeof operation, OrganizationScope>) {
    return { agentSettings: await getAgentSettings({ ctx, scope }) }
  }
}
