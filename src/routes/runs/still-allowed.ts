import { visibleOrganizationIds } from '../../auth/caller.ts'
import type { Access } from '../../auth/scope.ts'
import type { DomainContext } from '../../domain/context.ts'
import type { ThreadAccess } from '../../domain/threads/thread-access.ts'
import { callThread } from '../../domain/threads/thread-stub.ts'
import { HttpError } from '../../http/errors.ts'
import { callerOf } from '../../http/operation.ts'

/**
 * Whether the reader of a stream may still read: revocation, removal and expiry hold within 60 s for those who are
 * connected too.
 */
export function stillAllowed(
  call: { readonly access: Access; readonly ctx: DomainContext; readonly request: Request },
  thread: ThreadAccess,
): () => Promise<boolean> {
  return async () => {
    try {
      const caller = await callerOf(call.ctx, call.request)
      const visible = visibleOrganizationIds(caller) ?? thread.tenants.organizationIds
      if (!thread.tenants.organizationIds.every((id) => visible.includes(id))) return false
      if (caller.kind === 'partner' || caller.deletedProjectIds.length === 0) return true
      const tenant = await callThread(thread.stub, (object) => object.tenantOf(thread.id))
      return tenant !== null && !caller.deletedProjectIds.includes(tenant.projectId)
    } catch (error) {
      // A refusal ends the stream; a database out of reach for a moment does not.
      return !(error instanceof HttpError)
    }
  }
}
