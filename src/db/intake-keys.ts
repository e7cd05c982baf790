/** Reads what the intake needs of a public key, and records its use. */
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf } from './database.ts'
import { billingSubscriptions } from './schema/billing.ts'
import { credentials } from './schema/credentials.ts'
import { sources, streams } from './schema/sources.ts'
import { organizations, projects } from './schema/tenancy.ts'

/** A live key of a live project, with the region and the plan by which its records are stored. */
export async function findIntakeKey(db: Database, digest: string) {
  return firstRow(
    ormOf(db)
      .select({
        id: credentials.id,
        organizationId: organizations.id,
        projectId: projects.id,
        region: projects.region,
        connectionId: credentials.dataSourceConnectionId,
        logStreamId: credentials.logStreamId,
        expiresAt: credentials.expiresAt,
        planSlug: billingSubscriptions.planSlug,
        streamStatus: streams.status,
        isEnabled: sql`min(coalesce(${streams.enabled}, 1), coalesce(${sources.enabled}, 1))`.mapWith(Boolean),
      })
      .from(credentials)
      .innerJoin(projects, eq(projects.id, credentials.projectId))
      .innerJoin(organizations, eq(organizations.id, credentials.organizationId))
      .leftJoin(streams, eq(streams.id, credentials.logStreamId))
      .leftJoin(sources, eq(sources.id, streams.sourceId))
      .leftJoin(
        billingSubscriptions,
        and(
          eq(billingSubscriptions.organizationId, credentials.organizationId),
          // Written out, not bound: SQLite uses a partial index only where it sees its condition in the statement.
          sql`${billingSubscriptions.status} != 'canceled'`,
        ),
      )
      .where(
        and(
          eq(credentials.digest, digest),
          eq(credentials.kind, 'public'),
          isNull(credentials.deactivatedAt),
          isNull(projects.deletedAt),
          isNull(organizations.deletedAt),
        ),
      ),
  )
}

/** Records a use of a credential. An older record never replaces a newer one. */
export async function noteCredentialUse(db: Database, id: string, lastUsedAt: number): Promise<void> {
  await ormOf(db)
    .update(credentials)
    .set({ lastUsedAt })
    .where(and(eq(credentials.id, id), or(isNull(credentials.lastUsedAt), lt(credentials.lastUsedAt, lastUsedAt))))
}
