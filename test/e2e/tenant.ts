import { inject } from 'vitest'
import { type Api, apiClient } from '../../scripts/server/api.ts'
import type { OrganizationCredentials } from '../../scripts/server/organization.ts'
import type { TenantName } from './shared-server.ts'

export interface Tenant {
  readonly baseUrl: string
  readonly credentials: OrganizationCredentials
  /** With the secret key. */
  readonly api: Api
}

/** The organization of a test file on the shared server. */
export function tenantOf(name: TenantName): Tenant {
  const { baseUrl, tenants } = inject('sharedServer')
  const credentials = tenants[name]
  if (credentials === undefined) throw new Error(`the shared server has no tenant ${name}`)
  return { baseUrl, credentials, api: apiClient(baseUrl, credentials.secretKey) }
}
