/**
 * Gives access to a thread or run by its id. No row is read for this: the object knows its own tenant and answers a
 * foreign caller as if the id were unknown. The caller's permission is checked before anything else happens.
 */

import type { Access } from '../../auth/scope.ts'
import { isProblem, notFound } from '../../contracts/domain-error.ts'
import type { VisibleTenants } from '../../contracts/tenants.ts'
import type { DomainContext, ThreadStub } from '../context.ts'
import { callThread } from './call-thread.ts'

export interface ThreadScope {
  /** In lower case, as ids are created. */
  readonly id: string
  readonly tenants: VisibleTenants
  readonly stub: () => ThreadStub
}

type What = 'The thread' | 'The run'

/** Throws 404, 403 and 429 in the order that docs/design/http.md states. `id` belongs to a thread or a run. */
export async function accessThread(ctx: DomainContext, access: Access, id: string, what: What): Promise<ThreadScope> {
  const lowerCaseId = id.toLowerCase()
  const stub = (): ThreadStub => ctx.objects.thread(lowerCaseId)
  const tenants = access.visibleTenants()
  const thread = { id: lowerCaseId, tenants, stub }
  const [only, another] = tenants.organizationIds
  if (only !== undefined && another === undefined && !access.mustBeFound) {
    try {
      await access.resource({ organizationId: only, projectId: tenants.projectId }, what)
      return thread
    } catch (error) {
      // A missing thread gives 404 even to callers who would not be allowed.
      if (!isProblem(error, 'missing_permission')) throw error
    }
  }
  const tenant = await callThread(stub, (object) => object.tenantOf(lowerCaseId))
  await access.resource(tenant, what)
  if (tenant === null) throw notFound(what)
  const { organizationId, projectId } = tenant
  return { ...thread, tenants: { organizationIds: [organizationId], projectId } }
}
