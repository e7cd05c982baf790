import { z } from 'zod'
import { listMessages } from '../../domain/threads/read-thread.ts'
import { accessThread } from '../../domain/threads/thread-access.ts'
import { type Call, defineOperation, Operation } from '../../http/operation.ts'
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

export class ListMessages extends Operation {
  readonly operation = operation

  protected async answer({ access, ctx, input }: Call<typeof operation>) {
    const thread = await accessThread(ctx, access, input.path.threadId, 'The thread')
    const { limit, cursor } = input.query
    return listMessages(thread, { limit, cursor })
  }
}
