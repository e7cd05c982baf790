/** Streams of sources. */
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { AFTER_ALL_IDS, type Database, firstRow, ormOf, type Statement, statementOf } from './database.ts'
import { sources, streams } from './schema/sources.ts'
import type { SourceKind } from './sources.ts'

type Stored = typeof streams.$inferSelect
export type StreamStatus = Stored['status']
export type StreamRow = Omit<Stored, 'resourceKey' | 'deletedAt' | 'leasedUntil'> & { readonly isDeleted: boolean }

const { resourceKey: _, deletedAt: __, leasedUntil: ___, ...STORED } = getTableColumns(streams)
const COLUMNS = {
  ...STORED,
  isDeleted: sql<boolean>`${streams.deletedAt} is not null`.mapWith(Boolean).as('is_deleted'),
}
const IS_LIVE = isNull(streams.deletedAt)
const UNSETTLED: StreamStatus[] = ['pending', 'provisioning']

/** A live stream of one kind of source. */
export async function findStream(db: Database, kind: SourceKind, id: string): Promise<StreamRow | null> {
  const ofKind = ormOf(db).select({ id: sources.id }).from(sources).where(eq(sources.kind, kind))
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(streams)
      .where(and(eq(streams.id, id), IS_LIVE, inArray(streams.sourceId, ofKind))),
  )
}

export async function findLiveStream(db: Database, id: string): Promise<StreamRow | null> {
  return firstRow(
    ormOf(db)
      .select(COLUMNS)
      .from(streams)
      .where(and(eq(streams.id, id), IS_LIVE)),
  )
}

/** Live streams of a source, newest first. */
export const listStreams = (db: Database, sourceId: string, limit: number, cursor?: string): Promise<StreamRow[]> =>
  ormOf(db)
    .select(COLUMNS)
    .from(streams)
    .where(and(eq(streams.sourceId, sourceId), lt(streams.id, cursor?.toLowerCase() ?? AFTER_ALL_IDS), IS_LIVE))
    .orderBy(desc(streams.id))
    .limit(limit)

/** Returns the resource keys of the live streams of a source, each with its stream. */
export const resourceKeysOf = (db: Database, sourceId: string) =>
  ormOf(db)
    .select({ id: streams.id, resourceKey: streams.resourceKey })
    .from(streams)
    .where(and(eq(streams.sourceId, sourceId), IS_LIVE))

/** Returns how many live streams a source has, and whether one of them is for this resource. */
export async function streamsBeside(db: Database, sourceId: string, resourceKey: string) {
  const [row] = await ormOf(db)
    .select({ total: count(), same: sql<number | null>`sum(${streams.resourceKey} = ${resourceKey})` })
    .from(streams)
    .where(and(eq(streams.sourceId, sourceId), IS_LIVE))
  return { total: row?.total ?? 0, hasSame: (row?.same ?? 0) > 0 }
}

/** Returns whether this project has anything on a platform. */
export async function hasProvisionedStreams(db: Database, projectId: string): Promise<boolean> {
  const rows = await ormOf(db)
    .select({ id: streams.id })
    .from(streams)
    .where(and(eq(streams.projectId, projectId), isNotNull(streams.remote), IS_LIVE))
    .limit(1)
  return rows.length > 0
}

/** A repeated attempt of an idempotent request changes nothing. */
export const insertStream = (
  db: Database,
  stream: Omit<typeof streams.$inferInsert, 'status' | 'version'>,
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(streams)
      .values({ ...stream, status: 'pending', version: 1 })
      .onConflictDoNothing({ target: streams.id }),
  )

export const setStreamEnabled = (db: Database, id: string, enabled: boolean): Statement =>
  statementOf(db, ormOf(db).update(streams).set({ enabled }).where(eq(streams.id, id)))

/** Changes error to provisioning if the stream still has the version that was read. */
export const retryStream = (db: Database, stream: Pick<StreamRow, 'id' | 'version'>): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(streams)
      .set({ status: 'provisioning', errorMessage: null, attempts: 0, version: stream.version + 1 })
      .where(and(eq(streams.id, stream.id), eq(streams.status, 'error'), eq(streams.version, stream.version))),
  )

const deletion = (deletedAt: number) => ({ deletedAt, version: sql`${streams.version} + 1` })

export const markStreamDeleted = (db: Database, id: string, deletedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(streams)
      .set(deletion(deletedAt))
      .where(and(eq(streams.id, id), IS_LIVE)),
  )

export const markStreamsOfSourceDeleted = (db: Database, sourceId: string, deletedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(streams)
      .set(deletion(deletedAt))
      .where(and(eq(streams.sourceId, sourceId), IS_LIVE)),
  )

