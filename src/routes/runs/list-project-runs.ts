import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listProjectRuns } from '../../domain/runs/list-project-runs.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { runResult, runSource } from '../threads/schema.ts'
import { RUN_EXAMPLE, run } from './schema.ts'

const operation = defineOperation({
  operationId: 'runs.listOfProject',
  method: 'get',
  path: '/runs',
  tag: 'Runs',
  summary: 'List the runs of a project',
  description: 'Lists the runs of all threads, newest first. A new run appears within a second.',
  permission: 'threads:read',
  query: {
    limit: listLimit,
    cursor: listCursor,
    status: runResult.shape.status.optional(),
    source: runSource.optional(),
    threadId: z.uuid().optional(),
  },
  success: {
    status: 200,
    description: 'A page of runs.',
    schema: z.object({ runs: z.array(run), nextCursor }),
    example: { runs: [RUN_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListProjectRuns extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor, status = null, source = null, threadId = null } = input.query
    const before = cursor?.toLowerCase() ?? null
    const asked = { limit, before, status, source, threadId: threadId?.toLowerCase() ?? null }
    return listProjectRuns({ ctx, scope, input: asked })
  }
}
