/** What delivers to a project: live streams, and live public keys with their connection, if any. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, ormOf } from './database.ts'
import { credentials } from './schema/credentials.ts'
import { sources, streams } from './schema/sources.ts'

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

type Rows<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number]
export type DeliveringStream = Rows<typeof deliveringStreams>
export type DeliveringKey = Rows<typeof deliveringKeys>

/** Newest first. Enabled means that the stream and its source are enabled. */
export const deliveringStreams = async (db: Database, { organizationId, projectId }: ProjectRef, limit: number) =>
  ormOf(db)
    .select({
      id: streams.id,
      name: streams.displayName,
      status: streams.status,
      error: streams.errorMessage,
      provider: sources.provider,
      isEnabled: sql`min(${streams.enabled}, ${sources.enabled})`.mapWith(Boolean),
    })
    .from(streams)
    .innerJoin(sources, eq(sources.id, streams.sourceId))
    .where(
      and(
        eq(streams.projectId, projectId),
        eq(streams.organizationId, organizationId),
        isNull(streams.deletedAt),
        isNull(sources.deletedAt),
      ),
    )
    .orderBy(desc(streams.id))
    .limit(limit)

/** Newest first, including the keys of streams. */
export const deliveringKeys = async (db: Database, { organizationId, projectId }: ProjectRef, limit: number) =>
  ormOf(db)
    .select({
      id: credentials.id,
      name: credentials.name,
      streamId: credentials.logStreamId,
      expiresAt: credentials.expiresAt,
      connectionId: sources.id,
      connectionName: sources.name,
      provider: sources.provider,
      isEnabled: sql`coalesce(${sources.enabled}, 1)`.mapWith(Boolean),
    })
    .from(credentials)
    .leftJoin(sources, eq(sources.id, credentials.dataSourceConnectionId))
    .where(
      and(
        eq(credentials.projectId, projectId),
        eq(credentials.organizationId, organizationId),
        eq(credentials.kind, 'public'),
        isNull(credentials.deactivatedAt),
        isNull(sources.deletedAt),
      ),
    )
    .orderBy(desc(credentials.id))
    .limit(limit)
