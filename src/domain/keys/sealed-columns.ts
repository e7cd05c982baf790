/**
 * The list of all columns that hold envelopes (src/crypto/envelope.ts), so that a rotation covers every one. Answers
 * stored for an Idempotency-Key are sealed too, but they expire within 24 h and need no rotation.
 */

import { isUnderCurrentKey, keyringOf, open, type Place, rewrap, seal } from '../../crypto/envelope.ts'
import type { Statement } from '../../db/database.ts'
import { replaceSealed, type SealedColumnName, sealedNames } from '../../db/sealed-columns.ts'
import { logFailure } from '../../log/log.ts'
import type { DomainContext } from '../context.ts'

export interface SealedColumn {
  readonly name: SealedColumnName
  readonly table: string
  readonly column: string
  readonly purpose: string
}

const sealedColumn = (name: SealedColumnName, purpose: string): SealedColumn => ({
  name,
  ...sealedNames(name),
  purpose,
})

export const SOURCE_METADATA = sealedColumn('source_metadata', 'source-metadata')
export const SIGNING_SECRET = sealedColumn('signing_secret', 'signing-secret')
export const INTAKE_KEY = sealedColumn('intake_key', 'intake-key')
export const DESTINATION_TARGET = sealedColumn('destination_target', 'destination-target')
export const ALERT_SIGNING_SECRET = sealedColumn('alert_signing_secret', 'alert-signing-secret')
export const MCP_SERVER_CONNECTION = sealedColumn('mcp_server_connection', 'mcp-server-connection')

/** The order in which a rotation visits the columns. Positions are stored, so a new column goes last. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SOURCE_METADATA,
  SIGNING_SECRET,
  INTAKE_KEY,
  DESTINATION_TARGET,
  ALERT_SIGNING_SECRET,
  MCP_SERVER_CONNECTION,
]

/** A value can be opened only in the row and column for which it was sealed. */
export const sealedPlace = ({ table, column, purpose }: SealedColumn, id: string): Place => ({
  purpose,
  associatedData: `${table}|${id}|${column}`,
})

/** Seals a text for one column of the row with that id. It can be opened in no other place. */
export const sealFor = (ctx: DomainContext, column: SealedColumn, id: string, plaintext: string): Promise<string> =>
  seal(keyringOf(ctx.settings.MASTER_KEYS), sealedPlace(column, id), plaintext)

/**
 * Returns the plaintext of a stored value. A value under an older master key is also moved to the current one, after
 * the answer.
 */
export async function openFrom(ctx: DomainContext, column: SealedColumn, id: string, sealed: string): Promise<string> {
  const keyring = keyringOf(ctx.settings.MASTER_KEYS)
  const plaintext = await open(keyring, sealedPlace(column, id), sealed)
  if (!isUnderCurrentKey(keyring, sealed)) ctx.waitUntil(moveQuietly(ctx, column, id, sealed))
  return plaintext
}

/** Changes one row only if it still holds the old value; a value that was replaced meanwhile stays as it is. */
export async function rewrapStatement(
  ctx: DomainContext,
  column: SealedColumn,
  id: string,
  sealed: string,
): Promise<Statement> {
  const after = await rewrap(keyringOf(ctx.settings.MASTER_KEYS), sealedPlace(column, id), sealed)
  return replaceSealed(ctx.db, column.name, { id, before: sealed, after })
}

/** The caller already has its answer. If this fails, the next read or the rotation moves the value. */
async function moveQuietly(ctx: DomainContext, column: SealedColumn, id: string, sealed: string): Promise<void> {
  try {
    await ctx.db.batch([await rewrapStatement(ctx, column, id, sealed)])
  } catch (error) {
    logFailure('rewrap_on_read_failed', error, { table: column.table, id })
  }
}
