import { findDeletionMark } from '../../../db/deletion.ts'
import type { DomainContext } from '../../context.ts'

/** Whether the project is there and nobody has asked for its deletion. */
export async function isProjectLive(ctx: DomainContext, projectId: string): Promise<boolean> {
  const mark = await findDeletionMark(ctx.db, { projectId })
  return mark !== null && mark.deletedAt === null
}
