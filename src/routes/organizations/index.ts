import { GetOrganization } from './get-organization.ts'
import { ListOrganizations } from './list-organizations.ts'

export const organizationOperations = [ListOrganizations, GetOrganization]
