/** The list of all columns that hold envelopes (src/crypto/envelope.ts), so that a key rotation covers every one. */
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Database, ormOf, type Statement, statementOf } from './database.ts'
import { alertKeys } from './schema/alert-keys.ts'
import { credentials } from './schema/credentials.ts'
import { destinations } from './schema/destinations.ts'
import { mcpServers } from './schema/mcp-servers.ts'
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
  mcp_server_connection: {
    table: mcpServers,
    id: mcpServers.id,
    sealed: mcpServers.connection,
    property: 'connection',
  },
} as const satisfies Record<string, Place>

export type SealedColumnName = keyof typeof PLACES

/** These names are part of the seal of a value, so they can never change. */
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
    mcp_server_connection: 'mcp_servers',
  })[name]

/** Returns rows after `afterId` whose envelope does not start with `prefix`, ordered by id. */
export async function rowsNotSealedWith(
  db: Database,
  name: SealedColumnName,
  { prefix, afterId, limit }: { readonly prefix: string; readonly afterId: string; readonly limit: number },
): Promise<{ readonly id: string; readonly sealed: string }[]> {
  const { table, id, sealed } = PLACES[name]
  // Not `like`: a key id may contain `_`, which `like` treats as any character.
  return ormOf(db)
    .select({ id: sql<string>`${id}`, sealed: sql<string>`${sealed}` })
    .from(table)
    .where(and(gt(id, afterId), isNotNull(sealed), sql`instr(${sealed}, ${prefix}) != 1`))
    .orderBy(asc(id))
    .limit(limit)
}

/** Replaces a value only if it is still the one that was read. */
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
