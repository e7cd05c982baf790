import { z } from 'zod'
import type { ProjectScope } from '../../auth/scope.ts'
import { queryText, searchMessages } from '../../domain/search/search.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { messageHit, PAGINATION_EXAMPLE, pagination, searchQuery } from './schema.ts'

const operation = defineOperation({
  operationId: 'search.messages',
  method: 'get',
  path: '/search/messages',
  tag: 'Search',
  summary: 'Search messages',
  permission: 'threads:read',
  query: { ...searchQuery, threadId: z.uuid().optional(), role: z.enum(['user', 'assistant']).optional() },
  success: {
    status: 200,
    description: 'A page of messages, best first.',
    schema: z.object({ messages: z.array(messageHit), pagination }),
    example: {
      messages: [
        {
          id: '019b2c47-d1ee-7000-9d52-3f1f6f0c1a55',
          threadId: '019b2c47-d1ee-7c3a-9d52-3f1f6f0c1a55',
          threadTitle: 'why is payment slow?',
          role: 'user',
          content: 'why is payment slow?',
          createdAt: '2026-11-20T09:30:00.000Z',
          updatedAt: '2026-11-20T09:30:00.000Z',
          highlights: ['why is <mark>payment</mark> slow?'],
          score: 1.07,
        },
      ],
      pagination: PAGINATION_EXAMPLE,
    },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export class SearchMessages extends Operation<ProjectScope> {
  readonly operation = operation

  protected authorize({ access, input }: Asked<typeof operation>) {
    // The shape is checked before the tenant.
    queryText(input.query)
    return access.project()
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ProjectScope>) {
    const query = queryText(input.query)
    const { limit, page, threadId, role = null } = input.query
    const filter = { threadId: threadId?.toLowerCase() ?? null, role }
    return searchMessages({ ctx, scope, input: { query, limit, page, ...filter } })
  }
}
