import { forgetCallers } from '../../auth/authenticate.ts'
import { actorOf, type Caller } from '../../auth/caller.ts'
import { forbidden } from '../../http/errors.ts'
import { audit } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdOrganizationId, newMembershipId, slugOf } from '../ids.ts'
import type { OrganizationView } from './get-organization.ts'

/**
 * Creates an organization. A user without fixed scope becomes its admin; a partner's belongs to its superorganization.
 * Every other credential is refused.
 */
export async function createOrganization({
  ctx,
  caller,
  input,
}: {
  readonly ctx: DomainContext
  readonly caller: Caller
  readonly input: { readonly name: string }
}): Promise<OrganizationView> {
  if (caller.kind === 'secret') throw forbidden('organization:manage')
  if (caller.kind === 'user' && (caller.organizationId || caller.projectId)) throw forbidden('organization:manage')
  const id = createdOrganizationId(ctx)
  const slug = await freeSlug(ctx, input.name, id)
  const superorganizationId = caller.kind === 'partner' ? caller.superorganization.id : null
  const statements = [
    ctx.db
      .prepare(
        'insert into organizations (id, name, slug, superorganization_id, created_at) values (?, ?, ?, ?, ?) on conflict (id) do nothing',
      )
      .bind(id, input.name, slug, superorganizationId, ctx.now()),
    audit(ctx, { organizationId: id, actor: actorOf(caller), action: 'organization.create', targetId: id }),
  ]
  if (caller.kind === 'user') {
    statements.push(
      ctx.db
        .prepare(
          'insert into memberships (id, organization_id, user_id, role, created_at) values (?, ?, ?, ?, ?) on conflict (organization_id, user_id) do nothing',
        )
        .bind(newMembershipId(), id, caller.user.id, 'admin', ctx.now()),
    )
  }
  await ctx.db.batch(statements)
  if (caller.kind === 'user') forgetCallers((one) => one.kind === 'user' && one.user.id === caller.user.id)
  return { id, name: input.name, slug, logo: null }
}

/** The plain slug where it is free; with the id's end otherwise, which makes a clash as unlikely as one of ids. */
async function freeSlug(ctx: DomainContext, name: string, id: string): Promise<string> {
  const plain = slugOf(name, '')
  const taken = await ctx.db.prepare('select 1 from organizations where slug = ?').bind(plain).first()
  return taken || plain === 'organization' ? slugOf(name, id.slice(-10)) : plain
}
