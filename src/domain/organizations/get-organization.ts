import type { OrganizationScope } from '../../auth/scope.ts'
import { notFound } from '../../contracts/domain-error.ts'
import { findOrganization } from '../../db/organizations.ts'
import type { VerbCall } from '../context.ts'

export interface OrganizationView {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo: string | null
}

/** Returns the organization of a scope. Throws 404 if it was deleted after the scope was created. */
export async function getOrganization({ ctx, scope }: VerbCall<OrganizationScope>): Promise<OrganizationView> {
  const row = await findOrganization(ctx.db, scope.organizationId)
  if (!row) throw notFound('The organization')
  return row
}
