import { forgetCallers } from '../../auth/authenticate.ts'
import { actorOf, type Caller, type PartnerCaller, type UserCaller } from '../../auth/caller.ts'
import { randomBase32 } from '../../contracts/base32.ts'
import { conflict, missingPermission } from '../../contracts/domain-error.ts'
import { createdOrganizationId, newMembershipId, slugOf } from '../../contracts/ids.ts'
import { insertFirstAdmin } from '../../db/members.ts'
import * as rows from '../../db/organizations.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, VerbCall } from '../context.ts'
import type { OrganizationView } from './get-organization.ts'

/** Who may create organizations: a person without a fixed scope, who becomes the admin, or a partner. */
export type Founder = UserCaller | PartnerCaller

const SUFFIX_LENGTH = 10
/** Each suffix has 50 random bits, so a second attempt is needed only if somebody guessed the first suffix. */
const SLUG_TRIES_MAX = 5

/** Returns the caller as a founder. Throws 403 for secret keys and for tokens with a fixed scope. */
export function founderOf(caller: Caller): Founder {
  if (caller.kind === 'secret') throw missingPermission('organization:manage')
  if (caller.kind === 'user' && (caller.organizationId || caller.projectId))
    throw missingPermission('organization:manage')
  return caller
}

/**
 * Creates an organization. A person may have at most FREE_ORGANIZATIONS_PER_PERSON organizations on the free plan
 * (409); the count is taken in the statement that writes the row. Only the first one gets the starting credits. A
 * partner's organizations are not counted.
 */
export async function createOrganization({
  ctx,
  scope: founder,
  input,
}: VerbCall<Founder, { readonly name: string }>): Promise<OrganizationView> {
  const id = createdOrganizationId(ctx)
  let suffix = id.slice(-SUFFIX_LENGTH)
  for (let attempt = 0; attempt < SLUG_TRIES_MAX; attempt += 1) {
    const created = await insert(ctx, founder, { id, name: input.name, suffix })
    if (created) {
      if (founder.kind === 'user') forgetCallers((one) => one.kind === 'user' && one.user.id === founder.user.id)
      return created
    }
    const most = ctx.settings.FREE_ORGANIZATIONS_PER_PERSON
    if (founder.kind === 'user' && (await rows.countFreeOrganizations(ctx.db, founder.user.id, id)) >= most) {
      throw conflict(
        `You already have ${most} organizations on the free plan, the most that one person can have. Move one of them to a paid plan first (POST /billing/plan-change).`,
      )
    }
    suffix = randomBase32(SUFFIX_LENGTH).toLowerCase()
  }
  throw new Error('No free slug was found for this name. Try again, or choose another name.')
}

/**
 * One statement decides slug, count and starting credits, so that concurrent requests cannot bypass each other. It uses
 * the plain slug if it is free, otherwise the slug with the suffix. Null: the count or the slug did not allow the
 * insert.
 */
async function insert(
  ctx: DomainContext,
  founder: Founder,
  { id, name, suffix }: { readonly id: string; readonly name: string; readonly suffix: string },
): Promise<OrganizationView | null> {
  const plain = slugOf(name, '')
  const suffixedSlug = slugOf(name, suffix)
  const founderId = founder.kind === 'user' ? founder.user.id : null
  await ctx.db.batch([
    rows.insertOrganization(ctx.db, {
      id,
      name,
      slug: plain === 'organization' ? suffixedSlug : plain,
      suffixedSlug,
      superorganizationId: founder.kind === 'partner' ? founder.superorganization.id : null,
      founderId,
      freeOrganizationsMax: ctx.settings.FREE_ORGANIZATIONS_PER_PERSON,
      createdAt: ctx.now(),
    }),
    auditIfChanged(ctx, { organizationId: id, actor: actorOf(founder), action: 'organization.create', targetId: id }),
    ...(founderId === null
      ? []
      : [
          insertFirstAdmin(ctx.db, {
            id: newMembershipId(),
            organizationId: id,
            userId: founderId,
            createdAt: ctx.now(),
          }),
        ]),
  ])
  return rows.findOrganization(ctx.db, id)
}
