/** Every column that holds envelopes (src/crypto/envelope.ts), in one list, so that a key rotation forgets none. */
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { alertKeys } from './schema/alert-keys.ts'
import { credentials } from './schema/credentials.ts'
import { destinations } from './schema/destinations.ts'
import { sources, streams } from './schema/sources.ts'

interface Place {
  readonly table: SQLiteTable
  readonly id: SQLiteColumn
  readonly sealed: SQLiteColumn
  /** The property of the sealed column, as `set` names it. */
  readonly property: string
}

const PLACES = {
  source_metadata: { table: sources, id: sources.id, sealed: sources.metadata, property: 'metadata' },
  signing_secret: { table: streams, id: streams.id, sealed: streams.signingSecret, property: 'signingSecret' },
  intake_key: {
    table: credentials,
    id: credentials.id,
    sealed: credentials.encryptedValue,
    property: 'encryptedValue',
  },
  destination_target: { table: destinations, id: destinations.id, sealed: destinations.target, property: 'target' },
  alert_signing_secret: {
    table: alertKeys,
    id: alertKeys.id,
    sealed: alertKeys.signingSecret,
    property: 'signingSecret',
  },
} as const satisfies Record<string, Place>

export type SealedColumnName = keyof typeof PLACES

/** The names that are part of what a value is sealed for: they can never change. */
export const sealedNames = (name: SealedColumnName) => {
  const { sealed } = PLACES[name]
  return { table: tableNameOf(name), column: sealed.name }
}

const tableNameOf = (name: SealedColumnName): string =>
  ({
    source_metadata: 'sources',
    signing_secret: 'streams',
    intake_key: 'credentials',
    destination_target: 'destinations',
    alert_signing_secret: 'alert_keys',
  })[name]

/** Rows after `afterId` whose envelope does not begin with `prefix`, in the order of their ids. */
export async function rowsNotSealedWith(
  db: Database,
  name: SealedColumnName,
  { prefix, afterId, limit }: { readonly prefix: string; readonly afterId: string; readonly limit: number },
): Promise<{ readonly id: string; readonly sealed: string }[]> {
  const { table, id, sealed } = PLACES[name]
  // Not `like`: a key id may hold `_`, which `like` takes for any character.
  return ormOf(db)
    .select({ id: sql<string>`${id}`, sealed: sql<string>`${sealed}` })
    .from(table)
    .where(and(gt(id, afterId), isNotNull(sealed), sql`instr(${sealed}, ${prefix}) != 1`))
    .orderBy(asc(id))
    .limit(limit)
}

/** Replaces a value that is still the one that was read. */
export function replaceSealed(
  db: Database,
  name: SealedColumnName,
  row: { readonly id: string; readonly before: string; readonly after: string },
): Statement {
  const { table, id, sealed, property } = PLACES[name]
  return statementOf(
    db,
    ormOf(db)
      .update(table)
      .set({ [property]: row.after })
      .where(and(eq(id, row.id), eq(sealed, row.before))),
  )
}
