/** What the views of threads ask the API. */
import { type Client, type Message, paginate } from '@observability-agent/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

export const threadPages = (client: Client, projectId: string) =>
  infiniteQueryOptions({
    queryKey: ['threads', projectId, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.threads.list({
        query: { limit: 30, status: 'regular', ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

export const threadById = (client: Client, threadId: string) =>
  queryOptions({
    queryKey: ['threads', threadId, 'one'],
    queryFn: ({ signal }) => client.threads.get({ path: { threadId }, signal }),
  })

/** All messages, oldest first; a thread has at most a thousand. */
export const messagesOfThread = (client: Client, threadId: string) =>
  queryOptions({
    queryKey: ['threads', threadId, 'messages'],
    queryFn: async ({ signal }) => {
      const messages: Message[] = []
      const read = (at: { readonly cursor?: string }) =>
        client.messages.list({ path: { threadId }, query: { ...at, limit: 100 }, signal })
      for await (const message of paginate(read)) messages.push(message)
      return messages
    },
  })

/** The newest runs: what is at work, and how what was asked has ended. */
export const runsOfThread = (client: Client, threadId: string) =>
  queryOptions({
    queryKey: ['threads', threadId, 'runs'],
    queryFn: ({ signal }) => client.runs.list({ path: { threadId }, query: { limit: 100 }, signal }),
  })
