import { z } from 'zod'
import { getAgentSettings } from '../../domain/organizations/agent-settings.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
import { AGENT_SETTINGS_EXAMPLE, agentSettings } from './schema.ts'

const operation = defineOperation({
  operationId: 'organizations.getAgentSettings',
  method: 'get',
  path: '/organizations/{organizationId}/agent-settings',
  tag: 'Organizations',
  summary: 'What the agent of the organization may send away',
  description:
    'Masking replaces e-mail addresses, IP addresses, hosts and ids by pseudonyms before a prompt leaves for a language model provider, and puts them back in the answer. Without a choice of the organization the setting of the deployment holds. A change acts within 60 seconds.',
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

export class GetAgentSettings extends Operation {
  readonly operation = operation

  protected async answer({ access, input, ctx }: Call<typeof operation>) {
    const scope = await access.organizationById(input.path.organizationId)
    return { agentSettings: await getAgentSettings({ ctx, scope }) }
  }
}
