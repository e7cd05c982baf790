import type { DomainContext } from '../context.ts'
import { threadStub } from '../threads/thread-stub.ts'
import type { ProjectDeletion } from './run-deletion.ts'

/** Empties the object of one thread. Repeatable: an object that holds no such thread answers the same. */
export async function deleteThreadOfJob(ctx: DomainContext, job: ProjectDeletion, threadId: string): Promise<void> {
  const tenants = { organizationIds: [job.organizationId], projectId: job.projectId }
  await threadStub(ctx, threadId).deleteThread({ threadId, tenants })
  await ctx.db.prepare('delete from threads where id = ?').bind(threadId).run()
}
