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

/** The organization of a scope; 404 if it was deleted since the scope was made. */
export async function getOrganization({ ctx, scope }: VerbCall<OrganizationScope>): Promise<OrganizationView> {
  const row = await findOrganization(ctx.db, scope.organizationId)
  if (!row) throw notFound('The organization')
  return row
}
