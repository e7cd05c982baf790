import type { Caller } from '../../auth/caller.ts'
import type { Role } from '../../auth/permissions.ts'
import { listPartnerOrganizations } from '../../db/organizations.ts'
import type { VerbCall } from '../context.ts'
import type { OrganizationView } from './get-organization.ts'

/** A partner may have thousands of organizations; the contract's list has no cursor, so it is bounded. */
const PARTNER_LIST_MAX = 1000

/** The organizations a credential can see, newest first; `role` only for people. */
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
