/** The user behind an OIDC identity: created at first sight, with no membership. */
import { newUserId } from '../domain/ids.ts'
import type { CallerOrganization, UserCaller } from './caller.ts'
import type { OidcIdentity } from './oidc.ts'
import type { Role } from './permissions.ts'

interface UserRow {
  readonly id: string
  readonly name: string | null
  readonly email: string
}

/** null: unknown, and the token states no verified e-mail address to create the user with. */
export async function userOfIdentity(
  db: D1Database | D1DatabaseSession,
  identity: OidcIdentity,
  now: number,
): Promise<UserRow | null> {
  const find = () =>
    db
      .prepare('select id, name, email from users where oidc_issuer = ? and oidc_subject = ?')
      .bind(identity.issuer, identity.subject)
      .first<UserRow>()
  const known = await find()
  if (known || identity.verifiedEmail === null) return known
  await db
    .prepare(
      `insert into users (id, name, email, image_url, oidc_issuer, oidc_subject, created_at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (oidc_issuer, oidc_subject) where oidc_issuer is not null do nothing`,
    )
    .bind(newUserId(), identity.name, identity.verifiedEmail, identity.imageUrl, identity.issuer, identity.subject, now)
    .run()
  return find()
}

export async function callerOfUser(db: D1Database | D1DatabaseSession, user: UserRow): Promise<UserCaller> {
  const [memberships, deleted] = await db.batch<unknown>([
    db
      .prepare(
        `select m.role, o.id, o.name, o.slug, o.logo from memberships m join organizations o on o.id = m.organization_id
         where m.user_id = ? and o.deleted_at is null order by m.id`,
      )
      .bind(user.id),
    db
      .prepare(
        `select p.id from projects p where p.deleted_at is not null
         and p.organization_id in (select organization_id from memberships where user_id = ?)`,
      )
      .bind(user.id),
  ])
  return {
    kind: 'user',
    credentialId: user.id,
    user,
    // The two queries above state these columns.
    memberships: (memberships?.results ?? []) as readonly (CallerOrganization & { readonly role: Role })[],
    organizationId: null,
    projectId: null,
    deletedProjectIds: ((deleted?.results ?? []) as readonly { readonly id: string }[]).map(({ id }) => id),
  }
}
