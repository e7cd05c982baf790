import { visibleOrganizationIds } from '../../auth/caller.ts'
import type { Access } from '../../auth/scope.ts'
import type { DomainContext } from '../../domain/context.ts'
import type { ThreadAccess } from '../../domain/threads/thread-access.ts'
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
      return thread.tenants.organizationIds.every((id) => visible.includes(id))
    } catch (error) {
      // A refusal ends the stream; a database out of reach for a moment does not.
      return !(error instanceof HttpError)
    }
  }
}
