/** Keys and user tokens: rows of `credentials` as people manage them. */
import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import { AFTER_ALL_IDS, type Database, ormOf, type Statement, statementOf } from './database.ts'
import { credentials } from './schema/credentials.ts'

export type KeyKind = 'public' | 'secret'

const KEY_COLUMNS = {
  id: credentials.id,
  name: credentials.name,
  organizationId: credentials.organizationId,
  projectId: credentials.projectId,
  dataSourceConnectionId: credentials.dataSourceConnectionId,
  logStreamId: credentials.logStreamId,
  expiresAt: credentials.expiresAt,
  deactivatedAt: credentials.deactivatedAt,
  lastUsedAt: credentials.lastUsedAt,
  createdAt: credentials.createdAt,
}
/** Public and secret keys always have an organization. */
export type KeyRow = Pick<typeof credentials.$inferSelect, Exclude<keyof typeof KEY_COLUMNS, 'organizationId'>> & {
  readonly organizationId: string
}
const keyOf = (row: Pick<typeof credentials.$inferSelect, keyof typeof KEY_COLUMNS>): KeyRow[] =>
  row.organizationId === null ? [] : [{ ...row, organizationId: row.organizationId }]

export async function findKey(db: Database, kind: KeyKind, id: string): Promise<KeyRow | null> {
  const rows = await ormOf(db)
    .select(KEY_COLUMNS)
    .from(credentials)
    .where(and(eq(credentials.id, id), eq(credentials.kind, kind)))
  return rows.flatMap(keyOf)[0] ?? null
}

export interface KeyPageInput {
  readonly kind: KeyKind
  /** Keys of one project, or all of an organization. */
  readonly owner: { readonly projectId: string } | { readonly organizationId: string }
  readonly limit: number
  readonly cursor: string | undefined
}

/** Newest first. */
export async function pageOfKeys(db: Database, { kind, owner, limit, cursor }: KeyPageInput): Promise<KeyRow[]> {
  const rows = await ormOf(db)
    .select(KEY_COLUMNS)
    .from(credentials)
    .where(
      and(
        'projectId' in owner
          ? eq(credentials.projectId, owner.projectId)
          : eq(credentials.organizationId, owner.organizationId),
        eq(credentials.kind, kind),
        lt(credentials.id, cursor?.toLowerCase() ?? AFTER_ALL_IDS),
      ),
    )
    .orderBy(desc(credentials.id))
    .limit(limit)
  return rows.flatMap(keyOf)
}

/** A repeated attempt of an idempotent request replaces the value, because the earlier value was never returned. */
export const insertKey = (
  db: Database,
  key: Omit<typeof credentials.$inferInsert, 'kind'> & { readonly kind: KeyKind },
): Statement =>
  statementOf(
    db,
    ormOf(db)
      .insert(credentials)
      .values(key)
      .onConflictDoUpdate({ target: credentials.id, set: { digest: key.digest, lastFour: key.lastFour } }),
  )

/** Writes the named fields (at least one); the others stay as they are. */
export const updateKey = (
  db: Database,
  id: string,
  change: { readonly name?: string; readonly expiresAt?: number | null },
): Statement => statementOf(db, ormOf(db).update(credentials).set(change).where(eq(credentials.id, id)))

export const deactivateKey = (db: Database, id: string, deactivatedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(credentials)
      .set({ deactivatedAt })
      .where(and(eq(credentials.id, id), isNull(credentials.deactivatedAt))),
  )

export const deleteSecretKey = (db: Database, id: string): Statement =>
  statementOf(
    db,
    ormOf(db)
      .delete(credentials)
      .where(and(eq(credentials.id, id), eq(credentials.kind, 'secret'))),
  )

// ---- User tokens ----

/** Whose tokens: a person's. For a narrowed token, only those of its scope. */
export interface TokenOwner {
  readonly userId: string
  readonly organizationId: string | null
  readonly projectId: string | null
}

const activeTokensOf = ({ userId, organizationId, projectId }: TokenOwner) =>
  and(
    eq(credentials.userId, userId),
    eq(credentials.kind, 'user'),
    isNull(credentials.deactivatedAt),
    organizationId === null ? undefined : eq(credentials.organizationId, organizationId),
    projectId === null ? undefined : eq(credentials.projectId, projectId),
  )

/** Newest first. */
export const listUserTokens = async (db: Database, owner: TokenOwner, limit: number) =>
  ormOf(db)
    .select({
      id: credentials.id,
      name: credentials.name,
      organizationId: credentials.organizationId,
      projectId: credentials.projectId,
      expiresAt: credentials.expiresAt,
      createdAt: credentials.createdAt,
    })
    .from(credentials)
    .where(activeTokensOf(owner))
    .orderBy(desc(credentials.id))
    .limit(limit)

export const revokeUserToken = (db: Database, owner: TokenOwner, id: string, deactivatedAt: number): Statement =>
  statementOf(
    db,
    ormOf(db)
      .update(credentials)
      .set({ deactivatedAt })
      .where(and(activeTokensOf(owner), eq(credentials.id, id))),
  )