export const markStreamsOfProjectDeleted = (db: Database, projectId: string, deletedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(streams)
      .set({ ...deletion(deletedAt), attempts: 0 })
      .where(and(eq(streams.projectId, projectId), IS_LIVE)),
  )

/** Removes the row of a stream that was marked as deleted. */
export const deleteMarkedStream = (db: Database, id: string): Statement =>
  statementOf(
    db,
    ormOf(db)
      .delete(streams)
      .where(and(eq(streams.id, id), isNotNull(streams.deletedAt))),
  )

/** Returns the streams of a project with their resources on platforms; those with the fewest failures come first. */
export const streamsToTakeDown = (db: Database, projectId: string, limit: number) =>
  ormOf(db)
    .select({ id: streams.id, provider: sources.provider, remote: streams.remote })
    .from(streams)
    .innerJoin(sources, eq(sources.id, streams.sourceId))
    .where(eq(streams.projectId, projectId))
    .orderBy(asc(streams.attempts), asc(streams.id))
    .limit(limit)

export async function countStreamAttempt(db: Database, id: string): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ attempts: sql`${streams.attempts} + 1` })
    .where(eq(streams.id, id))
}

// ---- Provisioning ----

/** A stream held by one consumer. `leasedUntil` identifies the lease, because each later lease ends later. */
export interface StreamLease {
  readonly stream: StreamRow
  readonly leasedUntil: number
}

/** Holds the stream for this consumer alone. null: it does not exist. `leased`: another consumer holds it. */
export async function leaseStream(
  db: Database,
  id: string,
  lease: { readonly now: number; readonly leasedUntil: number },
): Promise<StreamLease | 'leased' | null> {
  const { now, leasedUntil } = lease
  const [stream] = await ormOf(db)
    .update(streams)
    .set({ leasedUntil })
    .where(and(eq(streams.id, id), lte(streams.leasedUntil, now)))
    .returning(COLUMNS)
  if (stream) return { stream, leasedUntil }
  const rows = await ormOf(db).select({ id: streams.id }).from(streams).where(eq(streams.id, id))
  return rows.length > 0 ? 'leased' : null
}

/** Releases a lease. A lease that expired and was taken by another consumer stays with that consumer. */
export async function releaseStream(db: Database, { stream, leasedUntil }: StreamLease): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ leasedUntil: 0 })
    .where(and(eq(streams.id, stream.id), eq(streams.leasedUntil, leasedUntil)))
}

/** Counts an attempt of a stream that is not settled. */
export async function beginProvisioning(db: Database, id: string): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ status: 'provisioning', attempts: sql`${streams.attempts} + 1` })
    .where(and(eq(streams.id, id), inArray(streams.status, UNSETTLED)))
}

/** Stores what the connector created on the platform. */
export async function storeRemote(db: Database, id: string, remote: Stored['remote']): Promise<void> {
  await ormOf(db).update(streams).set({ remote }).where(eq(streams.id, id))
}

/** Changes provisioning to active. */
export async function activateProvisioned(db: Database, id: string, remote: Stored['remote']): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ status: 'active', errorMessage: null, remote })
    .where(and(eq(streams.id, id), eq(streams.status, 'provisioning')))
}

/** Changes provisioning to pending: the stream waits for its first record. */
export async function awaitFirstRecord(db: Database, id: string): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ status: 'pending' })
    .where(and(eq(streams.id, id), eq(streams.status, 'provisioning')))
}

/** Changes `from` to active. */
export async function activateStream(db: Database, id: string, from: StreamStatus): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ status: 'active', errorMessage: null })
    .where(and(eq(streams.id, id), eq(streams.status, from)))
}

/** Changes pending or provisioning to error. */
export const failProvisioning = (db: Database, id: string, errorMessage: string): Promise<void> =>
  failFrom(db, id, errorMessage, UNSETTLED)

/** Changes any status except pending to error, because delivery or reading was found broken. */
export const failDelivery = (db: Database, id: string, errorMessage: string): Promise<void> =>
  failFrom(db, id, errorMessage, ['active', 'provisioning', 'error'])

async function failFrom(db: Database, id: string, errorMessage: string, from: StreamStatus[]): Promise<void> {
  await ormOf(db)
    .update(streams)
    .set({ status: 'error', errorMessage })
    .where(and(eq(streams.id, id), inArray(streams.status, from)))
}

/** What the intake needs to know of a stream whose platform signs its deliveries or expects a code to be echoed. */
export async function findStreamSecrets(db: Database, id: string) {
  return firstRow(
    ormOf(db)
      .select({
        signingSecret: streams.signingSecret,
        status: streams.status,
        verificationCode: sql<string | null>`${streams.remote} ->> 'verificationCode'`,
      })
      .from(streams)
      .where(eq(streams.id, id)),
  )
}
