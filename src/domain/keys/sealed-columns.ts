/**
 * Every column that holds envelopes (src/crypto/envelope.ts), in one list, so that a rotation forgets none. Answers
 * kept for an Idempotency-Key are sealed too, but end within 24 h and need no rotation.
 */
import { isUnderCurrentKey, keyringOf, open, type Place, rewrap, seal } from '../../crypto/envelope.ts'
import type { DomainContext } from '../context.ts'

export interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly purpose: string
}

export const SOURCE_METADATA: SealedColumn = { table: 'sources', column: 'metadata', purpose: 'source-metadata' }
export const SIGNING_SECRET: SealedColumn = { table: 'streams', column: 'signing_secret', purpose: 'signing-secret' }
export const INTAKE_KEY: SealedColumn = { table: 'credentials', column: 'encrypted_value', purpose: 'intake-key' }

/** The order is that of a rotation; its position is stored, so a new column goes last. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [SOURCE_METADATA, SIGNING_SECRET, INTAKE_KEY]

/** A value opens only in the row and column it was sealed for. */
export const sealedPlace = ({ table, column, purpose }: SealedColumn, id: string): Place => ({
  purpose,
  associatedData: `${table}|${id}|${column}`,
})

export const sealFor = (ctx: DomainContext, column: SealedColumn, id: string, plaintext: string): Promise<string> =>
  seal(keyringOf(ctx.settings.MASTER_KEYS), sealedPlace(column, id), plaintext)

/** The plaintext of a stored value. A value under an older master key is moved to the current one beside the answer. */
export async function openFrom(ctx: DomainContext, column: SealedColumn, id: string, sealed: string): Promise<string> {
  const keyring = keyringOf(ctx.settings.MASTER_KEYS)
  const plaintext = await open(keyring, sealedPlace(column, id), sealed)
  if (!isUnderCurrentKey(keyring, sealed)) ctx.waitUntil(moveQuietly(ctx, column, id, sealed))
  return plaintext
}

/** The guarded change of one row: a value that was replaced in the meantime stays as it is. */
export async function rewrapStatement(
  ctx: DomainContext,
  column: SealedColumn,
  id: string,
  sealed: string,
): Promise<D1PreparedStatement> {
  const moved = await rewrap(keyringOf(ctx.settings.MASTER_KEYS), sealedPlace(column, id), sealed)
  return ctx.db
    .prepare(`update ${column.table} set ${column.column} = ? where id = ? and ${column.column} = ?`)
    .bind(moved, id, sealed)
}

/** The caller has its answer already: what fails here is done by the next read or by the rotation. */
async function moveQuietly(ctx: DomainContext, column: SealedColumn, id: string, sealed: string): Promise<void> {
  try {
    await (await rewrapStatement(ctx, column, id, sealed)).run()
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    console.error(JSON.stringify({ event: 'rewrap_on_read_failed', table: column.table, id, reason }))
  }
}
