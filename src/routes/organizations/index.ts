import { CreateOrganization } from './create-organization.ts'
import { GetOrganization } from './get-organization.ts'
import { ListOrganizations } from './list-organizations.ts'
import { UpdateOrganization } from './update-organization.ts'

export const organizationOperations = [ListOrganizations, CreateOrganization, GetOrganization, UpdateOrganization]
