import { z } from 'zod'

/** Organization. `role` appears in list results and in the user identity only. */
export const organization = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    slug: z.string(),
    logo: z.union([z.string(), z.null()]),
  })
  .openapi('Organization')

export const organizationWithRole = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    slug: z.string(),
    logo: z.union([z.string(), z.null()]),
    role: z.enum(['admin', 'member']),
  })
  .openapi('OrganizationWithRole')

export const organizationListItem = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    slug: z.string(),
    logo: z.union([z.string(), z.null()]),
    role: z.enum(['admin', 'member']).optional(),
  })
  .openapi('OrganizationListItem')

export const ORGANIZATION_EXAMPLE = {
  id: 'org_7h2k9q4m1x8c5v3b6n0z2w4r',
  name: 'Acme',
  slug: 'acme',
  logo: null,
}

/** Extra to the contract: what an organization decides about its agent. */
export const agentSettings = z
  .object({ maskingEnabled: z.boolean(), maskingSetBy: z.enum(['organization', 'deployment']) })
  .openapi('AgentSettings')

export const AGENT_SETTINGS_EXAMPLE = { maskingEnabled: true, maskingSetBy: 'organization' }
