/** Intake keys of streams and connections: rows of `credentials`. */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { type Database, inList, ormOf, type Statement, statementOf } from './database.ts'
import { credentials } from './schema/credentials.ts'
import { streams } from './schema/sources.ts'

const IS_PUBLIC = eq(credentials.kind, 'public')
const IS_ACTIVE = isNull(credentials.deactivatedAt)

export interface NewIntakeKey {
  readonly id: string
  readonly digest: string
  readonly lastFour: string
  readonly name: string
  readonly organizationId: string
  readonly projectId: string
  readonly dataSourceConnectionId: string | null
  readonly logStreamId: string | null
  /** Sealed. */
  readonly encryptedValue: string | null
  readonly createdAt: number
}

export const insertIntakeKey = (db: Database, key: NewIntakeKey): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(credentials)
      .values({ ...key, kind: 'public', origin: 'api' }),
  )

/** Sealed values of the live keys of streams. */
export async function sealedStreamKeys(db: Database, streamIds: readonly string[]) {
  const rows = await ormOf(db)
    .select({ id: credentials.id, streamId: credentials.logStreamId, sealed: credentials.encryptedValue })
    .from(credentials)
    .where(
      and(
        IS_PUBLIC,
        IS_ACTIVE,
        isNotNull(credentials.encryptedValue),
        sql`${credentials.logStreamId} in ${inList(streamIds)}`,
      ),
    )
  return rows.flatMap(({ id, streamId, sealed }) =>
    streamId === null || sealed === null ? [] : [{ id, streamId, sealed }],
  )
}

/** Whose keys: those of one stream, or those of a source and all its streams. */
export type KeyOwner = { readonly streamId: string } | { readonly sourceId: string }

const ownedBy = (db: Database, owner: KeyOwner): SQL | undefined => {
  if ('streamId' in owner) return eq(credentials.logStreamId, owner.streamId)
  const ofSource = ormOf(db).select({ id: streams.id }).from(streams).where(eq(streams.sourceId, owner.sourceId))
  return sql`(${credentials.dataSourceConnectionId} = ${owner.sourceId} or ${inArray(credentials.logStreamId, ofSource)})`
}

/** Returns the ids of the keys, active or not, through which something delivers. */
export async function intakeKeyIds(db: Database, owner: KeyOwner, limit: number): Promise<string[]> {
  const rows = await ormOf(db)
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(IS_PUBLIC, ownedBy(db, owner)))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function intakeKeyIdsOfProject(db: Database, projectId: string): Promise<string[]> {
  const rows = await ormOf(db)
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(eq(credentials.projectId, projectId), IS_PUBLIC))
  return rows.map(({ id }) => id)
}

export const deactivateIntakeKeys = (db: Database, owner: KeyOwner, deactivatedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(credentials)
      .set({ deactivatedAt })
      .where(and(IS_PUBLIC, IS_ACTIVE, ownedBy(db, owner))),
  )

export const deleteStreamKeys = (db: Database, streamId: string): Statement =>
  statementOf(db, ormOf(db).delete(credentials).where(eq(credentials.logStreamId, streamId)))
