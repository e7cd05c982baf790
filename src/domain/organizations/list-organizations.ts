import type { Caller } from '../../auth/caller.ts'
import type { Role } from '../../auth/permissions.ts'
import { listPartnerOrganizations } from '../../db/organizations.ts'
import type { VerbCall } from '../context.ts'
import type { OrganizationView } from './get-organization.ts'

/** Maximum length of the list: a partner may have thousands of organizations, and the contract's list has no cursor. */
const PARTNER_LIST_MAX = 1000

/** Returns the organizations that a credential can see, newest first; `role` is set only for people. */
export async function listOrganizations({
  ctx,
  scope: caller,
}: VerbCall<Caller>): Promise<(OrganizationView & { readonly role?: Role })[]> {
  switch (caller.kind) {
    case 'secret':
      return [caller.organization]
    case 'user':
      return [...caller.memberships].reverse()
    case 'partner':
      return listPartnerOrganizations(ctx.db, caller.superorganization.id, PARTNER_LIST_MAX)
  }
}
