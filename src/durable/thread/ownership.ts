/**
 * Decides who may see a thread. A caller who may not see it gets the same answer as for a thread that does not exist.
 */

import type { VisibleTenants } from '../../contracts/tenants.ts'
import type { Owner } from '../../contracts/thread-protocol.ts'
import type { ThreadState } from './thread-state.ts'

export function isVisible({ thread }: ThreadState, tenants: VisibleTenants): boolean {
  if (!tenants.organizationIds.includes(thread.organizationId)) return false
  if (tenants.deletedProjectIds?.includes(thread.projectId)) return false
  return tenants.projectId === null || tenants.projectId === thread.projectId
}

export function isOwnedBy({ thread }: ThreadState, owner: Owner): boolean {
  return thread.organizationId === owner.organizationId && thread.projectId === owner.projectId
}
