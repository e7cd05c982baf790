/** Sources: data source connections and log sources. */
import { and, asc, count, desc, eq, getTableColumns, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { type Database, firstRow, ormOf, qualified, type Statement, statementOf } from './database.ts'
import { type AutoProvisionFilter, type SOURCE_KINDS, sources, streams } from './schema/sources.ts'

export type { AutoProvisionFilter } from './schema/sources.ts'
export type SourceKind = (typeof SOURCE_KINDS)[number]
export type SourceRow = Omit<typeof sources.$inferSelect, 'discoveredAt' | 'deletedAt'>

const { discoveredAt: _, deletedAt: __, ...COLUMNS } = getTableColumns(sources)
const IS_LIVE = isNull(sources.deletedAt)
/** Written out, not bound: SQLite uses a partial index only where it sees its condition in the statement. */
const IS_LOG_SOURCE = sql`${sources.kind} = 'log_source'`
const IS_MANAGED = sql`${sources.mode} = 'managed'`
const LIVE_STREAMS = sql`(select count(*) from ${streams} where ${streams.sourceId} = ${sources.id}
  and ${streams.deletedAt} is null)`

export const findSource = (db: Database, kind: SourceKind, id: string): Promise<SourceRow | null> =>
  firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(sources)
      .where(and(eq(sources.id, id), eq(sources.kind, kind), IS_LIVE)),
  )

/** Includes a deleted source, whose remote resources still have to be removed. */
export const findSourceOfStream = (db: Database, id: string): Promise<SourceRow | null> =>
  firstRow(ormOf(db).select(COLUMNS).from(sources).where(eq(sources.id, id)))

export const findLiveSource = (db: Database, id: string): Promise<SourceRow | null> =>
  firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(sources)
      .where(and(eq(sources.id, id), IS_LIVE)),
  )

interface ListInput {
  readonly projectId: string
  readonly provider: string | undefined
  readonly limit: number
}

/** Newest first. */
export const listConnections = (db: Database, input: ListInput): Promise<SourceRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(sources)
    .where(inProject('connection', input))
    .orderBy(desc(sources.id))
    .limit(input.limit)

/** Newest first, each with the number of its live streams. */
export const listLogSources = (
  db: Database,
  input: ListInput,
): Promise<(SourceRow & { readonly streamCount: number })[]> =>
  ormOf(db)
    .select({ ...COLUMNS, streamCount: qualified<number>(LIVE_STREAMS) })
    .from(sources)
    .where(inProject('log_source', input))
    .orderBy(desc(sources.id))
    .limit(input.limit)

const inProject = (kind: SourceKind, { projectId, provider }: ListInput) =>
  and(
    eq(sources.projectId, projectId),
    eq(sources.kind, kind),
    IS_LIVE,
    provider === undefined ? undefined : eq(sources.provider, provider),
  )

interface ProjectRef {
  readonly organizationId: string
  readonly projectId: string
}

/** Sources that hold credentials of a platform and are neither deleted nor paused. */
const askable = ({ organizationId, projectId }: ProjectRef) =>
  and(
    eq(sources.projectId, projectId),
    eq(sources.organizationId, organizationId),
    IS_LIVE,
    eq(sources.enabled, true),
    isNotNull(sources.metadata),
  )

const streamsIn = (status: 'active' | 'error') =>
  qualified<number>(sql`(select count(*) from ${streams} where ${streams.sourceId} = ${sources.id}
    and ${streams.deletedAt} is null and ${streams.status} = ${status})`)

/** Oldest first, with the number of their streams by status. */
export const listAskableSources = (db: Database, project: ProjectRef, limit: number) =>
  ormOf(db)
    .select({
      id: sources.id,
      provider: sources.provider,
      name: sources.name,
      nativeQueriesEnabled: sources.nativeQueriesEnabled,
      total: qualified<number>(LIVE_STREAMS),
      active: streamsIn('active'),
      error: streamsIn('error'),
    })
    .from(sources)
    .where(askable(project))
    .orderBy(asc(sources.id))
    .limit(limit)

export const findAskableSource = (db: Database, project: ProjectRef, id: string): Promise<SourceRow | null> =>
  firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(sources)
      .where(and(askable(project), eq(sources.id, id))),
  )

/** Kinds and providers of the sources that are neither deleted nor paused. */
export const liveProviders = (db: Database, projectId: string) =>
  ormOf(db)
    .selectDistinct({ kind: sources.kind, provider: sources.provider })
    .from(sources)
    .where(and(eq(sources.projectId, projectId), IS_LIVE, eq(sources.enabled, true)))

export async function isLogSourceNameTaken(db: Database, projectId: string, name: string): Promise<boolean> {
  const rows = await ormOf(db)
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.projectId, projectId), eq(sources.name, name), IS_LOG_SOURCE))
    .limit(1)
  return rows.length > 0
}

/** A repeated attempt of an idempotent request changes nothing. */
export const insertSource = (db: Database, source: SourceRow): Statement =>
  statementOf(db, ormOf(db).insert(sources).values(source).onConflictDoNothing({ target: sources.id }))

export interface SourceChange {
  readonly name?: string | null
  readonly metadata?: string
  readonly enabled?: boolean
  readonly nativeQueriesEnabled?: boolean
  readonly autoProvisionFilter?: AutoProvisionFilter | null
  /** Null: discovery checks the source at the next opportunity. */
  readonly discoveredAt?: number | null
}

/** Writes the named fields (at least one); the others stay as they are. */
export const updateSource = (db: Database, id: string, change: SourceChange): Statement =>
  statementOf(db, ormOf(db).update(sources).set(change).where(eq(sources.id, id)))

export const markSourceDeleted = (db: Database, id: string, deletedAt: number): Statement =>
  statementOf(db, ormOf(db).update(sources).set({ deletedAt }).where(eq(sources.id, id)))

export const markSourcesOfProjectDeleted = (db: Database, projectId: string, deletedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(sources)
      .set({ deletedAt })
      .where(and(eq(sources.projectId, projectId), IS_LIVE)),
  )

/** Returns managed log sources that discovery has not checked since `before`, longest ago first. */
export const sourcesToDiscover = (db: Database, before: number, limit: number): Promise<SourceRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(sources)
    .where(
      and(
        IS_LOG_SOURCE,
        IS_MANAGED,
        IS_LIVE,
        eq(sources.enabled, true),
        or(isNull(sources.discoveredAt), lt(sources.discoveredAt, before)),
      ),
    )
    .orderBy(asc(sources.discoveredAt))
    .limit(limit)

export async function noteDiscovery(db: Database, id: string, discoveredAt: number): Promise<void> {
  await ormOf(db).update(sources).set({ discoveredAt }).where(eq(sources.id, id))
}

/** Returns how many live streams a source has. */
export async function countStreams(db: Database, sourceId: string): Promise<number> {
  const [row] = await ormOf(db)
    .select({ total: count() })
    .from(streams)
    .where(and(eq(streams.sourceId, sourceId), isNull(streams.deletedAt)))
  return row?.total ?? 0
}
