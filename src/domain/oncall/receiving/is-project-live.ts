import { findDeletionMark } from '../../../db/deletion.ts'
import type { VerbCall } from '../../context.ts'
import type { SystemScope } from '../../system-scope.ts'

/** Returns true if the project exists and is not being deleted. */
export async function isProjectLive({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly projectId: string }>): Promise<boolean> {
  const mark = await findDeletionMark(ctx.db, input)
  return mark !== null && mark.deletedAt === null
}
