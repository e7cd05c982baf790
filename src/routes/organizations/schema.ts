import { z } from 'zod'
import { textOrNull } from '../../http/parameters.ts'

const fields = { id: z.string().min(1), name: z.string(), slug: z.string(), logo: textOrNull }
const role = z.enum(['admin', 'member'])

/** Organization. `role` appears in list results and in the user identity only. */
export const organization = z.object(fields).openapi('Organization')
export const organizationWithRole = z.object({ ...fields, role }).openapi('OrganizationWithRole')
export const organizationListItem = z.object({ ...fields, role: role.optional() }).openapi('OrganizationListItem')

export const ORGANIZATION_EXAMPLE = {
  id: 'org_7h2k9q4m1x8c5v3b6n0z2w4r',
  name: 'Acme',
  slug: 'acme',
  logo: null,
}

/** In addition to the contract: an organization's settings for its agent. */
export const agentSettings = z
  .object({ maskingEnabled: z.boolean(), maskingSetBy: z.enum(['organization', 'deployment']) })
  .openapi('AgentSettings')

export const AGENT_SETTINGS_EXAMPLE = { maskingEnabled: true, maskingSetBy: 'organization' }
