import { findDeletionMark } from '../../../db/deletion.ts'
import type { VerbCall } from '../../context.ts'
import type { SystemScope } from '../../system-scope.ts'

/** Whether the project is there and nobody has asked for its deletion. */
export async function isProjectLive({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly projectId: string }>): Promise<boolean> {
  const mark = await findDeletionMark(ctx.db, input)
  return mark !== null && mark.deletedAt === null
}
