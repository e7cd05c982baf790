/**
 * The deletion jobs. What is to be deleted is marked first (`deleted_at`) and answers 404 from then on; the job begins
 * when no isolate remembers it any more. A crash or a redelivery anywhere continues where it was. Ledger and audit stay.
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

export async function runDeletion({ ctx, input: job }: VerbCall<SystemScope, DeletionJob>): Promise<Progress> {
  const row = await findDeletionMark(ctx.db, job.kind === 'project' ? { projectId: job.projectId } : job)
  // Taken back by an operator before the job began.
  if (row?.deletedAt === null) return 'done'
  // Without a row an earlier delivery came to the end, or nearly: what could be left of it is cheap to look for.
  const deletedAt = row?.deletedAt ?? 0
  if (ctx.now() < deletedAt + FORGOTTEN_EVERYWHERE_MS) return 'later'
  return job.kind === 'project'
    ? deleteProjectData(ctx, { ...job, deletedAt })
    : deleteOrganizationData(ctx, { organizationId: job.organizationId, deletedAt, hasRow: row !== null })
}
