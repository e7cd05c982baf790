import { z } from 'zod'
import { dateTime, queryInteger, textOrNull } from '../../http/parameters.ts'
import { threadStatus } from '../threads/schema.ts'

/** `q` and its alias `query`: one of them is required. */
export const searchQuery = {
  q: z
    .string()
    .optional()
    .describe('The search text, 1 to 500 characters. The last word also matches as the start of a longer word.'),
  query: z.string().optional().describe('The same as `q`.'),
  limit: queryInteger(1, 100, 20),
  page: queryInteger(1, 1_000_000, 1),
}

export const pagination = z
  .object({
    page: z.number().int(),
    limit: z.number().int(),
    totalResults: z.number().int(),
    totalPages: z.number().int(),
  })
  .openapi('Pagination')

const highlights = z.array(z.string()).describe('HTML: the text escaped, matches in `<mark>`.')

export const threadHit = z
  .object({
    id: z.uuid(),
    projectId: z.uuid(),
    title: textOrNull,
    status: threadStatus,
    labels: z.array(z.string()),
    createdAt: dateTime,
    updatedAt: dateTime,
    highlights,
    score: z.number(),
  })
  .openapi('ThreadSearchResult')

export const messageHit = z
  .object({
    id: z.uuid(),
    threadId: z.uuid(),
    threadTitle: textOrNull,
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    createdAt: dateTime,
    updatedAt: dateTime,
    highlights,
    score: z.number(),
  })
  .openapi('MessageSearchResult')

export const PAGINATION_EXAMPLE = { page: 1, limit: 20, totalResults: 1, totalPages: 1 }
