/** Deleting an organization, as SQL. The service's job does the rest (docs/operations.md, Delete an organization). */
import { heldPlan, isFree } from '../../src/billing/plans.ts'
import { newId } from '../../src/contracts/ids.ts'
import { FORGOTTEN_EVERYWHERE_MS } from '../../src/domain/deletion/progress.ts'
import { sqlText } from './sql-text.ts'

/** The database's own clock, in milliseconds: what was deleted when is compared with the service's clocks only. */
const NOW_MS = "cast(unixepoch('subsec') * 1000 as integer)"

export interface OrganizationFound {
  readonly name: string
  readonly deletedAt: number | null
  /** Of the running subscription; null where there is none. */
  readonly planSlug: string | null
  readonly projects: number
  /** Streams that have something on a platform. */
  readonly provisionedStreams: number
}

export function organizationQuery(organizationId: string): string {
  const id = sqlText(organizationId)
  return `select o.name, o.deleted_at as deletedAt,
      (select plan_slug from billing_subscriptions where organization_id = o.id and status != 'canceled') as planSlug,
      (select count(*) from projects where organization_id = o.id) as projects,
      (select count(*) from streams where organization_id = o.id and remote is not null) as provisionedStreams
    from organizations o where o.id = ${id}`
}

/** Why it must not be deleted, null when it may be. */
export function refusalOf(found: OrganizationFound | undefined, mayEndSubscription: boolean): string | null {
  if (found === undefined) return 'There is no such organization.'
  if (found.deletedAt !== null) return 'The organization is being deleted already.'
  const isPaying = found.planSlug !== null && !isFree(heldPlan(found.planSlug))
  if (isPaying && !mayEndSubscription) {
    return `The organization is on the plan ${found.planSlug}. Deleting it ends the subscription at once: the deficit is charged and nothing is refunded. Pass --end-subscription to do that, or cancel the subscription first.`
  }
  return null
}

/** One transaction: from here on it answers 401 and 404, and the job begins a minute later. */
export function organizationDeletionStatements(organizationId: string): string[] {
  const id = sqlText(organizationId)
  const payload = sqlText(JSON.stringify({ kind: 'organization', organizationId }))
  // Each acts only if the organization was there and live, so that a repeated command leaves no second job.
  const live = `from organizations where id = ${id} and deleted_at is null`
  return [
    `insert into audit_entries (id, organization_id, actor_kind, actor_id, action, target_id, detail, created_at)
     select ${sqlText(newId())}, id, 'operator', 'operator', 'organization.delete', id, '{}', ${NOW_MS} ${live}`,
    `insert into outbox (id, queue, payload, next_attempt_at, created_at)
     select ${sqlText(newId())}, 'deletion', ${payload}, ${NOW_MS} + ${FORGOTTEN_EVERYWHERE_MS}, ${NOW_MS} ${live}`,
    `update projects set deleted_at = ${NOW_MS} where organization_id = ${id} and deleted_at is null
       and exists (select 1 ${live})`,
    `update organizations set deleted_at = ${NOW_MS} where id = ${id} and deleted_at is null`,
  ]
}
