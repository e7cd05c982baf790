import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { queryText, searchThreads } from '../../domain/search/search.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { threadStatus } from '../threads/schema.ts'
import { PAGINATION_EXAMPLE, pagination, searchQuery, threadHit } from './schema.ts'

const operation = defineOperation({
  operationId: 'search.threads',
  method: 'get',
  path: '/search/threads',
  tag: 'Search',
  summary: 'Search threads by title and messages',
  permission: 'threads:read',
  query: { ...searchQuery, status: threadStatus.optional() },
  success: {
    status: 200,
    description: 'A page of threads, best first.',
    schema: z.object({ threads: z.array(threadHit), pagination }),
    example: {
      threads: [
        {
          id: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
          projectId: '0197b2c4-7d1e-7c3a-9d52-3f1f6f0c1a55',
          title: 'why is payment slow?',
          status: 'regular',
          labels: [],
          createdAt: '2026-11-20T09:30:00.000Z',
          updatedAt: '2026-11-20T09:30:04.120Z',
          highlights: ['why is <mark>payment</mark> slow?'],
          score: 3.214,
        },
      ],
      pagination: PAGINATION_EXAMPLE,
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class SearchThreads extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    // The shape is checked before the tenant.
    queryText(input.query)
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const query = queryText(input.query)
    const { limit, page, status = null } = input.query
    return searchThreads({ ctx, scope, input: { query, limit, page, status } })
  }
}
