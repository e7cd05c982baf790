import type { Caller } from '../../auth/caller.ts'
import { notFound } from '../../contracts/domain-error.ts'
import { belongsTo } from '../../db/members.ts'
import { isPartnerOrganization } from '../../db/organizations.ts'
import type { DomainContext, VerbCall } from '../context.ts'

interface StoredAnswer {
  /** `{organization: {id}}` */
  readonly answer: unknown
}

/**
 * Checks a stored answer that shows an organization which its caller once created or joined: throws 404 when the caller
 * no longer belongs to it. Reads the rows, because a cached caller may not know an organization that was created a
 * moment ago.
 */
export async function assertStillOwn({ ctx, scope: caller, input }: VerbCall<Caller, StoredAnswer>): Promise<void> {
  const { answer } = input
  const id = organizationIdOf(answer)
  const isOwn = id !== null && (await belongsToCaller(ctx, caller, id))
  if (!isOwn) throw notFound('The organization')
}

function belongsToCaller(ctx: DomainContext, caller: Caller, id: string): Promise<boolean> {
  switch (caller.kind) {
    case 'user':
      return belongsTo(ctx.db, caller.user.id, id)
    case 'partner':
      return isPartnerOrganization(ctx.db, caller.superorganization.id, id)
    case 'secret':
      return Promise.resolve(caller.organization.id === id)
  }
}

function organizationIdOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('organization' in answer)) return null
  const { organization } = answer
  if (typeof organization !== 'object' || organization === null || !('id' in organization)) return null
  return typeof organization.id === 'string' ? organization.id : null
}
