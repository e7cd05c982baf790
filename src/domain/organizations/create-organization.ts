import { forgetCallers } from '../../auth/authenticate.ts'
import { actorOf, type Caller, type PartnerCaller, type UserCaller } from '../../auth/caller.ts'
import { randomBase32 } from '../../auth/credential-format.ts'
import { FREE_PLAN_SLUG } from '../../billing/price-book.ts'
import { conflict, forbidden } from '../../http/errors.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext } from '../context.ts'
import { createdOrganizationId, newMembershipId, slugOf } from '../ids.ts'
import type { OrganizationView } from './get-organization.ts'

/** Who may make organizations: a person without fixed scope, who becomes the admin, or a partner. */
export type Founder = UserCaller | PartnerCaller

const SUFFIX_LENGTH = 10
/** Suffixes of 50 random bits: a second one is needed only where somebody guessed the first. */
const SLUG_TRIES_MAX = 5

/** The caller as a founder; 403 for secret keys and for tokens with a fixed scope. */
export function founderOf(caller: Caller): Founder {
  if (caller.kind === 'secret') throw forbidden('organization:manage')
  if (caller.kind === 'user' && (caller.organizationId || caller.projectId)) throw forbidden('organization:manage')
  return caller
}

/**
 * Creates an organization. A person has at most FREE_ORGANIZATIONS_PER_PERSON on the free plan (409), counted where the
 * row is written, and gets the starting credits with the first only. A partner's organizations are not counted.
 */
export async function createOrganization({
  ctx,
  founder,
  input,
}: {
  readonly ctx: DomainContext
  readonly founder: Founder
  readonly input: { readonly name: string }
}): Promise<OrganizationView> {
  const id = createdOrganizationId(ctx)
  let suffix = id.slice(-SUFFIX_LENGTH)
  for (let attempt = 0; attempt < SLUG_TRIES_MAX; attempt += 1) {
    const { created, freeCount } = await insert(ctx, founder, { id, name: input.name, suffix })
    if (created) {
      if (founder.kind === 'user') forgetCallers((one) => one.kind === 'user' && one.user.id === founder.user.id)
      return created
    }
    const most = ctx.settings.FREE_ORGANIZATIONS_PER_PERSON
    if (founder.kind === 'user' && freeCount >= most) {
      throw conflict(
        `One person can have ${most} organizations on the free plan. Move one of yours to a paid plan first (POST /billing/plan-change).`,
      )
    }
    suffix = randomBase32(SUFFIX_LENGTH).toLowerCase()
  }
  throw new Error('Every slug that was tried is taken.')
}

/** Organizations of this person (?6) besides this one (?1) that nobody pays for. */
const FREE_COUNT = `(select count(*) from organizations o where o.founder_id = ?6 and o.id <> ?1 and o.deleted_at is null
  and not exists (select 1 from billing_subscriptions s where s.organization_id = o.id
    and s.status <> 'canceled' and s.plan_slug <> '${FREE_PLAN_SLUG}'))`

/**
 * One statement decides slug, count and starting credits, so that requests at the same time cannot pass each other. The
 * plain slug where it is free, else the one with the suffix. No row: the count or the slug did not allow it.
 */
async function insert(
  ctx: DomainContext,
  founder: Founder,
  { id, name, suffix }: { readonly id: string; readonly name: string; readonly suffix: string },
): Promise<{ readonly created: OrganizationView | null; readonly freeCount: number }> {
  const plain = slugOf(name, '')
  const suffixed = slugOf(name, suffix)
  const founderId = founder.kind === 'user' ? founder.user.id : null
  const superorganizationId = founder.kind === 'partner' ? founder.superorganization.id : null
  const most = ctx.settings.FREE_ORGANIZATIONS_PER_PERSON
  const counted = [id, name, plain === 'organization' ? suffixed : plain, suffixed, superorganizationId, founderId]
  const results = await ctx.db.batch([
    ctx.db
      .prepare(
        `insert into organizations (id, name, slug, superorganization_id, founder_id, has_starting_credits, created_at)
         select ?1, ?2, case when exists (select 1 from organizations where slug = ?3) then ?4 else ?3 end, ?5, ?6,
           ?6 is null or not exists (select 1 from organizations where founder_id = ?6), ?8
         where ?6 is null or ${FREE_COUNT} < ?7
         on conflict do nothing`,
      )
      .bind(...counted, most, ctx.now()),
    auditIfChanged(ctx, { organizationId: id, actor: actorOf(founder), action: 'organization.create', targetId: id }),
    ctx.db
      .prepare(
        `insert into memberships (id, organization_id, user_id, role, created_at)
         select ?1, ?2, ?3, 'admin', ?4 where ?3 is not null and exists (select 1 from organizations where id = ?2)
         on conflict (organization_id, user_id) do nothing`,
      )
      .bind(newMembershipId(), id, founderId, ctx.now()),
    ctx.db.prepare('select id, name, slug, logo from organizations where id = ?').bind(id),
    ctx.db.prepare(`select ${FREE_COUNT.replaceAll('?6', '?2')} as freeCount`).bind(id, founderId),
  ])
  // The last two statements name these columns.
  const created = results[3]?.results[0] as OrganizationView | undefined
  const count = results[4]?.results[0] as { readonly freeCount: number } | undefined
  return { created: created ?? null, freeCount: count?.freeCount ?? 0 }
}
