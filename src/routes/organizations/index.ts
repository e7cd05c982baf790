import { CreateOrganization } from './create-organization.ts'
import { GetAgentSettings } from './get-agent-settings.ts'
import { GetOrganization } from './get-organization.ts'
import { ListOrganizations } from './list-organizations.ts'
import { UpdateAgentSettings } from './update-agent-settings.ts'
import { UpdateOrganization } from './update-organization.ts'

export const organizationOperations = [
  ListOrganizations,
  CreateOrganization,
  GetOrganization,
  UpdateOrganization,
  GetAgentSettings,
  UpdateAgentSettings,
]
