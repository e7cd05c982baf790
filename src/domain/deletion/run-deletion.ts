/**
 * Runs deletion jobs. The row is marked first (`deleted_at`) and answers 404 from then on; the job starts when no
 * isolate remembers it any more. After a crash or a redelivery, the job continues where it stopped. Ledger and audit
 * log stay.
 */

import { findDeletionMark } from '../../db/deletion.ts'
import type { VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { deleteOrganizationData } from './delete-organization-data.ts'
import { deleteProjectData } from './delete-project-data.ts'
import { FORGOTTEN_EVERYWHERE_MS, type Progress } from './progress.ts'

export type DeletionJob =
  | {
      readonly kind: 'project'
      readonly projectId: string
      readonly organizationId: string
      readonly region: string
    }
  | { readonly kind: 'organization'; readonly organizationId: string }

/**
 * Carries a deletion on. It starts only when every isolate has forgotten the credentials. Repeatable; returns `done`,
 * `more` (call again at once) or `later`.
 */
export async function runDeletion({ ctx, input: job }: VerbCall<SystemScope, DeletionJob>): Promise<Progress> {
  const row = await findDeletionMark(ctx.db, job.kind === 'project' ? { projectId: job.projectId } : job)
  // An operator withdrew the deletion before the job started.
  if (row?.deletedAt === null) return 'done'
  // If the row is missing, an earlier delivery finished, or nearly. Looking for remains is cheap.
  const deletedAt = row?.deletedAt ?? 0
  if (ctx.now() < deletedAt + FORGOTTEN_EVERYWHERE_MS) return 'later'
  return job.kind === 'project'
    ? deleteProjectData(ctx, { ...job, deletedAt })
    : deleteOrganizationData(ctx, { organizationId: job.organizationId, deletedAt, hasRow: row !== null })
}
