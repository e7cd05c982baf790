/** Which organizations the cycle engine has to look at. */

type Db = D1Database | D1DatabaseSession

/** Those with a cycle that has ended, longest overdue first, then those that billing has not opened yet. */
export interface DueInput {
  readonly now: number
  readonly limit: number
  /** Organizations that failed just now and must not keep the others waiting. */
  readonly skip: readonly string[]
}

export async function accountsToSettle(db: Db, { now, limit, skip }: DueInput): Promise<string[]> {
  const skipped = JSON.stringify(skip)
  const [due, unopened] = await db.batch<{ id: string }>([
    db
      .prepare(
        `select s.organization_id as id from billing_subscriptions s
         join organizations o on o.id = s.organization_id and o.deleted_at is null
         where s.status != 'canceled' and s.cycle_ends_at <= ?1
           and s.organization_id not in (select value from json_each(?3))
         order by s.cycle_ends_at limit ?2`,
      )
      .bind(now, limit, skipped),
    db
      .prepare(
        `select o.id from organizations o left join billing_accounts a on a.organization_id = o.id
         where a.organization_id is null and o.deleted_at is null
           and o.id not in (select value from json_each(?2))
         limit ?1`,
      )
      .bind(limit, skipped),
  ])
  return [...(due?.results ?? []), ...(unopened?.results ?? [])].slice(0, limit).map((row) => row.id)
}

export async function nextCycleEnd(db: Db): Promise<number | null> {
  const row = await db
    .prepare(
      `select min(s.cycle_ends_at) as at from billing_subscriptions s
       join organizations o on o.id = s.organization_id and o.deleted_at is null where s.status != 'canceled'`,
    )
    .first<{ at: number | null }>()
  return row?.at ?? null
}
