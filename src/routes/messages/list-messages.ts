import { z } from 'zod'
import { listMessages } from '../../domain/threads/read-thread.ts'
import { accessThread, type ThreadScope } from '../../domain/threads/thread-scope.ts'
import { type Asked, type Call, defineOperation, Operation } from '../../http/operation.ts'
import { listCursor, listLimit, nextCursor } from '../../http/parameters.ts'
import { MESSAGE_EXAMPLE, message } from './schema.ts'

const response = z.object({ messages: z.array(message), nextCursor })

const operation = defineOperation({
  operationId: 'messages.list',
  method: 'get',
  path: '/threads/{threadId}/messages',
  tag: 'Messages',
  summary: 'List the messages of a thread',
  description: 'In chronological order.',
  permission: 'threads:read',
  pathParameters: { threadId: z.uuid() },
  query: { limit: listLimit, cursor: listCursor },
  success: {
    status: 200,
    description: 'A page of messages.',
    schema: response,
    example: { messages: [MESSAGE_EXAMPLE], nextCursor: null },
  },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})

export class ListMessages extends Operation<ThreadScope> {
  readonly operation = operation

  protected authorize({ access, ctx, input }: Asked<typeof operation>) {
    return accessThread(ctx, access, input.path.threadId, 'The thread')
  }

  protected async answer({ granted: scope, ctx, input }: Call<typeof operation, ThreadScope>) {
    const { limit, cursor } = input.query
    return listMessages({ ctx, scope, input: { limit, cursor } })
  }
}
