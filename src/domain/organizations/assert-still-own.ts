import type { Caller } from '../../auth/caller.ts'
import { notFound } from '../../http/errors.ts'
import type { DomainContext } from '../context.ts'

/**
 * For a stored answer that shows an organization its caller once made or joined: 404 when the caller does not belong to
 * it any more. Reads the rows, because a caller remembered elsewhere may not know of an organization made a moment ago.
 */
export async function assertStillOwn({
  ctx,
  caller,
  answer,
}: {
  readonly ctx: DomainContext
  readonly caller: Caller
  /** `{organization: {id}}` */
  readonly answer: unknown
}): Promise<void> {
  const id = organizationIdOf(answer)
  const row = id === null ? null : await ownRow(ctx, caller, id)
  if (row === null) throw notFound('The organization')
}

function ownRow(ctx: DomainContext, caller: Caller, id: string): Promise<unknown> {
  switch (caller.kind) {
    case 'user':
      return ctx.db
        .prepare(
          `select 1 from memberships m join organizations o on o.id = m.organization_id
           where m.organization_id = ? and m.user_id = ? and o.deleted_at is null`,
        )
        .bind(id, caller.user.id)
        .first()
    case 'partner':
      return ctx.db
        .prepare('select 1 from organizations where id = ? and superorganization_id = ? and deleted_at is null')
        .bind(id, caller.superorganization.id)
        .first()
    case 'secret':
      return Promise.resolve(caller.organization.id === id ? caller : null)
  }
}

function organizationIdOf(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('organization' in answer)) return null
  const { organization } = answer
  if (typeof organization !== 'object' || organization === null || !('id' in organization)) return null
  return typeof organization.id === 'string' ? organization.id : null
}
