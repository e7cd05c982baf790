import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { listThreads } from '../../domain/threads/list-threads.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { THREAD_EXAMPLE, thread, threadStatus } from './schema.ts'

const response = z.object({ threads: z.array(thread), nextCursor })

const operation = defineOperation({
  operationId: 'threads.list',
  method: 'get',
  path: '/threads',
  tag: 'Threads',
  summary: 'List the threads of a project',
  description: 'Newest first. Without `status`, the list includes active and archived threads.',
  permission: 'threads:read',
  query: { limit: listLimit, cursor: listCursor, status: threadStatus.optional() },
  success: {
    status: 200,
    description: 'A page of threads.',
    schema: response,
    example: { threads: [THREAD_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class ListThreads extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access }: Asked<typeof operation>) {
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const { limit, cursor, status } = input.query
    return listThreads({ ctx, scope, input: { limit, cursor, status } })
  }
}
