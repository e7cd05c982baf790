/**
 * Key rotation: moves stored envelopes to the current master key, one bounded page at a time. A row changes only if it
 * still holds what was read, and moved rows are not found again. So a page may run twice, run beside another page, or
 * be interrupted.
 */

import { keyringOf } from '../../crypto/envelope.ts'
import type { Statement } from '../../db/database.ts'
import { rowsNotSealedWith } from '../../db/sealed-columns.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { rewrapStatement, SEALED_COLUMNS } from './sealed-columns.ts'

/**
 * Rows per page. Each needs two key derivations, so a page stays far below a consumer's CPU limit and D1's batch limit.
 */
const PAGE_ROWS = 100

/** The position where a rotation continues: after this row of this column (its index in SEALED_COLUMNS). */
export interface RewrapPosition {
  readonly column: number
  readonly afterId: string
}

export const REWRAP_START: RewrapPosition = { column: 0, afterId: '' }

export interface RewrapPage {
  readonly moved: number
  /**
   * Number of rows whose envelope cannot be opened, because it is damaged or its master key was removed too early. They
   * stay as they are.
   */
  readonly unopened: readonly { readonly table: string; readonly id: string }[]
  /** Null: every row was checked. */
  readonly next: RewrapPosition | null
}

/**
 * Moves one page. Throws only when the database or MASTER_KEYS fails; a row that cannot be opened does not stop the
 * page.
 */
export async function rewrapEnvelopes({
  ctx,
  input: position,
}: VerbCall<SystemScope, RewrapPosition>): Promise<RewrapPage> {
  const column = SEALED_COLUMNS[position.column]
  if (!column) return { moved: 0, unopened: [], next: null }
  const { current } = keyringOf(ctx.settings.MASTER_KEYS)
  const rows = await rowsNotSealedWith(ctx.db, column.name, {
    prefix: `e1.${current}.`,
    afterId: position.afterId,
    limit: PAGE_ROWS,
  })
  const statements: Statement[] = []
  const unopened: { table: string; id: string }[] = []
  for (const { id, sealed } of rows) {
    try {
      statements.push(await rewrapStatement(ctx, column, id, sealed))
    } catch {
      unopened.push({ table: column.table, id })
    }
  }
  const changes = statements.length === 0 ? [] : await ctx.db.batch(statements)
  const moved = changes.reduce((sum, { meta }) => sum + meta.changes, 0)
  return { moved, unopened, next: nextPosition(position, rows.length, rows.at(-1)?.id) }
}

function nextPosition(position: RewrapPosition, rows: number, lastId: string | undefined): RewrapPosition | null {
  if (rows === PAGE_ROWS && lastId !== undefined) return { column: position.column, afterId: lastId }
  const column = position.column + 1
  return column < SEALED_COLUMNS.length ? { column, afterId: '' } : null
}
