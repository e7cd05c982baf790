import { forgetCallers } from '../../auth/authenticate.ts'
import type { OrganizationScope } from '../../auth/scope.ts'
import { renameOrganization } from '../../db/organizations.ts'
import { audit } from '../audit.ts'
import type { VerbCall } from '../context.ts'
import { getOrganization, type OrganizationView } from './get-organization.ts'

/** Renames an organization. Its slug never changes. */
export async function updateOrganization({
  ctx,
  scope,
  input,
}: VerbCall<OrganizationScope, { readonly name: string }>): Promise<OrganizationView> {
  const { organizationId, actor } = scope
  await ctx.db.batch([
    renameOrganization(ctx.db, organizationId, input.name),
    audit(ctx, {
      organizationId,
      actor,
      action: 'organization.update',
      targetId: organizationId,
      detail: { name: input.name },
    }),
  ])
  // Cached callers carry the names of their organizations.
  forgetCallers(() => true)
  return getOrganization({ ctx, scope })
}
